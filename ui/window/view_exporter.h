// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QWidget;

namespace tidemark::ui {

// Writes a picture of a view that has just come to be seen: views draw on workers, so the picture is taken
// once it stays as it is. A new order takes the place of one that waits.
class ViewExporter : public QObject {
    Q_OBJECT

public:
    explicit ViewExporter(QObject* parent = nullptr);

    // By the ending of the path, see writePicture(). `isFresh`: it was not seen before.
    void write(QWidget& view, const QString& path, bool isFresh);
    bool isWaiting() const { return m_look.isActive(); }

Q_SIGNALS:
    void written(const QString& path);
    void failed(const QString& sentence);

private:
    void look();
    void finish();

    QPointer<QWidget> m_view;
    QString m_path;
    QImage m_last;
    QElapsedTimer m_total;
    QElapsedTimer m_quiet;
    QTimer m_look;
};

} // namespace tidemark::ui
