// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/details_html.h"

namespace tidemark::ui {

DetailsText detailsText(const ViewState& state)
{
    DetailsText text;
    if (!state.recording()) {
        text.empty = QStringLiteral(
            "Nothing is open. Record a workload or open a file, and this side says what the cursor shows.");
        return text;
    }
    const auto moment = momentOf(state);
    if (!moment) {
        text.empty = QStringLiteral("This recording holds no device: no memory was ever asked for.");
        return text;
    }
    text.moment = momentText(*moment);
    text.oom = oomText(*moment);
    if (const auto address = state.selectedAddress())
        text.block = blockText(*moment, *address);
    return text;
}

} // namespace tidemark::ui
