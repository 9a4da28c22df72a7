// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/checkpoint_card.h"
#include "core/analysis/explain/reserved_card.h"
#include "ui/details/details_html.h"

namespace tidemark::ui {

namespace {

std::vector<Card> cardsOf(const Moment& moment, const ViewState& state)
{
    std::vector<Card> cards;
    const AllocatorSettings settings = settingsOf(moment.recording, moment.device);
    if (const auto card =
            !moment.hasCurves() ? std::nullopt : reservedCard(explainedMoment(moment), settings))
        cards.push_back(*card);
    // Found by others, when a view wants it: nobody waits for it here.
    if (const auto& allocations = state.allocations(); allocations && moment.filter.isAll()) {
        const auto card =
            checkpointCard(moment.recording, moment.deviceIndex, moment.history, allocations->attribution);
        if (card)
            cards.push_back(*card);
    }
    return cards;
}

} // namespace

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
    text.cards = cardsOf(*moment, state);
    if (const auto address = state.selectedAddress())
        text.block = blockText(*moment, *address);
    return text;
}

} // namespace tidemark::ui
