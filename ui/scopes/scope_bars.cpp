// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scope_bars.h"

#include "ui/scopes/scopes_model.h"
#include "ui/theme.h"

#include <QPainter>
#include <algorithm>

namespace tidemark::ui {

void ScopeBars::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant share = index.data(ScopesModel::BarRole);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (share.isValid() && !isSelected && share.toDouble() > 0) {
        constexpr int shades = 10;
        const int shade = std::clamp(static_cast<int>(share.toDouble() * shades), 0, shades - 1);
        const Theme theme = Theme::fromPalette(option.palette);
        QRectF bar = QRectF(option.rect).adjusted(1, 1, -1, -1);
        bar.setWidth(bar.width() * std::min(1.0, share.toDouble()));
        painter->fillRect(bar, blend(theme.panel, theme.allocated, 0.10 + 0.04 * shade));
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace tidemark::ui
