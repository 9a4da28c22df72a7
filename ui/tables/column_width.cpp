// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/column_width.h"

#include "ui/details/figures.h"
#include "ui/theme.h"

#include <QFontMetrics>
#include <algorithm>

namespace tidemark::ui {

namespace {

int widestText(const RowSource& source, std::size_t column, const QFont& font)
{
    constexpr std::uint64_t fewTexts = 64;
    constexpr int widest = 206;
    if (source.textCount(column) > fewTexts)
        return widest;
    const QFontMetrics metrics(font);
    int width = 40;
    for (std::uint64_t i = 0; i < source.textCount(column); ++i)
        width = std::max(width, metrics.horizontalAdvance(QString::fromStdString(source.text(column, i))));
    return std::min(width, widest);
}

int usualWidth(const RowSource& source, std::size_t column, const QFont& font)
{
    const QFontMetrics figures(Theme::figureFont(font));
    switch (source.columns()[column].kind) {
    case CellKind::Words:
        return widestText(source, column, font);
    case CellKind::Address:
        return figures.horizontalAdvance(QStringLiteral("0x7f31c2000000"));
    case CellKind::Bytes:
        return figures.horizontalAdvance(QStringLiteral("1,023 MiB"));
    default:
        return figures.horizontalAdvance(QStringLiteral("10,000,000"));
    }
}

} // namespace

int columnWidth(const RowSource& source, std::size_t column, const QFont& font)
{
    constexpr int room = 24;
    constexpr int roomForSortMark = 34;
    const int title = QFontMetrics(font).horizontalAdvance(textOf(source.columns()[column].title));
    return std::max(usualWidth(source, column, font) + room, title + roomForSortMark);
}

} // namespace tidemark::ui
