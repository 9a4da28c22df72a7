// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QFontDatabase>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

// Okabe and Ito, "Color Universal Design", 2008.
constexpr QColor orange(0xe6, 0x9f, 0x00);
constexpr QColor skyBlue(0x56, 0xb4, 0xe9);
constexpr QColor green(0x00, 0x9e, 0x73);
constexpr QColor blue(0x00, 0x72, 0xb2);
constexpr QColor vermilion(0xd5, 0x5e, 0x00);
constexpr QColor purple(0xcc, 0x79, 0xa7);

// No palette of a common desktop has as much: black on the grey of a window's frame is 18.
constexpr double highContrast = 19;

double linear(double level)
{
    return level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

// How much of the text's colour each of these has.
struct SurfaceShares {
    double raised, border, grid, mutedText, hover;
};

SurfaceShares sharesOf(const Theme& theme)
{
    if (theme.isHighContrast)
        return {theme.isDark ? 0.10 : 0.0, 0.75, 0.30, theme.isDark ? 0.82 : 0.80, 0.75};
    return theme.isDark ? SurfaceShares{0.08, 0.24, 0.10, 0.68, 0.45}
                        : SurfaceShares{0.0, 0.20, 0.08, 0.66, 0.45};
}

void fillSurfaces(Theme& theme, const QPalette& palette)
{
    theme.panel = palette.color(QPalette::Base);
    theme.background = palette.color(QPalette::Window);
    theme.text = palette.color(QPalette::WindowText);
    const SurfaceShares shares = sharesOf(theme);
    theme.raised = blend(theme.panel, theme.text, shares.raised);
    theme.border = blend(theme.panel, theme.text, shares.border);
    theme.grid = blend(theme.panel, theme.text, shares.grid);
    theme.mutedText = blend(theme.background, theme.text, shares.mutedText);
    theme.hover = blend(theme.panel, theme.text, shares.hover);
    theme.selection = theme.text;
}

void fillLight(Theme& theme)
{
    theme.accent = QColor(0x0f, 0x5f, 0xa8);
    theme.accentText = Qt::white;
    theme.cursor = theme.warning = QColor(0xb3, 0x26, 0x1e);
    theme.allocated = blue;
    theme.active = theme.waiting = vermilion;
    theme.reserved = QColor(0x5a, 0x63, 0x70);
    theme.freeBeside = QColor(0xe8, 0xb5, 0x4a);
    theme.wholeFree = QColor(0xb4, 0xbd, 0xca);
    theme.rounding = QColor(0xc0, 0x30, 0x2a);
    theme.driver = QColor(0x1c, 0x1f, 0x24);
    theme.simulatedReserved = QColor(0xa3, 0x3d, 0x7c);
    theme.simulatedActive = QColor(0x00, 0x7a, 0x59);
    theme.totalFree = QColor(0x9a, 0x66, 0x00);
}

void fillDark(Theme& theme)
{
    theme.accent = QColor(0x5a, 0xa9, 0xe6);
    theme.accentText = QColor(0x0c, 0x14, 0x1c);
    theme.cursor = theme.warning = QColor(0xff, 0x75, 0x6b);
    theme.allocated = skyBlue;
    theme.active = theme.waiting = QColor(0xf0, 0x8a, 0x3c);
    theme.reserved = QColor(0xa3, 0xad, 0xba);
    theme.freeBeside = QColor(0xea, 0xbc, 0x58);
    theme.wholeFree = QColor(0x78, 0x82, 0x90);
    theme.rounding = QColor(0xee, 0x6a, 0x64);
    theme.driver = QColor(0xe8, 0xea, 0xee);
    theme.simulatedReserved = QColor(0xe8, 0x9c, 0xc6);
    theme.simulatedActive = QColor(0x3e, 0xcf, 0xa5);
    theme.totalFree = QColor(0xf0, 0xc4, 0x60);
}

void fillLightHighContrast(Theme& theme)
{
    theme.accent = QColor(0x00, 0x40, 0xa0);
    theme.accentText = Qt::white;
    theme.cursor = theme.warning = QColor(0xb0, 0x00, 0x00);
    theme.allocated = QColor(0x00, 0x52, 0x9b);
    theme.active = theme.waiting = QColor(0xa8, 0x32, 0x00);
    theme.reserved = QColor(0x30, 0x36, 0x40);
    theme.freeBeside = QColor(0x85, 0x54, 0x00);
    theme.wholeFree = QColor(0x56, 0x5e, 0x6b);
    theme.rounding = QColor(0x9c, 0x0f, 0x45);
    theme.driver = Qt::black;
    theme.simulatedReserved = QColor(0x8a, 0x1f, 0x6a);
    theme.simulatedActive = QColor(0x00, 0x60, 0x3f);
    theme.totalFree = QColor(0x6b, 0x4a, 0x00);
}

void fillDarkHighContrast(Theme& theme)
{
    theme.accent = QColor(0xff, 0xd9, 0x3b);
    theme.accentText = Qt::black;
    theme.cursor = theme.warning = QColor(0xff, 0x8a, 0x80);
    theme.allocated = QColor(0x6c, 0xc4, 0xff);
    theme.active = theme.waiting = QColor(0xff, 0x9a, 0x4d);
    theme.reserved = QColor(0xc8, 0xd0, 0xda);
    theme.freeBeside = QColor(0xff, 0xd1, 0x66);
    theme.wholeFree = QColor(0x9a, 0xa4, 0xb2);
    theme.rounding = QColor(0xff, 0x7a, 0xa8);
    theme.driver = Qt::white;
    theme.simulatedReserved = QColor(0xff, 0x9e, 0xdb);
    theme.simulatedActive = QColor(0x5c, 0xe6, 0xbb);
    theme.totalFree = QColor(0xff, 0xd3, 0x4d);
}

void fillColours(Theme& theme)
{
    if (theme.isHighContrast)
        theme.isDark ? fillDarkHighContrast(theme) : fillLightHighContrast(theme);
    else
        theme.isDark ? fillDark(theme) : fillLight(theme);
}

void fillMixtures(Theme& theme)
{
    theme.allocatedFill = blend(theme.panel, theme.allocated, theme.isDark ? 0.38 : 0.35);
    theme.reservedFill = blend(theme.panel, theme.reserved, theme.isDark ? 0.14 : 0.10);
    theme.waitingFill =
        blend(theme.panel, theme.waiting, theme.isDark && !theme.isHighContrast ? 0.55 : 0.45);
    const double share = theme.isDark ? 0.24 : 0.18;
    const std::array hues = {skyBlue, vermilion, green, purple, orange, blue};
    for (std::size_t i = 0; i < hues.size(); ++i)
        theme.bands[i] = blend(theme.panel, hues[i], share);
}

} // namespace

