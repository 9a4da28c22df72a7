// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/newest_job.h"
#include "ui/tables/histogram_view.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace tidemark::ui {

// How large allocations are, and how long they live: bars, counted on a worker. A bar that is picked asks for
// a filter, besides what is filtered already; of what they tell apart themselves the bars always show all.
class HistogramPane : public QWidget {
    Q_OBJECT

public:
    explicit HistogramPane(QWidget* parent = nullptr);

    // Null: none, and `why` stands in their place.
    void setFacts(const std::shared_ptr<const AllocationFacts>& facts, const AllocationChoice& choice,
        const QString& why = {});
    void setOf(HistogramOf of);
    void setCountsBytes(bool bytes);
    void setUnits(ByteUnits units);

    HistogramView* view() const { return m_view; }
    bool isBusy() const { return m_counter.isBusy(); }

Q_SIGNALS:
    void filterWanted(const AllocationFilter& filter);

private:
    void buildLayout();
    void count();
    void pick(const AllocationFilter& only);
    HistogramOf of() const;
    void take(const Histogram& histogram);

    std::shared_ptr<const AllocationFacts> m_facts;
    AllocationChoice m_choice;
    NewestJob m_counter;
    ByteUnits m_units = ByteUnits::Binary;
    QComboBox* m_kinds;
    QComboBox* m_heights;
    QLabel* m_sum;
    QLabel* m_empty;
    HistogramView* m_view;
    QStackedWidget* m_place;
};

} // namespace tidemark::ui
