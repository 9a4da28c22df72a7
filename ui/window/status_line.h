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

    // While the recording shown is still being read: how far that is; empty otherwise.
    void setReadingText(const QString& text);

    QString figures() const; // without markup
    QString wholeness() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ViewState* m_state;
    QString m_reading;
    QLabel* m_figures = nullptr;
    QLabel* m_wholeness = nullptr;
};

} // namespace tidemark::ui
