// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/band_looks.h"

#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tidemark::ui {

namespace {

// Okabe and Ito, "Color Universal Design", 2008, in an order in which neighbours differ in lightness, too.
constexpr std::array bandHues = {QColor(0x00, 0x72, 0xb2), QColor(0xe6, 0x9f, 0x00), QColor(0x56, 0xb4, 0xe9),
    QColor(0xd5, 0x5e, 0x00), QColor(0xf0, 0xe4, 0x42), QColor(0x00, 0x9e, 0x73), QColor(0xcc, 0x79, 0xa7)};
constexpr QColor greyHue(0x8a, 0x8f, 0x98); // what is not told
constexpr QColor middleHue(0x88, 0x8d, 0x96); // all others, between the plain hues where there are patterns
constexpr QColor paleHue(
    0xc2, 0xc6, 0xcd); // all others: without red and green, purple is a grey like greyHue

struct Hue {
    QColor colour;
    BandPattern pattern = BandPattern::Plain;
    bool hasDarkLines = false;
};

// With patterns: hues of one pattern differ in lightness, for people with any colour vision.
Hue patternedHueOf(MemoryCategory category)
{
    switch (category) {
    case MemoryCategory::Parameter:
        return {bandHues[0]};
    case MemoryCategory::Buffer:
        return {bandHues[0], BandPattern::Hatched};
    case MemoryCategory::OptimizerState:
        return {bandHues[6], BandPattern::Crossed, true};
    case MemoryCategory::Gradient:
        return {bandHues[3], BandPattern::Hatched, true};
    case MemoryCategory::Input:
        return {bandHues[4]};
    case MemoryCategory::Activation:
        return {bandHues[2]};
    case MemoryCategory::PackedActivation:
        return {bandHues[2], BandPattern::Hatched};
    case MemoryCategory::Workspace:
        return {bandHues[5], BandPattern::Hatched};
    case MemoryCategory::Temporary:
        return {bandHues[1], BandPattern::Hatched, true};
    case MemoryCategory::Unexplained:
        break;
    }
    return {greyHue, BandPattern::Crossed};
}

Hue hueOf(MemoryCategory category)
{
    switch (category) {
    case MemoryCategory::Parameter:
        return {bandHues[0]};
    case MemoryCategory::Buffer:
        return {bandHues[0], BandPattern::Hatched};
    case MemoryCategory::OptimizerState:
        return {bandHues[6]};
    case MemoryCategory::Gradient:
        return {bandHues[3]};
    case MemoryCategory::Input:
        return {bandHues[4]};
    case MemoryCategory::Activation:
        return {bandHues[2]};
    case MemoryCategory::PackedActivation:
        return {bandHues[2], BandPattern::Hatched};
    case MemoryCategory::Workspace:
        return {bandHues[5]};
    case MemoryCategory::Temporary:
        return {bandHues[1]};
    case MemoryCategory::Unexplained:
        break;
    }
    return {greyHue, BandPattern::Crossed};
}

Hue hueOf(std::size_t place)
{
    constexpr std::array patterns = {BandPattern::Plain, BandPattern::Hatched, BandPattern::Crossed};
    return {bandHues[place % bandHues.size()], patterns[place / bandHues.size() % patterns.size()]};
}

Hue patternedHueOf(std::size_t place)
{
    constexpr std::array<std::pair<BandPattern, bool>, 5> kinds = {
        {{BandPattern::Plain, false}, {BandPattern::Hatched, false}, {BandPattern::Crossed, true},
            {BandPattern::Hatched, true}, {BandPattern::Crossed, false}}};
    // By place in bandHues: what has the same kind of lines, five places on, is lighter or darker.
    constexpr std::array<std::size_t, 10> hues = {0, 1, 2, 3, 5, 4, 0, 3, 4, 2};
    const auto& [pattern, hasDarkLines] = kinds[place % kinds.size()];
    return {bandHues[hues[place % hues.size()]], pattern, hasDarkLines};
}

BandLook lookOf(const Hue& hue, const Theme& theme)
{
    // In high contrast as dark, or as light, as the panel asks for, unless black lines have the contrast.
    const bool isAsItIs = theme.isDark || hue.hasDarkLines;
    const QColor colour = !theme.isHighContrast ? blend(theme.panel, hue.colour, theme.isDark ? 0.66 : 0.72)
        : isAsItIs                              ? hue.colour
                                                : blend(Qt::black, hue.colour, 0.62);
    if (!theme.hasPatterns)
        return {
            colour, blend(colour, theme.isDark ? QColor(Qt::black) : QColor(Qt::white), 0.5), hue.pattern};
    const QColor line = hue.hasDarkLines ? QColor(Qt::black) : QColor(Qt::white);
    return {colour, blend(colour, line, theme.isHighContrast ? 0.9 : 0.7), hue.pattern};
}

} // namespace

std::size_t mostBands(GroupBy by)
{
    constexpr std::size_t steps = 140;
    return by == GroupBy::Step ? steps : 10;
}

std::vector<BandLook> bandLooks(const Grouping& grouping, const GroupBands& bands, const Theme& theme)
{
    const bool hasPatterns = theme.hasPatterns;
    std::vector<BandLook> looks;
    std::size_t place = 0;
    for (const GroupBands::Band& band : bands.bands) {
        const MemoryGroup& group = grouping.groups[band.group];
        if (band.isOthers)
            looks.push_back(lookOf({hasPatterns ? middleHue : paleHue}, theme));
        else if (grouping.by == GroupBy::Category)
            looks.push_back(
                lookOf(hasPatterns ? patternedHueOf(group.category) : hueOf(group.category), theme));
        else if (!group.isTold)
            looks.push_back(
                lookOf({greyHue, group.order == 0 ? BandPattern::Hatched : BandPattern::Crossed}, theme));
        else if (hasPatterns)
            looks.push_back(lookOf(patternedHueOf(place++), theme));
        else if (grouping.by == GroupBy::Step)
            looks.push_back(lookOf({bandHues[place++ % bandHues.size()]}, theme));
        else
            looks.push_back(lookOf(hueOf(place++), theme));
    }
    return looks;
}

void paintBandSample(QPainter& painter, const QRectF& place, const BandLook& look, const Theme& theme)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const int scale = std::max(1, static_cast<int>(std::lround(ratio)));
    QImage sample((place.size() * ratio).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    for (int y = 0; y < sample.height(); ++y)
        for (int x = 0; x < sample.width(); ++x)
            sample.setPixelColor(x, y, look.isLine(x, y, scale) ? look.line : look.colour);
    sample.setDevicePixelRatio(ratio);
    painter.drawImage(place.topLeft(), sample);
    painter.setPen(theme.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace tidemark::ui
