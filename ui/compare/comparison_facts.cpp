// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_facts.h"

#include "core/analysis/curves/curve_columns.h"
#include "ui/experiment/comparison_curves.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

using Grouped = std::shared_ptr<const GroupedDevice>;

bool isOf(
    const Grouped& grouped, const std::shared_ptr<const AnalyzedRecording>& recording, std::size_t device)
{
    return grouped && grouped->recording == recording && grouped->device == device;
}

class FactsMaker {
public:
    FactsMaker(const ComparisonQuestion& question, const std::shared_ptr<const ComparisonFacts>& known,
        Progress& progress, const std::stop_token& stop)
        : m_question(question)
        , m_known(known)
        , m_progress(progress)
        , m_stop(stop)
    { }

    std::shared_ptr<const ComparisonFacts> make(const Grouped& shown)
    {
        auto facts = std::make_shared<ComparisonFacts>();
        facts->question = m_question;
        facts->a = alreadyThere(m_question.a, m_question.deviceA, shown);
        facts->b = alreadyThere(m_question.b, m_question.deviceB, shown);
        const bool hasCurves = isSame() && m_known->question.alignment == m_question.alignment;
        m_progress.total = (facts->a ? 0 : eventsA()) + (facts->b ? 0 : eventsB())
            + (hasCurves ? 0 : comparedCurveCount * eventsB());
        facts->curves = hasCurves
            ? m_known->curves
            : comparisonCurves(*m_question.b, m_question.deviceB, *m_question.a, m_question.deviceA,
                m_question.nameA, m_question.alignment, m_stop, &m_progress);
        if (!facts->a && !m_stop.stop_requested())
            facts->a = groupedDevice(m_question.a, m_question.deviceA, m_stop, &m_progress);
        if (!facts->b && !m_stop.stop_requested())
            facts->b = groupedDevice(m_question.b, m_question.deviceB, m_stop, &m_progress, beforeGrowth());
        if (!facts->a || !facts->b)
            return nullptr;
        facts->words = words(*facts);
        compareGroups(*facts);
        facts->endsLaterUs = endsLater();
        return m_stop.stop_requested() ? nullptr : facts;
    }

private:
    bool isSame() const { return m_known && m_known->question.asksOfSame(m_question); }
    const DeviceHistory& historyA() const { return m_question.a->histories[m_question.deviceA]; }
    const DeviceHistory& historyB() const { return m_question.b->histories[m_question.deviceB]; }
    std::size_t eventsA() const { return historyA().eventCount(); }
    std::size_t eventsB() const { return historyB().eventCount(); }

    Grouped alreadyThere(const std::shared_ptr<const AnalyzedRecording>& recording, std::size_t device,
        const Grouped& shown) const
    {
        for (const Grouped& grouped :
            {shown, m_known ? m_known->a : Grouped(), m_known ? m_known->b : Grouped()})
            if (isOf(grouped, recording, device))
                return grouped;
        return nullptr;
    }

    // B's allocations when the run was shorter: while A is the same, B is another only because it grew.
    Grouped beforeGrowth() const
    {
        return m_known && m_known->question.a == m_question.a ? m_known->b : nullptr;
    }

    ExperimentAnswer words(const ComparisonFacts& facts) const
    {
        if (isSame())
            return m_known->words;
        if (m_question.experiment)
            return experimentAnswer(*m_question.experiment, *m_question.a, *m_question.b, m_stop);
        return comparisonAnswer({m_question.a.get(), m_question.deviceA, &facts.a->attribution},
            {m_question.b.get(), m_question.deviceB, &facts.b->attribution}, m_stop);
    }

    void compareGroups(ComparisonFacts& facts) const
    {
        switch (m_question.at) {
        case ComparedAt::Peaks:
            facts.positionA = historyA().peak(Curve::Allocated).position;
            facts.positionB = historyB().peak(Curve::Allocated).position;
            break;
        case ComparedAt::Cursor:
            facts.positionB = std::min(m_question.cursor, eventsB());
            facts.positionA = AlignedPositions(
                *m_question.b, m_question.deviceB, *m_question.a, m_question.deviceA, m_question.alignment)
                                  .at(facts.positionB);
            break;
        case ComparedAt::Ends:
            facts.positionA = eventsA();
            facts.positionB = eventsB();
            break;
        }
        const Attribution aliveA = aliveAt(*facts.a, facts.positionA);
        const Attribution aliveB = aliveAt(*facts.b, facts.positionB);
        facts.groups = compareMoments(
            {&m_question.a->recording, m_question.deviceA, &historyA(), &aliveA, facts.positionA},
            {&m_question.b->recording, m_question.deviceB, &historyB(), &aliveB, facts.positionB},
            m_question.by, m_stop);
    }

    static Attribution aliveAt(const GroupedDevice& grouped, std::size_t position)
    {
        return onlyThese(grouped.attribution, grouped.alive.at(grouped.attribution, position));
    }

    std::int64_t endsLater() const
    {
        if (m_question.alignment != CurveAlignment::Time)
            return 0;
        const auto lengthOf = [](const AnalyzedRecording& analyzed, std::size_t device) {
            return axisValue(
                analyzed.recording.devices[device], TimeAxis::Time, analyzed.histories[device].eventCount());
        };
        const double later =
            lengthOf(*m_question.a, m_question.deviceA) - lengthOf(*m_question.b, m_question.deviceB);
        return static_cast<std::int64_t>(std::max(later, 0.0));
    }

    const ComparisonQuestion& m_question;
    const std::shared_ptr<const ComparisonFacts>& m_known;
    Progress& m_progress;
    const std::stop_token& m_stop;
};

} // namespace

std::shared_ptr<const ComparisonFacts> comparisonFacts(const ComparisonQuestion& question,
    const std::shared_ptr<const ComparisonFacts>& known, const std::shared_ptr<const GroupedDevice>& shown,
    Progress& progress, const std::stop_token& stop)
{
    return FactsMaker(question, known, progress, stop).make(shown);
}

} // namespace tidemark::ui
