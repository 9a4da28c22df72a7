// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/steps/drift_table.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QTableView;

namespace tidemark::ui {

class FoldedSteps;
class ViewState;

// What training steps leave behind: in a sentence, as the curves of all steps over each other, and by the
// places that keep more with every step.
class StepsPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit StepsPage(ViewState& state, QWidget* parent = nullptr);

    bool isBusy() const { return m_finder.isBusy(); }
    const DriftTable& table() const { return m_table; }
    FoldedSteps* folded() const { return m_folded; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void takeRecording();
    void takeGrowth();
    void findAgain();
    void take(const std::shared_ptr<const FoundDrift>& drift);
    void takeUnits();

    ViewState& m_state;
    DriftFinder m_finder;
    DriftTable m_table;
    QTimer m_soon; // a run that grows is read anew now and then
    std::shared_ptr<const AnalyzedRecording> m_asked; // what was asked about last
    std::size_t m_askedDevice = 0;
    FoldedSteps* m_folded;
    QLabel* m_sentence;
    QTableView* m_rows;
};

} // namespace tidemark::ui
