// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

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
    // The buttons that steer a run are there only while one is shown.
    void setSteers(bool steers);
    void applyTheme(); // anew, when the palette changed

private:
    void addButtons(const WindowActions& actions);
    void refreshNames();
    void showDetails();
    QString driverPeakText() const; // empty where nobody asked the driver
    void refreshChoices();

    ViewState* m_state;
    QHBoxLayout* m_row = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_details = nullptr;
    QComboBox* m_devices = nullptr;
    QLabel* m_run = nullptr;
    std::vector<QWidget*> m_steering;
    QLabel* m_prediction = nullptr; // instead of the button, where nothing can be emptied
    QWidget* m_trial = nullptr; // asks the simulator instead
    QString m_source;
    QStringList m_facts; // beside the name: device, file, settings
    QString m_runText;
    bool m_isLive = false;
};

} // namespace tidemark::ui
