// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "core/analysis/curves/aligned_curve.h"
#include "core/analysis/explain/experiment.h"
#include "ui/groups/grouped_device.h"
#include "ui/overlay_curve.h"

#include <QString>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace tidemark::ui {

// At which moments two recordings are compared.
enum class ComparedAt : std::uint8_t {
    Peaks, // of allocated memory, of each its own
    Cursor, // and the moment of A that belongs to it
    Ends,
};

// What is asked of two recordings. B is the one that is shown; A is the one it is compared with.
struct ComparisonQuestion {
    std::shared_ptr<const AnalyzedRecording> a;
    std::shared_ptr<const AnalyzedRecording> b;
    std::size_t deviceA = 0;
    std::size_t deviceB = 0;
    QString nameA; // for the names of its curves
    std::optional<ExperimentKind> experiment; // whose question is answered in words; else what differs
    CompareBy by = CompareBy::Scope;
    ComparedAt at = ComparedAt::Peaks;
    std::size_t cursor = 0; // a position of B; 0 where it is not asked for
    CurveAlignment alignment = CurveAlignment::Phase;

    bool operator==(const ComparisonQuestion&) const = default;
    bool asksOfSame(const ComparisonQuestion& other) const
    {
        return a == other.a && b == other.b && deviceA == other.deviceA && deviceB == other.deviceB;
    }
};

// The answer. Immutable once made; what a worker found.
struct ComparisonFacts {
    ComparisonQuestion question;
    std::shared_ptr<const GroupedDevice> a;
    std::shared_ptr<const GroupedDevice> b;
    std::vector<OverlayCurve> curves; // of A, on B's events
    ExperimentAnswer words; // of the whole recordings
    MomentComparison groups;
    std::size_t positionA = 0;
    std::size_t positionB = 0;
    std::int64_t endsLaterUs = 0; // by time: how much longer than B A goes on, which no curve shows
};

// What `known` or `shown` (each may be null) has of it already is not found again; `shown` are B's
// allocations. Null where `stop` ends it early. `progress` counts events.
std::shared_ptr<const ComparisonFacts> comparisonFacts(const ComparisonQuestion& question,
    const std::shared_ptr<const ComparisonFacts>& known, const std::shared_ptr<const GroupedDevice>& shown,
    Progress& progress, const std::stop_token& stop);

} // namespace tidemark::ui