QColor blend(const QColor& ground, const QColor& top, double share)
{
    const auto mix = [share](int below, int above) { return qRound(below + (above - below) * share); };
    return QColor(
        mix(ground.red(), top.red()), mix(ground.green(), top.green()), mix(ground.blue(), top.blue()));
}

double contrastRatio(const QColor& one, const QColor& other)
{
    const double a = luminance(one) + 0.05;
    const double b = luminance(other) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

void setWantsPatterns(QPalette& palette, bool wants)
{
    palette.setBrush(QPalette::BrightText,
        QBrush(palette.color(QPalette::BrightText), wants ? Qt::BDiagPattern : Qt::SolidPattern));
}

Theme Theme::fromPalette(const QPalette& palette)
{
    const auto contrast = [&palette](QPalette::ColorRole text, QPalette::ColorRole ground) {
        return contrastRatio(palette.color(text), palette.color(ground));
    };
    Theme theme;
    theme.isDark = luminance(palette.color(QPalette::Base)) < luminance(palette.color(QPalette::Text));
    theme.isHighContrast = contrast(QPalette::Text, QPalette::Base) >= highContrast
        && contrast(QPalette::WindowText, QPalette::Window) >= highContrast;
    theme.hasPatterns =
        theme.isHighContrast || palette.brush(QPalette::BrightText).style() == Qt::BDiagPattern;
    theme.strokes = theme.isHighContrast ? 2 : 1;
    fillSurfaces(theme, palette);
    fillColours(theme);
    fillMixtures(theme);
    return theme;
}

QColor Theme::textOn(const QColor& ground) const
{
    constexpr double readable = 4.5;
    const auto better = [&ground](const QColor& one, const QColor& other) {
        return contrastRatio(one, ground) >= contrastRatio(other, ground) ? one : other;
    };
    const QColor opposite = isHighContrast ? panel : isDark ? QColor(0x10, 0x14, 0x18) : QColor(Qt::white);
    const QColor usual = better(text, opposite);
    // Between them lie colours on which neither is good: there black or white is.
    return contrastRatio(usual, ground) >= readable ? usual : better(Qt::black, Qt::white);
}

QFont Theme::labelFont(const QFont& like)
{
    constexpr double share = 0.87;
    QFont font = like;
    if (like.pixelSize() > 0)
        font.setPixelSize(qRound(like.pixelSize() * share));
    else
        font.setPointSizeF(like.pointSizeF() * share);
    return font;
}

QFont Theme::figureFont(const QFont& like)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (like.pixelSize() > 0)
        font.setPixelSize(like.pixelSize());
    else
        font.setPointSizeF(like.pointSizeF());
    return font;
}

} // namespace tidemark::ui
