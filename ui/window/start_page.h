// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/experiment.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tidemark::ui {

class RecentFiles;
class RecordForm;

// Where a newcomer begins: record a workload, or open a file.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(const RecentFiles& recent, QWidget* parent = nullptr);

    RecordForm* form() const { return m_form; }
    void refreshRecent();
    // Whether there is something to go back to, and its name.
    void setOpenRecording(const QString& name, bool isOpen);
    void applyTheme(); // anew, when the palette changed

Q_SIGNALS:
    void openRequested();
    void folderRequested();
    void backRequested();
    void fileChosen(const QString& path);
    void experimentRequested(tidemark::ExperimentKind kind);

private:
    QWidget* makeHeading();
    QWidget* makeRecordPanel();
    QWidget* makeOpenPanel();
    QWidget* makeExperimentPanel();

    const RecentFiles& m_recent;
    RecordForm* m_form = nullptr;
    QPushButton* m_back = nullptr;
    QVBoxLayout* m_recentRows = nullptr;
};

} // namespace tidemark::ui
