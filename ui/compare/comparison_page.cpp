// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_page.h"

#include "ui/compare/comparison_words.h"
#include "ui/details/figures.h"
#include "ui/details/text_parts.h"
#include "ui/experiment/answer_html.h"
#include "ui/first_column.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/whole_memory_note.h"
#include "ui/window/device_names.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

namespace tidemark::ui {

namespace {

// A list gives way in a narrow window: what is chosen is in its tool tip, too.
void fillChoices(QComboBox* box, const QString& name, const QStringList& choices)
{
    box->setAccessibleName(name);
    box->addItems(choices);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    constexpr int frameAndArrow = 52; // pixels
    int longest = 0;
    for (const QString& choice : choices)
        longest = std::max(longest, box->fontMetrics().horizontalAdvance(choice));
    if (longest > 0)
        box->setMaximumWidth(longest + frameAndArrow);
}

QLabel* plainLabel(const QString& name, QWidget* parent)
{
    auto* label = makeMutedLabel({}, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ComparisonPage::ComparisonPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_comparison(new Comparison(state, this))
    , m_by(new QComboBox(this))
    , m_at(new QComboBox(this))
    , m_alignment(new QComboBox(this))
    , m_deviceA(new QComboBox(this))
    , m_side(new QComboBox(this))
    , m_filter(new QLineEdit(this))
    , m_end(new QPushButton(tr("End comparison"), this))
    , m_sides(plainLabel(QStringLiteral("comparedSides"), this))
    , m_shares(plainLabel(QStringLiteral("comparedShares"), this))
    , m_busy(makeMutedLabel(tr("Following the events of both …"), this))
    , m_progress(new QProgressBar(this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_rows(new QTableView(this))
    , m_words(new QTextBrowser(this))
{
    buildLayout();
    connectChoices();
    connect(m_comparison, &Comparison::begun, this, &ComparisonPage::beginAnew);
    connect(m_comparison, &Comparison::changed, this, &ComparisonPage::showQuestion);
    connect(m_comparison, &Comparison::found, this, &ComparisonPage::showFacts);
    connect(m_comparison, &Comparison::progressed, m_progress, &QProgressBar::setValue);
    connect(m_end, &QPushButton::clicked, m_comparison, &Comparison::end);
    connect(m_stop, &QPushButton::clicked, m_comparison, &Comparison::stop);
    connect(m_filter, &QLineEdit::textChanged, &m_table, &ComparisonTable::setText);
    connect(m_words, &QTextBrowser::anchorClicked, this, &ComparisonPage::followLink);
    connect(&m_state, &ViewState::unitsChanged, this, &ComparisonPage::showUnits);
    showUnits();
    showQuestion();
}

void ComparisonPage::buildLayout()
{
    m_words->setObjectName(QStringLiteral("comparedWords"));
    m_words->setAccessibleName(tr("What differs, in words"));
    m_words->setOpenLinks(false);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->document()->setDocumentMargin(8);
    m_rows->setObjectName(QStringLiteral("comparedGroups"));
    m_rows->setAccessibleName(tr("What each of the two holds"));
    m_rows->setModel(&m_table);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setShowGrid(false);
    m_rows->setWordWrap(false);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    m_rows->horizontalHeader()->setHighlightSections(false);
    m_rows->horizontalHeader()->setSortIndicatorClearable(true);
    m_rows->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    constexpr int leastName = 180; // pixels
    new FirstColumn(m_rows, leastName);
    m_rows->setSortingEnabled(true);
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->addWidget(m_rows);
    parts->addWidget(m_words);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 8);
    column->setSpacing(6);
    column->addLayout(questionRow());
    column->addLayout(filterRow());
    column->addLayout(progressRow());
    column->addWidget(makeWholeMemoryNote(m_state, this));
    column->addWidget(m_sides);
    column->addWidget(m_shares);
    column->addWidget(parts, 1);
}

QHBoxLayout* ComparisonPage::questionRow()
{
    m_by->setObjectName(QStringLiteral("comparedBy"));
    QStringList kinds;
    for (const CompareBy by : {CompareBy::Scope, CompareBy::Place, CompareBy::Operator, CompareBy::Stack,
             CompareBy::Category, CompareBy::DataType, CompareBy::Module, CompareBy::Phase})
        kinds << tr("by %1").arg(textOf(compareByName(by)));
    fillChoices(m_by, tr("What memory is told apart by"), kinds);
    m_by->setToolTip(tr("What memory is told apart by; none of it depends on addresses"));
    m_at->setObjectName(QStringLiteral("comparedAt"));
    fillChoices(m_at, tr("At which moments"),
        {tr("at the peaks of allocated"), tr("at the cursor"), tr("at the ends")});
    m_at->setToolTip(tr("Which moment of each; at the cursor, A's is the one that lies there in the curves"));
    m_alignment->setObjectName(QStringLiteral("comparedAlignment"));
    fillChoices(m_alignment, tr("How the curves lie over each other"),
        {tr("curves by steps and phases"), tr("curves by steps"), tr("curves by time")});
    m_alignment->setToolTip(tr("What begins and ends together in the two curves: steps and phases of the "
                               "same name, steps alone, or nothing, with one clock from the first event"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QComboBox* box : {m_by, m_at, m_alignment})
        row->addWidget(box, 10); // as wide as it needs to be, where there is room
    m_end->setObjectName(QStringLiteral("endComparison"));
    m_end->setToolTip(tr("Take the other curves away and close this page"));
    row->addStretch(1);
    row->addWidget(m_end);
    return row;
}

QHBoxLayout* ComparisonPage::filterRow()
{
    m_side->setObjectName(QStringLiteral("comparedSide"));
    fillChoices(
        m_side, tr("Which groups are listed"), {tr("All"), tr("Only in A"), tr("In both"), tr("Only in B")});
    m_filter->setObjectName(QStringLiteral("comparedFilter"));
    m_filter->setAccessibleName(tr("Only groups whose name contains"));
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setClearButtonEnabled(true);
    m_deviceA->setObjectName(QStringLiteral("comparedDevice"));
    fillChoices(m_deviceA, tr("Which device of A"), {});
    m_deviceA->setToolTip(tr("The device of A; B's is the one that the window shows"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_side);
    row->addWidget(m_filter, 2);
    row->addWidget(m_deviceA, 1);
    return row;
}

QHBoxLayout* ComparisonPage::progressRow()
{
    m_progress->setObjectName(QStringLiteral("comparedProgress"));
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_stop->setObjectName(QStringLiteral("stopComparison"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_busy);
    row->addWidget(m_progress, 1);
    row->addWidget(m_stop);
    return row;
}

void ComparisonPage::connectChoices()
{
    connect(m_by, &QComboBox::activated, this,
        [this](int index) { m_comparison->setBy(static_cast<CompareBy>(index)); });
    connect(m_at, &QComboBox::activated, this,
        [this](int index) { m_comparison->setAt(static_cast<ComparedAt>(index)); });
    connect(m_alignment, &QComboBox::activated, this,
        [this](int index) { m_comparison->setAlignment(static_cast<CurveAlignment>(index)); });
    connect(m_deviceA, &QComboBox::activated, this,
        [this](int index) { m_comparison->setDeviceA(static_cast<std::size_t>(index)); });
    connect(m_side, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_table.setSide(
            index <= 0 ? std::nullopt : std::optional(static_cast<ComparisonTable::Side>(index - 1)));
    });
}

void ComparisonPage::beginAnew()
{
    clear();
    m_deviceA->addItems(deviceChoices(*m_comparison->question().a, m_state.units()));
    m_deviceA->setVisible(m_deviceA->count() > 1);
}

void ComparisonPage::clear()
{
    m_deviceA->clear();
    m_filter->clear();
    m_side->setCurrentIndex(0);
    m_table.setFacts(nullptr);
    m_sides->clear();
    m_shares->clear();
    m_words->clear();
}

void ComparisonPage::showQuestion()
{
    const ComparisonQuestion& question = m_comparison->question();
    m_by->setCurrentIndex(static_cast<int>(question.by));
    m_at->setCurrentIndex(static_cast<int>(question.at));
    m_alignment->setCurrentIndex(static_cast<int>(question.alignment));
    m_deviceA->setCurrentIndex(static_cast<int>(question.deviceA));
    const bool isBusy = m_comparison->isBusy();
    if (isBusy && m_progress->isHidden())
        m_progress->setValue(0);
    for (QWidget* widget :
        {static_cast<QWidget*>(m_busy), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_stop)})
        widget->setVisible(isBusy && question.at != ComparedAt::Cursor);
    if (!m_comparison->isThere())
        clear();
}

void ComparisonPage::showFacts()
{
    const auto& facts = m_comparison->facts();
    m_table.setFacts(facts);
    constexpr int betweenFigures = 12; // pixels
    for (int i = ComparisonTable::In; i < ComparisonTable::ColumnCount; ++i) {
        m_rows->resizeColumnToContents(i);
        m_rows->setColumnWidth(i, m_rows->columnWidth(i) + betweenFigures);
    }
    m_sides->setText(sidesText(*facts, m_comparison->words(), m_state.units()));
    const QString missing = missingText(*facts);
    m_shares->setText(sharesText(facts->groups, m_state.units())
        + (missing.isEmpty() ? QString() : QLatin1Char('\n') + missing));
    applyTheme();
}

void ComparisonPage::showUnits()
{
    m_table.setUnits(m_state.units());
    if (!m_comparison->facts())
        return;
    const QStringList devices = deviceChoices(*m_comparison->question().a, m_state.units());
    for (int i = 0; i < std::min<int>(m_deviceA->count(), static_cast<int>(devices.size())); ++i)
        m_deviceA->setItemText(i, devices[i]);
    showFacts();
}

QString ComparisonPage::text() const
{
    return m_words->toPlainText();
}

void ComparisonPage::applyTheme()
{
    setLook(this, pageLook(applicationTheme()));
    if (const auto& facts = m_comparison->facts())
        m_words->setHtml(answerHtml(m_comparison->words(), facts->words, font(), m_state.units()));
}

void ComparisonPage::followLink(const QUrl& url)
{
    const auto link = linkFromTarget(url.toString());
    if (link && link->kind == Link::Kind::Moment)
        m_state.setCursor(link->value);
    else if (link && link->kind == Link::Kind::Band)
        m_state.setHighlightedBand(static_cast<Band>(link->value));
}

} // namespace tidemark::ui
