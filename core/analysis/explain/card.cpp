// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/card.h"

namespace tidemark {

std::string plainText(const Card& card)
{
    std::string text = card.title + "\n";
    for (const ExplanationSentence& sentence : card.sentences)
        text += exactText(sentence.text) + "\n";
    for (const ReasonSentence& attempt : card.tries)
        text += "To try: " + exactText(attempt) + "\n";
    return text;
}

} // namespace tidemark
