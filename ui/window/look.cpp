// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/look.h"

#include "ui/theme.h"

#include <QGuiApplication>
#include <QLabel>
#include <QWidget>

namespace tidemark::ui {

Theme applicationTheme()
{
    return Theme::fromPalette(QGuiApplication::palette());
}

void setLook(QWidget* widget, const QString& styleSheet)
{
    if (widget->styleSheet() == styleSheet)
        return;
    // With a style sheet on, a widget keeps the palette that it had; without one it takes the present one.
    widget->setStyleSheet({});
    widget->setStyleSheet(styleSheet);
}

QString pageLook(const Theme& theme)
{
    const QString border = theme.border.name();
    const int focus = 1 + theme.strokes; // pixels of the frame, which is taken from the padding
    // Styles draw the frames of fields in a shade of the window, of which black has none.
    const QString fields = theme.isHighContrast
        ? QStringLiteral("QLineEdit { border: 1px solid %1; border-radius: 3px; padding: 3px 5px; }"
                         "QLineEdit:focus { border: %2px solid %3; padding: %4px; }")
              .arg(border)
              .arg(focus)
              .arg(theme.accent.name())
              .arg(4 - focus)
        : QString();
    return fields
        + QStringLiteral(
            "QPushButton { background: %1; color: %2; border: 1px solid %3; border-radius: 6px; padding: 5px "
            "12px; }"
            "QPushButton:hover { background: %4; }"
            "QPushButton:pressed { background: %3; }"
            "QPushButton:focus { border: %10px solid %5; padding: %11px %12px; }"
            "QPushButton:disabled { color: %6; background: transparent; }"
            "QPushButton[primary=\"true\"] { background: %5; color: %7; border-color: %5; }"
            "QPushButton[primary=\"true\"]:hover { background: %8; }"
            "QPushButton[primary=\"true\"]:focus { border: %10px solid %9; }"
            "QPushButton[primary=\"true\"]:disabled { background: transparent; color: %6; border-color: %3; "
            "}")
              .arg(theme.panel.name(), theme.text.name(), border, blend(theme.panel, theme.text, 0.06).name(),
                  theme.accent.name(), blend(theme.background, theme.text, 0.45).name(),
                  theme.accentText.name(), blend(theme.accent, theme.text, 0.18).name(),
                  blend(theme.accent, theme.text, 0.6).name())
              .arg(focus)
              .arg(6 - focus)
              .arg(13 - focus);
}

QLabel* makeMutedLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace tidemark::ui
