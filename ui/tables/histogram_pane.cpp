// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/histogram_pane.h"

#include "ui/details/figures.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>

namespace tidemark::ui {

HistogramPane::HistogramPane(QWidget* parent)
    : QWidget(parent)
    , m_kinds(new QComboBox(this))
    , m_heights(new QComboBox(this))
    , m_sum(makeMutedLabel({}, this))
    , m_empty(makeMutedLabel({}, this))
    , m_view(new HistogramView(this))
    , m_place(new QStackedWidget(this))
{
    buildLayout();
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &HistogramPane::count);
    connect(m_heights, &QComboBox::currentIndexChanged, this,
        [this](int index) { m_view->setCountsBytes(index == 1); });
    connect(m_view, &HistogramView::picked, this, &HistogramPane::pick);
}

void HistogramPane::buildLayout()
{
    m_kinds->setObjectName(QStringLiteral("histogramKind"));
    m_kinds->setAccessibleName(tr("What the bars tell apart"));
    m_kinds->addItem(tr("Sizes"), static_cast<int>(HistogramOf::Size));
    m_kinds->addItem(tr("Lives in events"), static_cast<int>(HistogramOf::LifeEvents));
    m_kinds->addItem(tr("Lives in time"), static_cast<int>(HistogramOf::LifeTime));
    m_heights->setObjectName(QStringLiteral("histogramHeight"));
    m_heights->setAccessibleName(tr("How high a bar is"));
    m_heights->addItem(tr("How many"));
    m_heights->addItem(tr("Bytes"));
    m_sum->setObjectName(QStringLiteral("histogramSum"));
    m_sum->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_empty->setObjectName(QStringLiteral("histogramEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_view->setObjectName(QStringLiteral("histogram"));
    m_view->setAccessibleName(tr("Histogram of allocations"));
    m_place->addWidget(m_empty);
    m_place->addWidget(m_view);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_kinds);
    bar->addWidget(m_heights);
    bar->addWidget(m_sum, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(bar);
    column->addWidget(m_place, 1);
    setFocusProxy(m_view);
}

void HistogramPane::setOf(HistogramOf of)
{
    m_kinds->setCurrentIndex(m_kinds->findData(static_cast<int>(of)));
}

void HistogramPane::setCountsBytes(bool bytes)
{
    m_heights->setCurrentIndex(bytes ? 1 : 0);
}

void HistogramPane::setFacts(
    const std::shared_ptr<const AllocationFacts>& facts, const AllocationChoice& choice, const QString& why)
{
    m_facts = facts;
    m_choice = choice;
    m_view->setFilter(choice.filter.allocations);
    m_empty->setText(why);
    count();
}

void HistogramPane::setUnits(ByteUnits units)
{
    m_units = units;
    m_view->setUnits(units);
    if (m_place->currentWidget() == m_view)
        take(Histogram(m_view->histogram()));
}

HistogramOf HistogramPane::of() const
{
    return static_cast<HistogramOf>(m_kinds->currentData().toInt());
}

// What is picked twice is let go again.
void HistogramPane::pick(const AllocationFilter& only)
{
    const AllocationFilter& known = m_choice.filter.allocations;
    AllocationFilter wanted = without(known, m_view->histogram().of);
    if (onlyOf(known, m_view->histogram().of) != only) {
        wanted.size = only.size ? only.size : wanted.size;
        wanted.lifeEvents = only.lifeEvents ? only.lifeEvents : wanted.lifeEvents;
        wanted.lifeUs = only.lifeUs ? only.lifeUs : wanted.lifeUs;
    }
    Q_EMIT filterWanted(wanted);
}

void HistogramPane::count()
{
    if (!m_facts) {
        m_counter.forget();
        m_sum->clear();
        return m_place->setCurrentWidget(m_empty);
    }
    AllocationChoice choice = m_choice;
    choice.filter.allocations = without(choice.filter.allocations, of());
    m_counter.start(
        [this, facts = m_facts, of = of(), choice](const std::stop_token& stop) -> NewestJob::Use {
            const Histogram histogram = histogramOf(*facts, of, choice, stop);
            if (!histogram.isComplete)
                return {};
            return [this, histogram] { take(histogram); };
        });
}

void HistogramPane::take(const Histogram& histogram)
{
    m_view->setHistogram(histogram);
    std::uint64_t count = histogram.openCount;
    std::uint64_t bytes = histogram.openBytes;
    for (const HistogramBar& bar : histogram.bars) {
        count += bar.count;
        bytes += bar.bytes;
    }
    m_sum->setText(
        tr("%1, %2 in all · a bar is a power of two · click one to see its allocations alone, in all views")
            .arg(counted(count, tr("allocation"), tr("allocations")), bytesText(bytes, m_units)));
    if (count == 0)
        m_empty->setText(m_choice.isAll()
                ? tr("Nothing was allocated while this was recorded, and nothing before.")
                : tr("Nothing was allocated of what is looked at; Escape shows all of "
                     "it."));
    m_place->setCurrentWidget(count == 0 ? static_cast<QWidget*>(m_empty) : m_view);
}

} // namespace tidemark::ui
