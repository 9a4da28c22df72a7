// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/colour_scheme.h"

#include "ui/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>
#include <QWidget>

namespace tidemark::ui {

namespace {

struct Surfaces {
    QColor window, base, raised, text, muted, accent, accentText;
};

QPalette paletteOf(const Surfaces& surfaces)
{
    QPalette palette(surfaces.raised, surfaces.window);
    palette.setColor(QPalette::WindowText, surfaces.text);
    palette.setColor(QPalette::Text, surfaces.text);
    palette.setColor(QPalette::ButtonText, surfaces.text);
    palette.setColor(QPalette::Base, surfaces.base);
    palette.setColor(QPalette::AlternateBase, surfaces.window);
    palette.setColor(QPalette::ToolTipBase, surfaces.raised);
    palette.setColor(QPalette::ToolTipText, surfaces.text);
    palette.setColor(QPalette::Highlight, surfaces.accent);
    palette.setColor(QPalette::HighlightedText, surfaces.accentText);
    palette.setColor(QPalette::Link, surfaces.accent);
    palette.setColor(QPalette::LinkVisited, surfaces.accent);
    palette.setColor(QPalette::PlaceholderText, surfaces.muted);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, surfaces.muted);
    return palette;
}

QPalette paletteFor(ColourScheme scheme)
{
    switch (scheme) {
    case ColourScheme::Light:
        return lightPalette();
    case ColourScheme::Dark:
        return darkPalette();
    case ColourScheme::HighContrastLight:
        return highContrastPalette(false);
    case ColourScheme::HighContrastDark:
        return highContrastPalette(true);
    case ColourScheme::System:
        break;
    }
    // Of the desktop's own nothing is set, so that it goes on being followed.
    const bool hasOwn = QApplication::palette() != QApplication::style()->standardPalette();
    return hasOwn ? QPalette() : lightPalette();
}

} // namespace

QPalette lightPalette()
{
    return paletteOf({QColor(0xf6, 0xf7, 0xf9), Qt::white, Qt::white, QColor(0x1f, 0x23, 0x29),
        QColor(0x69, 0x71, 0x7c), QColor(0x0f, 0x5f, 0xa8), Qt::white});
}

QPalette darkPalette()
{
    return paletteOf({QColor(0x1b, 0x1e, 0x23), QColor(0x14, 0x16, 0x1a), QColor(0x26, 0x2a, 0x31),
        QColor(0xe4, 0xe7, 0xeb), QColor(0x93, 0x9b, 0xa6), QColor(0x5a, 0xa9, 0xe6),
        QColor(0x0c, 0x14, 0x1c)});
}

QPalette highContrastPalette(bool isDark)
{
    return isDark ? paletteOf({Qt::black, Qt::black, QColor(0x1a, 0x1a, 0x1a), Qt::white,
               QColor(0xd0, 0xd0, 0xd0), QColor(0xff, 0xd9, 0x3b), Qt::black})
                  : paletteOf({Qt::white, Qt::white, Qt::white, Qt::black, QColor(0x40, 0x40, 0x40),
                      QColor(0x00, 0x40, 0xa0), Qt::white});
}

void applyColourScheme(ColourScheme scheme, bool patterns)
{
    // Without a set palette the application has the desktop's, or the style's where the desktop has none.
    QApplication::setPalette(QPalette());
    QPalette palette = paletteFor(scheme);
    if (patterns)
        setWantsPatterns(palette, true);
    QApplication::setPalette(palette);
    // Qt itself tells the windows only while QApplication::exec() runs.
    for (QWidget* window : QApplication::topLevelWidgets()) {
        QEvent change(QEvent::ApplicationPaletteChange);
        QCoreApplication::sendEvent(window, &change);
    }
}

void saveColourScheme(QSettings& settings, ColourScheme scheme)
{
    settings.setValue(QStringLiteral("window/colours"), static_cast<int>(scheme));
}

ColourScheme savedColourScheme(QSettings& settings)
{
    switch (settings.value(QStringLiteral("window/colours")).toInt()) {
    case static_cast<int>(ColourScheme::Light):
        return ColourScheme::Light;
    case static_cast<int>(ColourScheme::Dark):
        return ColourScheme::Dark;
    case static_cast<int>(ColourScheme::HighContrastLight):
        return ColourScheme::HighContrastLight;
    case static_cast<int>(ColourScheme::HighContrastDark):
        return ColourScheme::HighContrastDark;
    default:
        return ColourScheme::System;
    }
}

void savePatterns(QSettings& settings, bool patterns)
{
    settings.setValue(QStringLiteral("window/patterns"), patterns);
}

bool savedPatterns(const QSettings& settings)
{
    return settings.value(QStringLiteral("window/patterns"), false).toBool();
}

} // namespace tidemark::ui
