// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/allocation_classes.h"

#include "core/analysis/replay/untold_words.h"
#include "core/base/bytes.h"
#include "ui/details/figures.h"
#include "ui/details/moment.h"
#include "ui/groups/colour_by_box.h"
#include "ui/words.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

// 1 MiB and 10 MiB are the allocator's own borders (kSmallSize and kMinLargeAlloc of CUDACachingAllocator).
constexpr std::array<std::uint64_t, 5> sizeBorders = {
    4 * kibibyte, 64 * kibibyte, mebibyte, 10 * mebibyte, 100 * mebibyte};
constexpr std::array<std::uint64_t, 5> ageBorders = {10, 100, 1000, 10'000, 100'000}; // events

void addClass(AllocationClasses& classes, const QString& name)
{
    const auto place = static_cast<std::uint32_t>(classes.grouping.groups.size());
    MemoryGroup group;
    group.name = name.toStdString();
    group.order = place;
    classes.bands.bands.push_back({group.name, place, 1, false});
    classes.bands.bandOf.push_back(place);
    classes.grouping.groups.push_back(std::move(group));
}

std::uint8_t placeAmong(std::span<const std::uint64_t> borders, std::uint64_t value, bool isInclusive)
{
    const auto found = isInclusive ? std::lower_bound(borders.begin(), borders.end(), value)
                                   : std::upper_bound(borders.begin(), borders.end(), value);
    return static_cast<std::uint8_t>(found - borders.begin());
}

// The borders are round in binary units; in others they are told as any size is.
QString sizeClassName(std::size_t place, ByteUnits units)
{
    if (place >= sizeBorders.size())
        return tr("more");
    const std::uint64_t border = sizeBorders[place];
    const QString text = units == ByteUnits::Decimal ? bytesText(border, units)
        : border >= mebibyte                         ? QStringLiteral("%1 MiB").arg(border / mebibyte)
                                                     : QStringLiteral("%1 KiB").arg(border / kibibyte);
    return tr("up to %1").arg(text);
}

void classifyBySize(const Attribution& attribution, AllocationClasses& classes)
{
    for (std::size_t i = 0; i <= sizeBorders.size(); ++i)
        addClass(classes, sizeClassName(i, ByteUnits::Binary));
    classes.classOf.reserve(attribution.allocations.size());
    for (const Allocation& allocation : attribution.allocations)
        classes.classOf.push_back(placeAmong(sizeBorders, allocation.bytes, true));
}

void nameAges(AllocationClasses& classes)
{
    for (const std::uint64_t border : ageBorders)
        addClass(classes, tr("under %1 events old").arg(countText(border)));
    addClass(classes, tr("older"));
    addClass(classes, tr("from before the recording"));
}

Grouping groupingBySlot(const GroupedDevice& device, bool isPool, const std::stop_token& stop)
{
    constexpr std::size_t lookDistance = 65536;
    const Device& recorded = device.recording->recording.devices[device.device];
    Grouping grouping;
    grouping.by = GroupBy::Operator; // whose colours take turns
    const std::size_t count = isPool ? recorded.pools.size() : recorded.streams.size();
    for (std::size_t slot = 0; slot < count; ++slot) {
        MemoryGroup group;
        group.name = (isPool ? poolName(recorded, static_cast<PoolSlot>(slot))
                             : streamName(recorded, static_cast<StreamSlot>(slot)))
                         .toStdString();
        group.order = static_cast<std::uint32_t>(slot);
        grouping.groups.push_back(std::move(group));
    }
    const auto& allocations = device.attribution.allocations;
    grouping.groupOf.reserve(allocations.size());
    for (std::size_t i = 0; i < allocations.size(); ++i) {
        if (i % lookDistance == 0 && stop.stop_requested()) {
            grouping.isComplete = false;
            break;
        }
        const std::uint32_t slot = isPool ? allocations[i].home.pool : allocations[i].home.stream;
        grouping.groupOf.push_back(std::min(slot, static_cast<std::uint32_t>(count - 1)));
    }
    return grouping;
}

