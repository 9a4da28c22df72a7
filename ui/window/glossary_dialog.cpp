// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/glossary_dialog.h"

#include "core/analysis/explain/glossary.h"
#include "ui/details/figures.h"
#include "ui/details/html_parts.h"
#include "ui/details/text_parts.h"
#include "ui/window/look.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

QString line(const QString& html)
{
    return QStringLiteral("<p style='margin-top:0;margin-bottom:2px;line-height:120%'>%1</p>").arg(html);
}

QString entryHtml(const GlossaryEntry& entry, const HtmlParts& parts)
{
    TextPart term{textOf(entry.term), true};
    if (entry.band != Band::Nothing)
        term.link = Link{Link::Kind::Band, static_cast<std::uint64_t>(entry.band)};
    QString html =
        QStringLiteral("<p style='margin-top:14px;margin-bottom:2px'>%1</p>").arg(parts.inlineText({term}));
    html += line(textOf(entry.meaning).toHtmlEscaped());
    if (!entry.api.empty())
        html += line(parts.muted(GlossaryDialog::tr("In PyTorch: "))
            + parts.figure(textOf(entry.api).toHtmlEscaped()));
    return html + line(parts.muted(GlossaryDialog::tr("In the picture: %1").arg(textOf(entry.place))));
}

} // namespace

GlossaryDialog::GlossaryDialog(QWidget* parent)
    : QDialog(parent)
    , m_words(new QLineEdit(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("glossaryDialog"));
    setWindowTitle(tr("What the words mean"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(640, 600);
    m_words->setObjectName(QStringLiteral("glossarySearch"));
    m_words->setPlaceholderText(tr("Search: reserved, inactive split, nvidia-smi …"));
    m_words->setClearButtonEnabled(true);
    m_words->setAccessibleName(tr("Search the glossary"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("The words and what they mean"));
    m_text->document()->setDocumentMargin(12);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_words);
    column->addWidget(m_text, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_words, &QLineEdit::textChanged, this, &GlossaryDialog::list);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        const auto link = linkFromTarget(url.toString());
        if (link && link->kind == Link::Kind::Band)
            Q_EMIT bandChosen(static_cast<Band>(link->value));
    });
    list();
}

void GlossaryDialog::search(const QString& words)
{
    m_words->setText(words);
}

QString GlossaryDialog::text() const
{
    return m_text->toPlainText();
}

void GlossaryDialog::list()
{
    const HtmlParts parts(applicationTheme(), font());
    const auto matches = glossaryMatches(m_words->text().trimmed().toStdString());
    QString html;
    for (const GlossaryEntry* entry : matches)
        html += entryHtml(*entry, parts);
    if (matches.empty())
        html = line(parts.muted(tr("No word of the glossary has that in it.")));
    else if (m_words->text().isEmpty())
        html +=
            QStringLiteral("<p style='margin-top:16px'>%1</p>")
                .arg(parts.muted(tr("requested ≤ allocated ≤ active ≤ reserved ≤ what the driver says the "
                                    "process uses. reserved = allocated + waiting + free beside live "
                                    "blocks + whole free segments.")));
    m_text->setHtml(html);
}

} // namespace tidemark::ui
