// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/record_form.h"

#include "core/allocator/allocator_settings.h"
#include "core/base/bytes.h"
#include "ui/window/fold.h"
#include "ui/window/look.h"
#include "ui/window/place_form.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

constexpr int defaultSteps = 300; // long enough to try the buttons while it runs

QStringList wordsOf(const QString& text)
{
    static const QRegularExpression gap(QStringLiteral("[\\s,]+"));
    return text.split(gap, Qt::SkipEmptyParts);
}

// Nothing is lost by rounding.
QString limitText(std::uint64_t bytes)
{
    if (bytes == 0)
        return {};
    return bytes % mebibyte == 0 ? QStringLiteral("%1 MiB").arg(bytes / mebibyte) : QString::number(bytes);
}

void showProblem(QLabel* label, const QString& problem)
{
    label->setText(problem);
    label->setVisible(!problem.isEmpty());
}

} // namespace

RecordForm::RecordForm(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QButtonGroup(this))
    , m_noRecorder(new QLabel(this))
{
    m_noRecorder->setWordWrap(true);
    m_noRecorder->setObjectName(QStringLiteral("problem"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(m_noRecorder);
    column->addWidget(makeWorkloads());
    column->addWidget(makeFields());
    // The Tab key goes by the order in which they are made.
    m_place = new PlaceForm(this);
    column->addWidget(m_place);
    column->addWidget(makeMore());
    m_start = new QPushButton(tr("Start recording"), this);
    m_start->setProperty("primary", true);
    m_start->setObjectName(QStringLiteral("startRecording"));
    column->addWidget(m_start, 0, Qt::AlignLeft);

    connect(m_start, &QPushButton::clicked, this, &RecordForm::startRequested);
    connect(m_choice, &QButtonGroup::idToggled, this, &RecordForm::onWorkloadChosen);
    connect(m_place, &PlaceForm::changed, this, &RecordForm::validate);
    connect(m_place, &PlaceForm::returnPressed, this, &RecordForm::startIfFine);
    setWorkloads(knownWorkloads());
    setFoundRecorder({});
}

QWidget* RecordForm::makeWorkloads()
{
    auto* box = new QWidget(this);
    m_workloadRows = new QVBoxLayout(box);
    m_workloadRows->setContentsMargins(0, 0, 0, 0);
    m_workloadRows->setSpacing(2);
    return box;
}

QLineEdit* RecordForm::addField(
    QFormLayout* form, const QString& label, const QString& placeholder, QLabel** problem)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    auto* edit = new QLineEdit(this);
    edit->setPlaceholderText(placeholder);
    edit->setAccessibleName(label);
    column->addWidget(edit);
    if (problem) {
        *problem = new QLabel(this);
        (*problem)->setObjectName(QStringLiteral("problem"));
        (*problem)->setWordWrap(true);
        (*problem)->setTextFormat(Qt::PlainText);
        (*problem)->hide();
        column->addWidget(*problem);
    }
    auto* caption = new QLabel(label, this);
    caption->setBuddy(edit);
    form->addRow(caption, column);
    connect(edit, &QLineEdit::textChanged, this, &RecordForm::validate);
    connect(edit, &QLineEdit::returnPressed, this, &RecordForm::startIfFine);
    return edit;
}

QWidget* RecordForm::makeFields()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 6, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);

    m_steps = new QSpinBox(this);
    m_steps->setRange(0, 1'000'000);
    m_steps->setSpecialValueText(tr("until stopped"));
    m_steps->setValue(defaultSteps);
    m_steps->setAccessibleName(tr("Training steps"));
    form->addRow(tr("Training &steps"), m_steps);

    m_limit = addField(form, tr("Memory &limit"), tr("none; for example 2 GiB"), &m_limitProblem);
    m_conf = addField(form, tr("&Allocator settings"),
        tr("PyTorch's defaults; for example max_split_size_mb:64"), &m_confProblem);
    m_conf->setToolTip(tr("What PYTORCH_ALLOC_CONF holds: key:value, separated by commas."));

    m_hold = new QCheckBox(tr("&Keep the model in memory after the last step"), this);
    m_hold->setToolTip(tr("The recorder then waits for your commands until you press Stop."));
    m_hold->setChecked(true);
    form->addRow(QString(), m_hold);
    return box;
}

QWidget* RecordForm::makeMore()
{
    auto* fields = new QWidget(this);
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    m_settings = addField(form, tr("&Workload options"), tr("key=value key=value"), &m_settingsProblem);
    m_seed = addField(form, tr("See&d"), tr("the recorder's own"), nullptr);
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,18}")), m_seed));
    return new Fold(tr("More options"), fields, this);
}

void RecordForm::startIfFine()
{
    if (m_problem.isEmpty())
        Q_EMIT startRequested();
}

void RecordForm::setOffer(const RecorderOffer& offer)
{
    setWorkloads(offer.workloads);
    m_place->showOffer(offer);
}

