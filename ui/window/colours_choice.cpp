// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/colours_choice.h"

#include "ui/window/colour_scheme.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QSettings>
#include <initializer_list>

namespace tidemark::ui {

void connectColours(const WindowActions& actions, QSettings& settings)
{
    const std::initializer_list<std::pair<QAction*, ColourScheme>> choices = {
        {actions.schemeSystem, ColourScheme::System},
        {actions.schemeLight, ColourScheme::Light},
        {actions.schemeDark, ColourScheme::Dark},
        {actions.schemeHighContrastLight, ColourScheme::HighContrastLight},
        {actions.schemeHighContrastDark, ColourScheme::HighContrastDark},
    };
    for (const auto& [action, scheme] : choices) {
        QObject::connect(action, &QAction::triggered, action, [&settings, scheme = scheme] {
            applyColourScheme(scheme, savedPatterns(settings));
            saveColourScheme(settings, scheme);
        });
        if (savedColourScheme(settings) == scheme)
            action->setChecked(true);
    }
    actions.patterns->setChecked(savedPatterns(settings));
    QObject::connect(actions.patterns, &QAction::toggled, actions.patterns, [&settings](bool shown) {
        savePatterns(settings, shown);
        applyColourScheme(savedColourScheme(settings), shown);
    });
    applyColourScheme(savedColourScheme(settings), savedPatterns(settings));
}

} // namespace tidemark::ui
