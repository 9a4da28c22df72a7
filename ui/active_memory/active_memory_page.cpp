// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/active_memory/active_memory_page.h"

#include "ui/active_memory/stack_source.h"
#include "ui/tiles/tile_canvas.h"

namespace tidemark::ui {

ActiveMemoryPage::ActiveMemoryPage(ViewState& state, QWidget* parent)
    : TilePage(state, parent)
{
    canvas()->setObjectName(QStringLiteral("activeMemoryCanvas"));
    canvas()->setAccessibleName(tr("Active memory: every allocation over time, stacked"));
    say();
}

SourceFinder::Maker ActiveMemoryPage::maker() const
{
    return [](const auto& part, const auto& classes, const std::stop_token&) {
        return std::make_shared<const StackSource>(part, classes);
    };
}

QString ActiveMemoryPage::caption() const
{
    return tr("Every allocation is a band, the oldest at the bottom; together they are allocated memory.");
}

} // namespace tidemark::ui
