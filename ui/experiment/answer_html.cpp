// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment/answer_html.h"

#include "ui/details/figures.h"
#include "ui/details/html_parts.h"
#include "ui/details/reason_words.h"
#include "ui/window/look.h"

#include <QCoreApplication>

namespace tidemark::ui {

namespace {

QString answerWords(const char* text)
{
    return QCoreApplication::translate("AnswerHtml", text);
}

QString answerParagraph(const QString& html, int above)
{
    return QStringLiteral("<p style='margin-top:%1px;margin-bottom:0'>%2</p>").arg(above).arg(html);
}

// With every figure to the byte: these sentences answer a question once.
Text exactWords(const ReasonSentence& sentence, ByteUnits units)
{
    Text words = wordsOf(sentence, units);
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        if (sentence[i].names == ReasonPart::Names::Bytes)
            words[i].text = textOf(exactBytesText(sentence[i].value, units));
    }
    return words;
}

} // namespace

QString answerHtml(
    const Experiment& experiment, const ExperimentAnswer& answer, const QFont& font, ByteUnits units)
{
    const HtmlParts parts(applicationTheme(), font);
    QString html = answerParagraph(
        parts.muted(QStringLiteral("%1 · %2").arg(textOf(experiment.title), textOf(experiment.question))), 0);
    html += answerParagraph(QStringLiteral("<b style='font-size:large'>%1</b>")
                                .arg(parts.inlineText(exactWords(answer.headline, units))),
        4);
    for (const ExplanationSentence& sentence : answer.sentences)
        html += answerParagraph(parts.inlineText(exactWords(sentence.text, units)), 4);
    for (const ReasonSentence& attempt : answer.tries)
        html += answerParagraph(
            parts.muted(answerWords("To try: ")) + parts.inlineText(exactWords(attempt, units)), 4);
    html +=
        answerParagraph(parts.muted(answerWords("Shown: %1. Over it: %2.")
                                        .arg(textOf(experiment.second.name), textOf(experiment.first.name))),
            6);
    return html;
}

} // namespace tidemark::ui
