// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/place_form.h"

#include "ui/details/figures.h"
#include "ui/live/remote_words.h"
#include "ui/window/fold.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tidemark::ui {

namespace {

const QString descriptionMark = QStringLiteral(" · "); // between a device's name and what it is

// "cuda:0 · NVIDIA H200, 140 GiB".
QString withDescription(const DeviceOffer& device, ByteUnits units)
{
    QStringList parts = {device.description};
    if (device.capacity > 0)
        parts << bytesText(device.capacity, units);
    parts.removeAll(QString());
    return parts.isEmpty() ? device.name : device.name + descriptionMark + parts.join(QStringLiteral(", "));
}

QLabel* makeWrapped(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    return label;
}

} // namespace

PlaceForm::PlaceForm(QWidget* parent)
    : QWidget(parent)
{
    m_fold = new Fold(tr("Where it runs"), makeFields(), this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold);
    m_fold->addAlwaysShown(makeAnswer());
    refresh();
}

QLineEdit* PlaceForm::addLine(QFormLayout* form, const QString& label)
{
    auto* edit = new QLineEdit(this);
    auto* caption = new QLabel(label, this);
    caption->setBuddy(edit);
    form->addRow(caption, edit);
    edit->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    connect(edit, &QLineEdit::textChanged, this, &PlaceForm::refresh);
    connect(edit, &QLineEdit::editingFinished, this, &PlaceForm::onRecorderEdited);
    connect(edit, &QLineEdit::returnPressed, this, &PlaceForm::returnPressed);
    return edit;
}

QWidget* PlaceForm::makeFields()
{
    auto* fields = new QWidget(this);
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_runOn = addLine(form, tr("Run &on"));
    m_runOn->setObjectName(QStringLiteral("runOn"));
    m_runOn->setPlaceholderText(tr("this computer; or, for example, ssh gpu-box"));
    m_runOn->setToolTip(tr("A command that is put before the recorder and runs it elsewhere:\n"
                           "ssh gpu-box, srun -G1, kubectl exec -i pod --\n"
                           "It has to connect without asking anything, and to pass both pipes on."));
    m_recorder = addLine(form, tr("R&ecorder"));
    m_recorder->setObjectName(QStringLiteral("recorder"));
    m_recorder->setToolTip(tr("The program's name there, or its whole path"));

    m_device = new QComboBox(this);
    m_device->setObjectName(QStringLiteral("device"));
    m_device->setEditable(true);
    m_device->setInsertPolicy(QComboBox::NoInsert);
    m_device->lineEdit()->setPlaceholderText(tr("cpu; or, for example, cuda:0"));
    m_device->setAccessibleName(tr("Device"));
    m_device->lineEdit()->setAccessibleName(tr("Device"));
    m_deviceNote = makeMutedLabel({}, this);
    m_deviceNote->setWordWrap(true);
    m_deviceNote->hide();
    auto* device = new QVBoxLayout;
    device->setSpacing(2);
    device->addWidget(m_device);
    device->addWidget(m_deviceNote);
    auto* caption = new QLabel(tr("Dev&ice"), this);
    caption->setBuddy(m_device);
    form->addRow(caption, device);
    connect(m_device, &QComboBox::editTextChanged, this, &PlaceForm::refresh);

    m_allocator = new QComboBox(this);
    m_allocator->setObjectName(QStringLiteral("allocator"));
    m_allocator->addItem(tr("PyTorch's own (native)"), QString());
    m_allocator->addItem(tr("Tidemark's (tidemark)"), QStringLiteral("tidemark"));
    m_allocator->setAccessibleName(tr("Allocator"));
    form->addRow(tr("Allo&cator"), m_allocator);
    connect(m_allocator, &QComboBox::currentIndexChanged, this, &PlaceForm::refresh);

    m_ranks = new QSpinBox(this);
    m_ranks->setObjectName(QStringLiteral("ranks"));
    m_ranks->setRange(1, mostRanks);
    m_ranks->setAccessibleName(tr("Ranks"));
    m_ranks->setToolTip(
        tr("So many recorders run at once, each with RANK, LOCAL_RANK and WORLD_SIZE in its "
           "environment, as torchrun starts them.\n"
           "They are shown as one recording with the devices of all. On the device cuda, without "
           "a number, rank N takes cuda:N."));
    form->addRow(tr("Ra&nks"), m_ranks);
    connect(m_ranks, &QSpinBox::valueChanged, this, &PlaceForm::refresh);
    return fields;
}

QWidget* PlaceForm::makeAnswer()
{
    m_answer = new QWidget(this);
    auto* row = new QVBoxLayout(m_answer);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    m_answerText = makeWrapped(m_answer);
    row->addWidget(m_answerText);
    m_askAgain = new QToolButton(m_answer);
    m_askAgain->setObjectName(QStringLiteral("askRecorder"));
    m_askAgain->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(m_askAgain, 0, Qt::AlignLeft);
    connect(m_askAgain, &QToolButton::clicked, this, &PlaceForm::askWanted);
    m_answer->hide();
    return m_answer;
}

