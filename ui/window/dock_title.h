// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace tidemark::ui {

// Above a view that stands alone: its name, by which it is dragged, and what can be done with it. Nothing
// where a tab says the name.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    DockTitle(const QString& title, QWidget* parent);

    void setFolded(bool isFolded);
    void setFloating(bool isFloating);
    void setButtonsShown(bool areShown);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void floatClicked();
    void closeClicked();
    void menuWanted(const QPoint& place);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* addButton(const QString& text, const QString& name, const QString& tip);

    QWidget* m_row; // what there is while it is not folded
    QToolButton* m_float;
    QToolButton* m_close;
    QString m_title;
};

} // namespace tidemark::ui
