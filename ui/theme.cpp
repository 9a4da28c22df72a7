// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QFontDatabase>

namespace tidemark::ui {

namespace {

// Okabe and Ito, "Color Universal Design", 2008.
constexpr QColor orange(0xe6, 0x9f, 0x00);
constexpr QColor skyBlue(0x56, 0xb4, 0xe9);
constexpr QColor green(0x00, 0x9e, 0x73);
constexpr QColor blue(0x00, 0x72, 0xb2);
constexpr QColor vermilion(0xd5, 0x5e, 0x00);
constexpr QColor purple(0xcc, 0x79, 0xa7);

double lightness(const QColor& colour)
{
    return 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF();
}

void fillSurfaces(Theme& theme, const QPalette& palette)
{
    theme.panel = palette.color(QPalette::Base);
    theme.background = palette.color(QPalette::Window);
    theme.text = palette.color(QPalette::WindowText);
    theme.raised = theme.isDark ? blend(theme.panel, theme.text, 0.08) : theme.panel;
    theme.border = blend(theme.panel, theme.text, theme.isDark ? 0.24 : 0.20);
    theme.grid = blend(theme.panel, theme.text, theme.isDark ? 0.10 : 0.08);
    theme.mutedText = blend(theme.background, theme.text, theme.isDark ? 0.68 : 0.62);
    theme.hover = blend(theme.panel, theme.text, 0.45);
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

void fillMixtures(Theme& theme)
{
    theme.allocatedFill = blend(theme.panel, theme.allocated, theme.isDark ? 0.38 : 0.35);
    theme.reservedFill = blend(theme.panel, theme.reserved, theme.isDark ? 0.14 : 0.10);
    theme.waitingFill = blend(theme.panel, theme.waiting, theme.isDark ? 0.55 : 0.45);
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

Theme Theme::fromPalette(const QPalette& palette)
{
    Theme theme;
    theme.isDark = lightness(palette.color(QPalette::Base)) < lightness(palette.color(QPalette::Text));
    fillSurfaces(theme, palette);
    if (theme.isDark)
        fillDark(theme);
    else
        fillLight(theme);
    fillMixtures(theme);
    return theme;
}

QColor Theme::textOn(const QColor& ground) const
{
    const QColor opposite = isDark ? QColor(0x10, 0x14, 0x18) : QColor(Qt::white);
    const double distance = qAbs(lightness(text) - lightness(ground));
    return distance >= qAbs(lightness(opposite) - lightness(ground)) ? text : opposite;
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
