// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace tidemark::ui {

class ViewState;
struct WindowActions;

// The row above the views: what is shown, whether it is live, and the buttons that steer a live run.
class RunHeader : public QWidget {
    Q_OBJECT

public:
    // Without buttons: for a picture.
    explicit RunHeader(ViewState* state, QWidget* parent = nullptr);
    RunHeader(ViewState* state, const WindowActions& actions, QWidget* parent = nullptr);

    // Beside the workload's name, for example the file; empty for none.
    void setSource(const QString& source);
    // "recording 00:42"; `isLive` draws the dot.
    void setRunText(const QString& text, bool isLive);
    void applyTheme(); // anew, when the palette changed

private:
    void addButtons(const WindowActions& actions);
    void refreshNames();

    ViewState* m_state;
    QHBoxLayout* m_row = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_details = nullptr;
    QComboBox* m_devices = nullptr;
    QLabel* m_run = nullptr;
    QString m_source;
    QString m_runText;
    bool m_isLive = false;
};

} // namespace tidemark::ui