void RecordForm::setWorkloads(const QList<WorkloadInfo>& workloads)
{
    const QString before = options().workload;
    while (QLayoutItem* item = m_workloadRows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_workloads = workloads;
    for (int i = 0; i < m_workloads.size(); ++i)
        addWorkload(m_workloads[i], i);
    orderTab();
    RunOptions kept = options();
    kept.workload = before;
    setOptions(kept);
}

// The workloads are made last, and anew with every answer, but the Tab key comes to them before the fields.
void RecordForm::orderTab()
{
    QWidget* before = m_steps->previousInFocusChain();
    while (before != m_steps && !(before->focusPolicy() & Qt::TabFocus))
        before = before->previousInFocusChain();
    for (QAbstractButton* radio : m_choice->buttons()) {
        setTabOrder(before, radio);
        before = radio;
    }
}

void RecordForm::addWorkload(const WorkloadInfo& info, int index)
{
    auto* radio = new QRadioButton(info.name, this);
    radio->setObjectName(QStringLiteral("workload-") + info.name);
    QFont bold = radio->font();
    bold.setBold(true);
    radio->setFont(bold);
    radio->setAccessibleDescription(info.description);
    m_choice->addButton(radio, index);
    m_workloadRows->addWidget(radio);
    auto* description = makeMutedLabel(info.description, this);
    description->setWordWrap(true);
    description->setIndent(24);
    description->setBuddy(radio);
    m_workloadRows->addWidget(description);
    m_workloadRows->addSpacing(4);
}

const WorkloadInfo* RecordForm::chosen() const
{
    const int id = m_choice->checkedId();
    return id >= 0 && id < m_workloads.size() ? &m_workloads[id] : nullptr;
}

void RecordForm::onWorkloadChosen()
{
    const WorkloadInfo* workload = chosen();
    if (!workload)
        return;
    QStringList example;
    QStringList explained;
    for (const WorkloadOptionInfo& option : workload->options) {
        example << option.name + QLatin1Char('=') + option.defaultValue;
        explained << QStringLiteral("%1: %2").arg(option.name, option.description);
    }
    m_settings->setPlaceholderText(
        example.isEmpty() ? tr("key=value key=value") : example.join(QLatin1Char(' ')));
    m_settings->setToolTip(explained.join(QLatin1Char('\n')));
    m_steps->setEnabled(workload->hasSteps);
    validate();
}

void RecordForm::setFoundRecorder(const RecorderProgram& recorder)
{
    m_place->setFoundRecorder(recorder);
    validate();
}

RunOptions RecordForm::options() const
{
    RunOptions result;
    const WorkloadInfo* workload = chosen();
    result.workload = workload ? workload->name : QString();
    if (!m_seed)
        return result;
    result.steps = m_steps->isEnabled() ? m_steps->value() : 0;
    result.limit = parseBytes(m_limit->text().trimmed().toStdString()).value_or(0);
    result.allocatorConf = m_conf->text().trimmed();
    result.settings = wordsOf(m_settings->text());
    if (!m_seed->text().isEmpty())
        result.seed = m_seed->text().toULongLong();
    result.hold = m_hold->isChecked();
    m_place->addTo(result);
    return result;
}

void RecordForm::setOptions(const RunOptions& options)
{
    int index = 0;
    for (int i = 0; i < m_workloads.size(); ++i)
        if (m_workloads[i].name == options.workload)
            index = i;
    if (QAbstractButton* button = m_choice->button(index))
        button->setChecked(true);
    m_steps->setValue(options.steps);
    m_limit->setText(limitText(options.limit));
    m_conf->setText(options.allocatorConf);
    m_settings->setText(options.settings.join(QLatin1Char(' ')));
    m_seed->setText(options.seed ? QString::number(*options.seed) : QString());
    m_hold->setChecked(options.hold);
    m_place->setOptions(options);
    onWorkloadChosen();
}

QString RecordForm::confProblem() const
{
    const auto parsed = AllocatorSettings::parse(m_conf->text().trimmed().toStdString());
    return parsed ? QString() : QString::fromStdString(parsed.error().message);
}

QString RecordForm::limitProblem() const
{
    const QString text = m_limit->text().trimmed();
    if (text.isEmpty())
        return {};
    const auto parsed = parseBytes(text.toStdString());
    return parsed ? QString() : QString::fromStdString(parsed.error().message);
}

QString RecordForm::settingsProblem() const
{
    for (const QString& word : wordsOf(m_settings->text()))
        if (word.indexOf(QLatin1Char('=')) <= 0)
            return tr("“%1” is not key=value.").arg(word);
    return {};
}

void RecordForm::validate()
{
    if (!m_seed)
        return;
    const QString limit = limitProblem();
    const QString conf = confProblem();
    const QString settings = settingsProblem();
    showProblem(m_limitProblem, limit);
    showProblem(m_confProblem, conf);
    showProblem(m_settingsProblem, settings);
    const QString noRecorder = m_place->recorder().isEmpty()
        ? tr("Recording needs tidemark-record, which is neither beside this program nor on the PATH. "
             "Build it with LibTorch, or name it under Where it runs. Opening files works without it.")
        : QString();
    showProblem(m_noRecorder, noRecorder);
    m_problem.clear();
    for (const QString& problem : {noRecorder, limit, conf, settings})
        if (m_problem.isEmpty())
            m_problem = problem;
    m_start->setEnabled(m_problem.isEmpty());
    m_start->setToolTip(m_problem);
}

} // namespace tidemark::ui
