// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/share_bar.h"

#include "ui/memory/group_table.h"
#include "ui/theme.h"

#include <QPainter>

namespace tidemark::ui {

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const double share = index.data(GroupTable::shareRole).toDouble();
    if (share <= 0)
        return;
    const Theme theme = Theme::fromPalette(option.palette);
    const QRectF cell(option.rect);
    const QRectF bar(cell.left() + 3, cell.bottom() - 4, std::max(1.0, (cell.width() - 6) * share), 3);
    painter->fillRect(bar, theme.allocated);
}

} // namespace tidemark::ui
