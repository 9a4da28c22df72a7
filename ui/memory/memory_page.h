// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memory/facts_finder.h"
#include "ui/view_state.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace tidemark::ui {

class GroupsPane;
class TensorsPane;

// What fills the memory: at the cursor, or at a peak; or what was allocated in the part of the timeline that
// is in view, or held of it on average. As groups or as tensors, of what the filter holds.
class MemoryPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit MemoryPage(ViewState& state, QWidget* parent = nullptr);

    enum class Moment { Cursor, AllocatedPeak, ActivePeak, ReservedPeak, AllocatedInView, HeldInView };
    void setMoment(Moment moment);
    void setBy(GroupBy by);
    void showTensors(bool shown);

    const std::shared_ptr<const MemoryFacts>& facts() const { return m_facts; }
    bool isSettled() const; // what is asked for is shown
    GroupsPane* groups() const { return m_groups; }
    TensorsPane* tensors() const { return m_tensors; }

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void dropFacts();
    void askSoon();
    void ask();
    void take(const std::shared_ptr<const MemoryFacts>& facts);
    void takeUnits();
    void say();
    std::size_t position() const;
    MemoryQuestion question() const;
    bool isOfRange() const;
    QString sumText() const;

    ViewState& m_state;
    FactsFinder m_finder;
    QTimer m_soon;
    std::shared_ptr<const MemoryFacts> m_facts;
    QComboBox* m_moments;
    QComboBox* m_kinds;
    QPushButton* m_goThere;
    QPushButton* m_tensorsShown;
    QLabel* m_sum;
    QLabel* m_note;
    GroupsPane* m_groups;
    TensorsPane* m_tensors;
    QLabel* m_nothing;
    QStackedWidget* m_panes;
};

} // namespace tidemark::ui
