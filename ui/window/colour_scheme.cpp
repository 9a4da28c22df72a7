// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/colour_scheme.h"

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

void applyColourScheme(ColourScheme scheme)
{
    // Without a set palette the application has the desktop's, or the style's where the desktop has none.
    QApplication::setPalette(QPalette());
    const bool hasOwn = QApplication::palette() != QApplication::style()->standardPalette();
    if (scheme == ColourScheme::Dark)
        QApplication::setPalette(darkPalette());
    else if (scheme == ColourScheme::Light || !hasOwn)
        QApplication::setPalette(lightPalette());
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
    default:
        return ColourScheme::System;
    }
}

} // namespace tidemark::ui
