// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_words.h"

#include "ui/details/figures.h"

#include <QCoreApplication>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString comparisonWord(const char* text)
{
    return QCoreApplication::translate("Comparison", text);
}

QString sideText(const QString& letter, const std::string& name, const GroupedDevice& device,
    std::size_t position, const Level& level, ByteUnits units)
{
    return comparisonWord("%1: %2, event %3 of %4, %5 allocated")
        .arg(letter, textOf(name), countText(position), countText(device.eventCount()),
            bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(level.allocatedBytes, 0)), units));
}

QString amountText(const GroupAmount& amount, ByteUnits units)
{
    return comparisonWord("%1 in %2")
        .arg(bytesText(amount.bytes, units),
            counted(amount.count, comparisonWord("block"), comparisonWord("blocks")));
}

QString groupsText(const MomentComparison::Share& share)
{
    return counted(share.groups, comparisonWord("group"), comparisonWord("groups"));
}

} // namespace

QString sidesText(const ComparisonFacts& facts, const Experiment& words, ByteUnits units)
{
    return sideText(QStringLiteral("A"), words.first.name, *facts.a, facts.positionA, facts.groups.a, units)
        + QStringLiteral("  ·  ")
        + sideText(QStringLiteral("B"), words.second.name, *facts.b, facts.positionB, facts.groups.b, units);
}

QString sharesText(const MomentComparison& groups, ByteUnits units)
{
    const auto onlyIn = [units](const char* where, const MomentComparison::Share& share,
                            const GroupAmount& amount) {
        return share.groups == 0
            ? comparisonWord("%1: nothing").arg(comparisonWord(where))
            : comparisonWord("%1: %2, %3")
                  .arg(comparisonWord(where), groupsText(share), amountText(amount, units));
    };
    QString both = comparisonWord("in both: nothing");
    if (groups.both.groups > 0)
        both = comparisonWord("in both: %1, A %2, B %3")
                   .arg(groupsText(groups.both), amountText(groups.both.a, units),
                       amountText(groups.both.b, units));
    return QStringList{onlyIn("Only in A", groups.onlyA, groups.onlyA.a), both,
        onlyIn("only in B", groups.onlyB, groups.onlyB.b)}
        .join(QStringLiteral("  ·  "));
}

QString missingText(const ComparisonFacts& facts)
{
    if (facts.endsLaterUs <= 0)
        return {};
    return comparisonWord("By time A goes on for %1 after B's last event; that part is not drawn.")
        .arg(secondsText(facts.endsLaterUs));
}

} // namespace tidemark::ui
