// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/settled_wait.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <optional>

class QWidget;

namespace tidemark::ui {

// Writes a picture of a view: views find what they show on workers, so it is taken once all of it is there. A
// new order takes the place of one that waits.
class ViewExporter : public QObject {
    Q_OBJECT

public:
    explicit ViewExporter(QObject* parent = nullptr, std::chrono::milliseconds patience = picturePatience);

    // By the ending of the path, see writePicture(). `isFresh`: it was not seen before, and has yet to be
    // drawn. `isReady`: whether it shows all that it is to show.
    void write(QWidget& view, const QString& path, bool isFresh, SettledWait::Ready isReady);
    bool isWaiting() const { return m_look.isActive(); }

Q_SIGNALS:
    void written(const QString& path);
    void failed(const QString& sentence); // nothing was written

private:
    void look();
    void finish();
    void end();

    QPointer<QWidget> m_view;
    QString m_path;
    std::chrono::milliseconds m_patience;
    std::optional<SettledWait> m_wait;
    QTimer m_look;
};

} // namespace tidemark::ui