void PlaceForm::setFoundRecorder(const RecorderProgram& recorder)
{
    m_found = recorder;
    m_meant = this->recorder();
    refresh();
}

RecorderProgram PlaceForm::recorder() const
{
    return recorderAt(place(), m_found);
}

RecorderPlace PlaceForm::place() const
{
    return {m_runOn->text().trimmed(), m_recorder->text().trimmed()};
}

void PlaceForm::setPlace(const RecorderPlace& place)
{
    m_runOn->setText(place.runOn);
    m_recorder->setText(place.recorder);
    m_meant = recorder();
    if (place != RecorderPlace{})
        m_fold->setOpen(true);
}

// Without what it is, and without blanks between several.
QString PlaceForm::device() const
{
    return m_device->currentText().section(descriptionMark, 0, 0).simplified().remove(QLatin1Char(' '));
}

void PlaceForm::addTo(RunOptions& options) const
{
    options.device = device();
    options.allocator = isCuda(options.device) ? m_allocator->currentData().toString() : QString();
    options.ranks = m_ranks->value();
}

void PlaceForm::setOptions(const RunOptions& options)
{
    const int known = m_device->findData(options.device);
    m_device->setEditText(
        known >= 0 && !options.device.isEmpty() ? m_device->itemText(known) : options.device);
    m_allocator->setCurrentIndex(std::max(0, m_allocator->findData(options.allocator)));
    m_ranks->setValue(options.ranks);
    if (!options.device.isEmpty() || options.ranks > 1)
        m_fold->setOpen(true);
}

void PlaceForm::onRecorderEdited()
{
    const RecorderProgram meant = recorder();
    if (meant == m_meant)
        return;
    m_meant = meant;
    Q_EMIT askWanted();
}

void PlaceForm::refresh()
{
    if (!m_ranks || !m_answer)
        return;
    const bool isElsewhere = !m_runOn->text().trimmed().isEmpty();
    const QStringList found = m_found.carrier + QStringList(m_found.program) + m_found.arguments;
    m_recorder->setPlaceholderText(isElsewhere ? QStringLiteral("tidemark-record")
            : m_found.isEmpty()                ? tr("none found")
                                               : asTyped(found));
    const bool cuda = isCuda(device());
    m_allocator->setEnabled(cuda);
    m_allocator->setToolTip(cuda ? tr("Whose caching allocator serves the tensors, and is recorded")
                                 : tr("On the CPU it is always Tidemark's; on CUDA there is a choice."));
    const QString note = cuda && m_ranks->value() > 1 && device() != QLatin1String("cuda")
        ? tr("Every rank runs on %1; on cuda, without a number, each has its own.").arg(device())
        : m_withoutCuda;
    m_deviceNote->setText(note);
    m_deviceNote->setVisible(!note.isEmpty());
    Q_EMIT changed();
}

void PlaceForm::showAsking()
{
    forgetWithoutCuda();
    const RecorderProgram meant = recorder();
    if (meant.isElsewhere())
        say(tr("Asking %1 what it can run …").arg(asTyped(meant.carrier)), false, {});
    else
        say({}, false, {});
}

void PlaceForm::showUnasked()
{
    forgetWithoutCuda();
    say(tr("What %1 can run has not been asked.").arg(asTyped(recorder().carrier)), false, tr("Ask now"));
}

// Another recorder said so, as far as is known.
void PlaceForm::forgetWithoutCuda()
{
    m_withoutCuda.clear();
    refresh();
}

void PlaceForm::showFailure(const QString& sentence)
{
    say(sentence, true, tr("Ask again"));
}

void PlaceForm::showOffer(const RecorderOffer& offer)
{
    say({}, false, {});
    RunOptions kept;
    addTo(kept);
    const QSignalBlocker noChange(m_device);
    m_device->clear();
    m_offered = offer.devices;
    for (const DeviceOffer& device : m_offered)
        m_device->addItem(withDescription(device, m_units), device.name);
    m_withoutCuda = offer.withoutCuda;
    m_device->setEditText(kept.device);
    const int known = m_device->findData(kept.device);
    if (known >= 0)
        m_device->setEditText(m_device->itemText(known));
    refresh();
}

void PlaceForm::setUnits(ByteUnits units)
{
    m_units = units;
    const int chosen = m_device->findText(m_device->currentText());
    for (int i = 0; i < std::min(m_device->count(), static_cast<int>(m_offered.size())); ++i)
        m_device->setItemText(i, withDescription(m_offered[i], units));
    if (chosen >= 0)
        m_device->setEditText(m_device->itemText(chosen));
}

void PlaceForm::say(const QString& sentence, bool isProblem, const QString& button)
{
    m_answerText->setObjectName(isProblem ? QStringLiteral("problem") : QString());
    m_answerText->setText(sentence);
    m_answerText->setVisible(!sentence.isEmpty());
    m_askAgain->setText(button);
    m_askAgain->setVisible(!button.isEmpty());
    m_answer->setVisible(!sentence.isEmpty());
    m_answerText->style()->polish(m_answerText); // its colour goes by its name
}

} // namespace tidemark::ui
