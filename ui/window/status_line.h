// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;

namespace tidemark::ui {

class ViewState;

// The figures at the cursor, and how whole the recording is.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(ViewState* state, QWidget* parent = nullptr);

    QString figures() const; // without markup
    QString wholeness() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ViewState* m_state;
    QLabel* m_figures = nullptr;
    QLabel* m_wholeness = nullptr;
};

} // namespace tidemark::ui
