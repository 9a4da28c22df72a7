// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_page.h"

#include "ui/details/figures.h"
#include "ui/devices/devices_canvas.h"
#include "ui/view_state.h"
#include "ui/whole_memory_note.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

enum AlignItem { ByTime, BySteps };

QComboBox* makeChoice(const QString& name, const QStringList& items, const QString& spoken, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setObjectName(name);
    box->addItems(items);
    box->setAccessibleName(spoken);
    return box;
}

} // namespace

DevicesPage::DevicesPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_range(state, m_model)
    , m_canvas(new DevicesCanvas(state, m_model, m_range, this))
    , m_sentence(new QLabel(this))
    , m_align(makeChoice(u"alignDevices"_s, {tr("time"), tr("step")}, tr("Align devices by"), this))
    , m_sort(makeChoice(u"sortDevices"_s, {tr("rank"), tr("peak reserved")}, tr("Sort devices by"), this))
{
    buildLayout();
    connect(m_align, &QComboBox::activated, this, [this](int item) { alignBySteps(item == BySteps); });
    connect(m_sort, &QComboBox::activated, this,
        [this](int item) { setOrder(item == 0 ? DeviceOrder::Rank : DeviceOrder::PeakReserved); });
    connect(&state, &ViewState::recordingChanged, this, &DevicesPage::takeRecording);
    connect(&state, &ViewState::recordingGrown, this, &DevicesPage::takeGrowth);
    connect(&state, &ViewState::unitsChanged, this, [this] {
        m_model.setUnits(m_state.units());
        bringUpToDate();
    });
    m_model.setUnits(state.units());
    takeRecording();
}

// The canvas looks at the model and the range until it is gone, also when it loses the focus by going.
DevicesPage::~DevicesPage()
{
    delete m_canvas;
}

void DevicesPage::buildLayout()
{
    m_canvas->setObjectName(u"devicesCanvas"_s);
    m_sentence->setObjectName(u"outlierSentence"_s);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 4, 14, 4);
    top->setSpacing(8);
    top->addWidget(m_sentence, 1);
    const auto add = [&](const QString& words, QComboBox* box) {
        auto* label = new QLabel(words, this);
        label->setBuddy(box);
        top->addWidget(label);
        top->addWidget(box);
    };
    add(tr("Align b&y"), m_align);
    add(tr("Sor&t by"), m_sort);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(makeWholeMemoryNote(m_state, this));
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
}

void DevicesPage::takeRecording()
{
    m_model.setRecording(m_state.recording(), false);
    m_canvas->startAnew();
    m_range.restart();
    refreshWords();
}

void DevicesPage::takeGrowth()
{
    m_model.setRecording(m_state.recording(), true);
    if (isVisible() || m_model.isMeaningful() != m_wasMeaningful)
        bringUpToDate();
}

void DevicesPage::bringUpToDate()
{
    m_canvas->realign();
    m_range.grow();
    refreshWords();
}

void DevicesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    bringUpToDate();
    m_canvas->showCurrentRow();
}

void DevicesPage::refreshWords()
{
    m_sentence->setText(textOf(outlierSentence(m_model.comparison(), m_model.units())));
    QFont face = font();
    face.setBold(m_model.hasOutlier());
    m_sentence->setFont(face);
    const bool canAlign = m_model.canAlignBySteps();
    m_align->setEnabled(canAlign);
    m_align->setItemText(ByTime, m_model.alignment().by() == AlignBy::Event ? tr("event") : tr("time"));
    m_align->setCurrentIndex(m_model.alignment().by() == AlignBy::Step ? BySteps : ByTime);
    m_align->setToolTip(canAlign ? tr("By step: the same training step of all devices under each other")
                                 : tr("No training steps are told by this recording"));
    if (m_model.isMeaningful() == m_wasMeaningful)
        return;
    m_wasMeaningful = m_model.isMeaningful();
    Q_EMIT meaningChanged(m_wasMeaningful);
}

void DevicesPage::alignBySteps(bool bySteps)
{
    m_range.keepThrough([&] { m_model.alignBySteps(bySteps); });
    m_canvas->realign();
    refreshWords();
}

void DevicesPage::setOrder(DeviceOrder order)
{
    m_model.setOrder(order);
    m_sort->setCurrentIndex(order == DeviceOrder::Rank ? 0 : 1);
    m_canvas->realign();
}

} // namespace tidemark::ui
