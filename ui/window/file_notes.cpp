// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_notes.h"

#include "ui/details/figures.h"
#include "ui/words.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

bool hasOnlyCurves(const Device& device)
{
    return device.events.empty() && !device.curves.empty();
}

// Markers alone are no history.
bool tellsOfMemory(const Device& device)
{
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Action action = device.events.action()[i];
        if (action != Action::Snapshot && action != Action::UserDefined && action != Action::Unknown)
            return true;
    }
    return false;
}

bool hasOnlySegments(const Device& device)
{
    return !tellsOfMemory(device) && device.curves.empty() && device.after && !device.after->segments.empty();
}

template <class Predicate>
bool everyDevice(const Recording& recording, Predicate predicate)
{
    return !recording.devices.empty()
        && std::all_of(recording.devices.begin(), recording.devices.end(), predicate);
}

// The reader's own sentence that says where, or one that at least says that.
QString cutText(const Recording& recording, const QStringList& warnings)
{
    const auto where = std::find_if(warnings.begin(), warnings.end(), [](const QString& sentence) {
        return sentence.contains(QLatin1String("ends early")) || sentence.contains(QLatin1String("byte "));
    });
    QString text = where != warnings.end() ? *where : tr("The recording ends early.");
    const bool hasEvents = std::any_of(recording.devices.begin(), recording.devices.end(),
        [](const Device& device) { return !device.events.empty(); });
    text += hasEvents ? tr(" Every figure is of the part that could be read.")
                      : tr(" Its events are missing: this is the state that stands before them.");
    return text;
}

} // namespace

FileNotes notesOf(const Recording& recording)
{
    FileNotes notes;
    for (const std::string& warning : recording.warnings)
        notes.all << textOf(warning);
    if (!recording.complete) {
        notes.isTrouble = true;
        notes.headline = cutText(recording, notes.all);
    } else if (everyDevice(recording, hasOnlyCurves)) {
        notes.headline = tr("This file holds sampled curves. It does not tell single blocks, so there is no "
                            "map; a memory snapshot does.");
    } else if (everyDevice(recording, [](const Device& device) { return !tellsOfMemory(device); })
        && std::any_of(recording.devices.begin(), recording.devices.end(), hasOnlySegments)) {
        notes.headline = tr("This file holds the state at one moment, not how it came about. To record the "
                            "history, run this line before the training:");
        notes.recipe = QStringLiteral("torch.cuda.memory._record_memory_history(max_entries=1000000)");
    } else if (!notes.all.isEmpty()) {
        notes.headline = notes.all.front();
    }
    return notes;
}

QString notesPage(const FileNotes& notes)
{
    QString items;
    if (!notes.all.contains(notes.headline))
        items += QStringLiteral("<li style='margin-bottom:8px'>%1 <code>%2</code></li>")
                     .arg(notes.headline.toHtmlEscaped(), notes.recipe.toHtmlEscaped());
    for (const QString& note : notes.all)
        items += QStringLiteral("<li style='margin-bottom:8px'>%1</li>").arg(note.toHtmlEscaped());
    return QStringLiteral("<h3>%1</h3><ul>%2</ul>").arg(tr("What this file does not tell"), items);
}

QString wholenessText(const Recording& recording, const Device& device)
{
    QStringList parts;
    if (!tellsOfMemory(device))
        parts << (!device.curves.empty()                              ? tr("sampled curves, no events")
                : recording.complete || device.before || device.after ? tr("no history, segments only")
                                                                      : tr("no events yet"));
    else if (device.history == History::Whole)
        parts << (recording.complete ? tr("history whole") : tr("history from its beginning"));
    else if (device.before)
        parts << tr("history partial: its start is rebuilt from its end");
    else
        parts << tr("history partial: what was in use before it is not known");
    // Only a recorder counts what it loses.
    if (device.lostEvents > 0
        || (recording.complete && !recording.producer.empty() && !device.events.empty()))
        parts << counted(device.lostEvents, tr("event lost"), tr("events lost"));
    if (!recording.complete)
        parts << tr("the file ends early");
    return parts.join(QStringLiteral(" · "));
}

} // namespace tidemark::ui
