// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/text_parts.h"
#include "ui/theme.h"

#include <QFont>
#include <QString>

namespace tidemark::ui {

// Pieces of the details' rich text. Only what QTextDocument understands: tables, spans, styles.
class HtmlParts {
public:
    HtmlParts(const Theme& theme, const QFont& font);

    QString muted(const QString& text) const; // plain text
    QString figure(const QString& html) const; // in the face of figures
    QString inlineText(const Text& text) const; // with its links

private:
    QString m_muted;
    QString m_accent;
    QString m_figureFace;
};

} // namespace tidemark::ui
