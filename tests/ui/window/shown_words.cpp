// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/shown_words.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QBuffer>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTabBar>
#include <QTextEdit>
#include <algorithm>

namespace tidemark::tests {

namespace {

void addRows(QStringList& words, const QAbstractItemView& view)
{
    constexpr int mostRows = 40;
    const QAbstractItemModel* model = view.model();
    for (int row = 0; model && row < std::min(model->rowCount(view.rootIndex()), mostRows); ++row)
        for (int column = 0; column < model->columnCount(view.rootIndex()); ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                words << model->index(row, column, view.rootIndex()).data(role).toString();
}

void addTexts(QStringList& words, const QWidget& widget)
{
    words << widget.accessibleName() << widget.accessibleDescription() << widget.toolTip()
          << widget.statusTip();
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        words << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        words << button->text();
    if (const auto* text = qobject_cast<const QTextEdit*>(&widget))
        words << text->toPlainText();
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
        addRows(words, *view);
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        for (int i = 0; i < box->count(); ++i)
            words << box->itemText(i) << box->itemData(i, Qt::ToolTipRole).toString();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        for (int i = 0; i < tabs->count(); ++i)
            words << tabs->tabText(i) << tabs->tabToolTip(i);
}

// What a drawing of the widget has as words.
void addPainted(QStringList& words, QWidget& widget)
{
    QBuffer drawing;
    drawing.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&drawing);
        generator.setSize(widget.size());
        generator.setResolution(widget.logicalDpiX());
        QPainter painter(&generator);
        widget.render(&painter);
    }
    static const QRegularExpression text(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    for (auto found = text.globalMatch(QString::fromUtf8(drawing.data())); found.hasNext();)
        words << found.next().captured(1);
}

} // namespace

QStringList shownWords(QWidget& widget)
{
    QStringList words;
    addTexts(words, widget);
    for (const QWidget* inner : widget.findChildren<QWidget*>())
        if (inner->isVisible())
            addTexts(words, *inner);
    for (const QAction* action : widget.findChildren<QAction*>())
        words << action->text() << action->toolTip() << action->statusTip();
    addPainted(words, widget);
    words.removeAll(QString());
    return words;
}

} // namespace tidemark::tests