bool classifyByGroup(const GroupedDevice& device, AllocationClasses& classes, const std::stop_token& stop)
{
    const bool isSlot = classes.by == ColourClass::Stream || classes.by == ColourClass::Pool;
    const auto by = static_cast<GroupBy>(classes.by);
    Grouping grouping = isSlot
        ? groupingBySlot(device, classes.by == ColourClass::Pool, stop)
        : groupAllocations(device.recording->recording, device.device, device.attribution, by, stop);
    if (!grouping.isComplete || stop.stop_requested())
        return false;
    const std::size_t peak = device.history().peak(Curve::Allocated).position;
    classes.bands = groupBands(grouping, device.attribution, device.alive.at(device.attribution, peak),
        isSlot ? mostBands(GroupBy::Operator) : mostBands(by));
    classes.classOf.reserve(grouping.groupOf.size());
    for (const std::uint32_t group : grouping.groupOf)
        classes.classOf.push_back(static_cast<std::uint8_t>(classes.bands.bandOf[group]));
    if (!isSlot)
        classes.note = textOf(untoldSentence(grouping, device.attribution));
    classes.grouping = std::move(grouping);
    classes.grouping.groupOf = {};
    return true;
}

// Viridis (van der Walt and Smith, 2015) without its darkest end: rising lightness, for people with any
// colour vision, and never the grey of what is not told.
constexpr std::array viridis = {QColor(0x48, 0x24, 0x75), QColor(0x41, 0x44, 0x87), QColor(0x2a, 0x78, 0x8e),
    QColor(0x22, 0xa8, 0x84), QColor(0x7a, 0xd1, 0x51), QColor(0xfd, 0xe7, 0x25)};

std::vector<BandLook> orderedLooks(const AllocationClasses& classes, const Theme& theme)
{
    std::vector<BandLook> looks;
    for (std::size_t i = 0; i < classes.bands.bands.size(); ++i) {
        const bool isBeyond = i >= viridis.size(); // what has no place in the order
        const QColor colour = isBeyond       ? QColor(0x8a, 0x8f, 0x98)
            : classes.by == ColourClass::Age ? viridis[viridis.size() - 1 - i]
                                             : viridis[i];
        const QColor shown = !theme.isHighContrast ? blend(theme.panel, colour, theme.isDark ? 0.85 : 0.8)
            : theme.isDark                         ? blend(Qt::white, colour, 0.7)
                                                   : blend(Qt::black, colour, 0.62);
        looks.push_back({shown, blend(shown, theme.isDark ? QColor(Qt::black) : QColor(Qt::white), 0.5),
            isBeyond ? BandPattern::Hatched : BandPattern::Plain});
    }
    return looks;
}

} // namespace

QString colourClassTitle(ColourClass by)
{
    switch (by) {
    case ColourClass::Size:
        return tr("size");
    case ColourClass::Stream:
        return tr("stream");
    case ColourClass::Pool:
        return tr("pool");
    case ColourClass::Age:
        return tr("age");
    default:
        return groupByTitle(static_cast<GroupBy>(by));
    }
}

QString className(const AllocationClasses& classes, std::size_t band, ByteUnits units)
{
    return classes.by == ColourClass::Size ? sizeClassName(band, units)
                                           : textOf(classes.bands.bands[band].name);
}

std::uint8_t AllocationClasses::at(
    const Attribution& attribution, std::uint32_t allocation, std::size_t position) const
{
    if (by != ColourClass::Age)
        return classOf[allocation];
    const std::uint64_t event = attribution.allocations[allocation].event;
    if (event == Allocation::beforeRecording)
        return static_cast<std::uint8_t>(ageBorders.size() + 1);
    return placeAmong(ageBorders, position > event ? position - event - 1 : 0, false);
}

std::shared_ptr<const AllocationClasses> allocationClasses(
    const GroupedDevice& device, ColourClass by, const std::stop_token& stop)
{
    auto classes = std::make_shared<AllocationClasses>();
    classes->by = by;
    if (by == ColourClass::Size)
        classifyBySize(device.attribution, *classes);
    else if (by == ColourClass::Age)
        nameAges(*classes);
    else if (!classifyByGroup(device, *classes, stop))
        return nullptr;
    return classes;
}

std::vector<BandLook> looksOf(const AllocationClasses& classes, const Theme& theme)
{
    return classes.isOrdered() ? orderedLooks(classes, theme)
                               : bandLooks(classes.grouping, classes.bands, theme);
}

} // namespace tidemark::ui
