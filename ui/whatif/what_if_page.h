// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"
#include "ui/whatif/run_table.h"
#include "ui/whatif/what_if_runner.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace tidemark::ui {

class WhatIfForm;

// Asks what the recorded program would have reserved under other settings. Above stands how the simulator
// does on the recorded ones; the chosen run's curves lie over the recorded ones in the timeline.
class WhatIfPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit WhatIfPage(ViewState& state, QWidget* parent = nullptr);

    // What would have come back at the cursor, and how reserved would have grown again.
    void emptyCacheHere();
    // Whether other settings would have served the oom that led to the position.
    void askOutOfMemory(std::size_t position);
    // The run whose curves are shown; null: none.
    const std::shared_ptr<const WhatIfRun>& shown() const { return m_shown; }
    const WhatIfRunner& runner() const { return m_runner; }
    const RunTable& table() const { return m_table; }

Q_SIGNALS:
    void shownChanged(std::shared_ptr<const tidemark::ui::WhatIfRun> run);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void connectRunner();
    void takeProgram();
    void takeGrowth();
    bool hasProgram() const; // that can be run, in the view state
    void setProgram(bool isThere);
    void run(const WhatIfChoice& choice);
    void runChosen();
    void suggest();
    void fillRecorded();
    void fillSuggested(const Suggestion& suggestion);
    void fillOutOfMemory(const std::shared_ptr<const WhatIfOom>& oom);
    void showRow(int row);
    void showRun(std::shared_ptr<const WhatIfRun> run);
    QString sentenceAbout(const WhatIfRun& run) const;
    void takeUnits();
    void say(const QString& sentence);
    void showTask();

    ViewState& m_state;
    WhatIfRunner m_runner;
    QTimer m_rest; // since a run that goes on has grown
    std::size_t m_events = 0; // of the device, when they were last looked at
    bool m_hadProgram = false; // then
    RunTable m_table;
    std::shared_ptr<const WhatIfRun> m_shown;
    std::shared_ptr<const WhatIfOom> m_oom; // that was asked about last; null: none
    WhatIfForm* m_form;
    QLabel* m_check;
    QLabel* m_sentence;
    QTableView* m_rows;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
};

} // namespace tidemark::ui
