// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_words.h"

#include "ui/details/exact_figures.h"
#include "ui/details/figures.h"
#include "ui/words.h"

#include <QStringList>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

QString callsText(const RunFigures& figures)
{
    return countText(static_cast<std::uint64_t>(figures.deviceMallocs + figures.deviceFrees));
}

QStringList givenTexts(const CheckResult& check)
{
    QStringList texts;
    for (std::size_t i = 0; i < givenKindCount; ++i) {
        if (check.given[i] > 0)
            texts << u"%1 %2"_s.arg(countText(check.given[i]), textOf(givenName(static_cast<GivenKind>(i))));
    }
    return texts;
}

QString oomsText(const Simulation& simulation, ByteUnits units)
{
    QStringList texts;
    if (simulation.servedOoms > 0)
        texts << tr("%1 of the %2 requests that found no memory would be served.")
                     .arg(countText(simulation.servedOoms), countText(simulation.recordedOoms));
    if (simulation.figures.ooms > 0 && !simulation.ooms.empty()) {
        const SimulatedOom& first = simulation.ooms.front();
        texts << tr(
            "%1 would find no memory, the first at event %2, which asks for %3; those are left out of "
            "the rest of the run.")
                     .arg(counted(
                         static_cast<std::uint64_t>(simulation.figures.ooms), tr("request"), tr("requests")))
                     .arg(countText(first.event + 1), exactly(first.why.requested, units));
    }
    return texts.join(u' ');
}

QString confsText(const std::vector<OomTrial>& trials, bool serves)
{
    QStringList confs;
    for (const OomTrial& trial : trials) {
        if (trial.serves != serves)
            continue;
        QString conf = textOf(trial.candidate.conf);
        if (serves && trial.refusedBefore > 0)
            conf += tr(" (but would have refused %1 before)")
                        .arg(counted(trial.refusedBefore, tr("request"), tr("requests")));
        confs << conf;
    }
    return confs.join(u", "_s);
}

} // namespace

QString checkSentence(const CheckedProgram& program)
{
    const CheckResult& check = program.check;
    const QString figures = u"%1 of %2"_s.arg(countText(check.equal()), countText(check.decisions));
    QString text = check.isEqual()
        ? tr("On the recorded settings the simulator decides as PyTorch did: %1 decisions are equal.")
              .arg(figures)
        : tr("On the recorded settings only %1 decisions are equal, so what follows are estimates. First: %2")
              .arg(figures, check.firstMismatch ? textOf(describe(*check.firstMismatch)) : QString());
    if (const QStringList given = givenTexts(check); !given.isEmpty())
        text += u' ' + tr("Taken from the recording as they are: %1.").arg(given.join(u", "_s));
    return text;
}

QString comparisonSentence(const RunFigures& recorded, const WhatIfRun& run, ByteUnits units)
{
    const std::uint64_t was = recorded.peak.reserved;
    const std::uint64_t is = run.simulation.figures.peak.reserved;
    QString text;
    if (is == was)
        text = tr("Reserved would peak just as high: %1.").arg(exactly(is, units));
    else
        text = tr("Reserved would peak at %1 instead of %2: %3 %4.")
                   .arg(exactly(is, units), exactly(was, units),
                       bytesText(is < was ? was - is : is - was, units), is < was ? tr("less") : tr("more"));
    text += u' '
        + tr("The device would be asked %1 times instead of %2.")
              .arg(callsText(run.simulation.figures), callsText(recorded));
    const QString ooms = oomsText(run.simulation, units);
    return ooms.isEmpty() ? text : text + u' ' + ooms;
}

QString outOfMemorySentence(const WhatIfOom& oom, ByteUnits units)
{
    const QString asked =
        tr("the %1 asked for at event %2")
            .arg(exactly(oom.report.reason.rounded, units), countText(oom.report.event + 1));
    const QString room = exactly(oom.trials.limit, units);
    if (!oom.trials.isRefusedAsRecorded)
        return tr(
            "With %1 to reserve, as at that moment, the simulator serves %2 under the recorded settings "
            "too, which the run was not: it does not follow this recording closely enough to tell of "
            "others.")
            .arg(room, asked);
    const QString serving = confsText(oom.trials.trials, true);
    const QString refusing = confsText(oom.trials.trials, false);
    if (serving.isEmpty())
        return tr("With %1 to reserve, as at that moment, none of these would have served %2: %3.")
            .arg(room, asked, refusing);
    QString text = tr("With %1 to reserve, as at that moment, these would have served %2: %3.")
                       .arg(room, asked, serving);
    if (!refusing.isEmpty())
        text += u' ' + tr("These would not: %1.").arg(refusing);
    return text;
}

QString emptiedSentence(const EmptiedHere& emptied, std::size_t position, ByteUnits units)
{
    const QString event = countText(position);
    if (emptied.returned <= 0)
        return tr(
            "An empty_cache() after event %1 would have returned nothing: no segment was whole and free.")
            .arg(event);
    const QString returned = exactly(static_cast<std::uint64_t>(emptied.returned), units);
    if (!emptied.regrown)
        return tr("An empty_cache() after event %1 would have returned %2, and reserved would have stayed "
                  "below what was recorded to the end.")
            .arg(event, returned);
    return tr(
        "An empty_cache() after event %1 would have returned %2. By event %3, %4 events later, reserved "
        "would have been as high as recorded again.")
        .arg(event, returned, countText(*emptied.regrown), countText(*emptied.regrown - position));
}

} // namespace tidemark::ui
