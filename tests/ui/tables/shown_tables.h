// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/labelled_recording.h"
#include "ui/groups/group_follower.h"
#include "ui/tables/tables_page.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/look.h"

#include <QLabel>
#include <QTest>
#include <memory>

namespace tidemark::tests {

inline std::shared_ptr<const AnalyzedRecording> shared(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

// The tables page with a recording, as a window has it.
struct ShownTables {
    explicit ShownTables(Recording recording = labelledTraining())
        : follower(state)
        , page(state)
    {
        ui::setLook(&page, ui::pageLook(ui::applicationTheme()));
        page.resize(1200, 400);
        page.show();
        state.setRecording(shared(std::move(recording)), false);
        settle();
    }

    void show(ui::TablesPage::Tab tab)
    {
        page.showTable(tab);
        settle();
    }

    // Until what the page shows is there.
    void settle()
    {
        const auto isThere = [this] {
            return !follower.isBusy() && !page.isBusy()
                && (!state.areAllocationsWanted() || state.allocations() || !state.hasDevice());
        };
        for (int round = 0; round < 2; ++round) {
            QTest::qWait(40);
            if (!QTest::qWaitFor(isThere, 60'000))
                qFatal("The tables do not come");
        }
    }

    QString text(const char* label) const { return page.findChild<QLabel*>(QLatin1String(label))->text(); }

    ui::ViewState state;
    ui::GroupFollower follower;
    ui::TablesPage page;
};

} // namespace tidemark::tests
