// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/driver_text.h"

#include "ui/details/figures.h"
#include "ui/details/reason_words.h"

namespace tidemark::ui {

QString outsideName(const DriverFigures& figures)
{
    return figures.outside ? QStringLiteral("outside the allocator")
                           : QStringLiteral("outside, with other processes");
}

QString othersName(const DriverFigures& figures)
{
    return figures.isUsedByNvml ? QStringLiteral("other processes and the driver itself")
                                : QStringLiteral("other processes");
}

DriverText driverText(const Explanation& explanation, ByteUnits units)
{
    DriverText text;
    if (explanation.driver.empty())
        return text;
    text.title = QStringLiteral("The driver's view");
    if (explanation.driverAgeUs && *explanation.driverAgeUs > 0)
        text.title += QStringLiteral(" · %1 before").arg(secondsText(*explanation.driverAgeUs));
    for (const ExplanationSentence& sentence : explanation.driver)
        text.sentences.push_back(wordsOf(sentence.text, units));
    return text;
}

} // namespace tidemark::ui
