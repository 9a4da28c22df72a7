// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"
#include "core/trace/mark_name.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array annotationColumns = {ColumnShape{"id"}, ColumnShape{"device"},
    ColumnShape{"kind", ColumnKind::Text}, ColumnShape{"name", ColumnKind::Text}, ColumnShape{"start_us"},
    ColumnShape{"end_us"}, ColumnShape{"first_event"}, ColumnShape{"end_event"}};
constexpr TableShape annotationTable = {"annotations", annotationColumns, "id", {}};

constexpr std::array markColumns = {ColumnShape{"id"}, ColumnShape{"device"},
    ColumnShape{"kind", ColumnKind::Text}, ColumnShape{"name", ColumnKind::Text}, ColumnShape{"time_us"},
    ColumnShape{"event"}, ColumnShape{"value"}};
constexpr TableShape markTable = {"marks", markColumns, "id", {}};

std::string_view annotationKindWord(AnnotationKind kind)
{
    switch (kind) {
    case AnnotationKind::Step:
        return "step";
    case AnnotationKind::Phase:
        return "phase";
    case AnnotationKind::Range:
        break;
    }
    return "range";
}

std::string_view markKindWord(MarkKind kind)
{
    switch (kind) {
    case MarkKind::EmptyCache:
        return "empty_cache";
    case MarkKind::ResetPeak:
        return "reset_peak";
    case MarkKind::Paused:
        return "paused";
    case MarkKind::Resumed:
        return "resumed";
    case MarkKind::EventsLost:
        return "events_lost";
    case MarkKind::Named:
        break;
    }
    return "named";
}

} // namespace

void annotationRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(annotationTable))
        return;
    std::uint64_t number = 0;
    for (const Annotation& annotation : analyzed.recording.annotations) {
        const bool isOpen = annotation.endUs == Annotation::open;
        const bool isTaken = rows.put({number++, std::uint64_t(annotation.device),
            annotationKindWord(annotation.kind), analyzed.recording.strings[annotation.name],
            annotation.startUs, isOpen ? Cell() : Cell(annotation.endUs), annotation.startEvent,
            eventCell(annotation.endEvent)});
        if (!isTaken)
            return;
    }
}

void markRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(markTable))
        return;
    std::uint64_t number = 0;
    for (const Mark& mark : analyzed.recording.marks) {
        const bool hasValue = mark.kind == MarkKind::EmptyCache || mark.kind == MarkKind::EventsLost;
        const bool isTaken = rows.put({number++, std::uint64_t(mark.device), markKindWord(mark.kind),
            markName(mark, analyzed.recording.strings), mark.timeUs, mark.event,
            hasValue ? Cell(mark.value) : Cell()});
        if (!isTaken)
            return;
    }
}

} // namespace tidemark
