// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/shown_words.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPaintEngine>
#include <QPainter>
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

// Writes down the words that are painted and paints nothing. It calls itself a drawing, for which views paint
// their words as words.
class WordEngine : public QPaintEngine {
public:
    explicit WordEngine(QStringList& words)
        : QPaintEngine(AllFeatures)
        , m_words(words)
    { }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override { }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override { }
    void drawPath(const QPainterPath&) override { }
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override { }
    void drawTextItem(const QPointF&, const QTextItem& item) override { m_words << item.text(); }
    Type type() const override { return SVG; }

private:
    QStringList& m_words;
};

class WordDevice : public QPaintDevice {
public:
    WordDevice(QStringList& words, const QWidget& like)
        : m_engine(words)
        , m_like(like)
    { }

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_like.width();
        case PdmHeight:
            return m_like.height();
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return m_like.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return m_like.logicalDpiY();
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    mutable WordEngine m_engine;
    const QWidget& m_like;
};

void addPainted(QStringList& words, QWidget& widget)
{
    WordDevice device(words, widget);
    QPainter painter(&device);
    widget.render(&painter);
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
