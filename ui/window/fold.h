// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace tidemark::ui {

// A title that shows and hides what belongs under it; hidden at first.
class Fold : public QWidget {
    Q_OBJECT

public:
    Fold(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setOpen(bool open);
    bool isOpen() const;
    // Stays in sight below the title when the rest is hidden.
    void addAlwaysShown(QWidget* widget);

private:
    QToolButton* m_toggle = nullptr;
    QVBoxLayout* m_column = nullptr;
};

} // namespace tidemark::ui
