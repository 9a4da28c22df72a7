// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_header.h"

#include "core/analysis/devices/driver_view.h"
#include "ui/details/figures.h"
#include "ui/groups/colour_by_box.h"
#include "ui/map/elided_label.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/action_button.h"
#include "ui/window/allocation_filter_chip.h"
#include "ui/window/device_names.h"
#include "ui/window/look.h"
#include "ui/window/memory_filter_box.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace tidemark::ui {

RunHeader::RunHeader(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_row(new QHBoxLayout(this))
    , m_name(new QLabel(this))
    , m_details(makeMutedLabel({}, this))
    , m_devices(new QComboBox(this))
    , m_run(new QLabel(this))
{
    setObjectName(QStringLiteral("runHeader"));
    QFont bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setTextFormat(Qt::PlainText);
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_details->setMinimumWidth(60);
    m_devices->setObjectName(QStringLiteral("devices"));
    m_devices->setAccessibleName(tr("Device"));
    m_run->setTextFormat(Qt::RichText);

    m_row->setContentsMargins(12, 8, 12, 8);
    m_row->setSpacing(8);
    m_row->addWidget(m_name);
    m_row->addWidget(m_details, 1);
    m_row->addWidget(m_devices);
    m_row->addWidget(new MemoryFilterBox(*m_state, this));
    m_row->addWidget(new AllocationFilterChip(*m_state, this));
    m_row->addWidget(new ColourByBox(*m_state, this));
    m_row->addWidget(m_run);

    connect(m_devices, &QComboBox::activated, this,
        [this](int index) { m_state->setDeviceIndex(static_cast<std::size_t>(index)); });
    connect(state, &ViewState::recordingChanged, this, &RunHeader::refreshNames);
    connect(state, &ViewState::recordingGrown, this, &RunHeader::refreshChoices);
    connect(state, &ViewState::recordingGrown, this, &RunHeader::showDetails);
    connect(state, &ViewState::deviceChanged, this, &RunHeader::refreshNames);
    connect(state, &ViewState::unitsChanged, this, &RunHeader::refreshNames);
    refreshNames();
    applyTheme();
}

RunHeader::RunHeader(ViewState* state, const WindowActions& actions, QWidget* parent)
    : RunHeader(state, parent)
{
    addButtons(actions);
}

void RunHeader::addButtons(const WindowActions& actions)
{
    m_row->insertWidget(0, new ActionButton(actions.newRecording, tr("Start page"), this));
    m_row->insertWidget(1, new ActionButton(actions.open, tr("Open…"), this));
    m_row->insertSpacing(2, 10);
    const auto steer = [this](QAction* action) {
        auto* button = new ActionButton(action, action->isCheckable() ? tr("Follow") : QString(), this);
        m_row->addWidget(button);
        m_steering.push_back(button);
        return button;
    };
    for (QAction* action : {actions.follow, actions.pause, actions.step, actions.stop})
        steer(action);
    m_row->addSpacing(10);
    steer(actions.emptyCache)->setProperty("primary", true);
    for (QAction* action : {actions.yieldMemory, actions.resetPeak, actions.mark})
        steer(action);
    m_prediction = new ElidedLabel(this, Qt::ElideMiddle); // gives way in a narrow window, but for the figure
    m_prediction->setForegroundRole(QPalette::PlaceholderText);
    m_prediction->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_prediction->setObjectName(QStringLiteral("prediction"));
    m_row->addWidget(m_prediction);
    m_trial = new ActionButton(actions.emptyCacheHere, tr("Empty cache here"), this);
    m_row->addWidget(m_trial);
    // The action says what it would return; a file's allocator cannot be asked any more.
    const auto follow = [this, action = actions.emptyCache] {
        const QString figure = action->text().section(QStringLiteral(" · "), 1);
        m_prediction->setText(
            figure.isEmpty() ? QString() : tr("Empty cache would have returned %1").arg(figure));
        m_prediction->setAccessibleDescription(action->toolTip());
    };
    connect(actions.emptyCache, &QAction::changed, m_prediction, follow);
    follow();
    setSteers(false);
}

void RunHeader::setSteers(bool steers)
{
    for (QWidget* button : m_steering)
        button->setVisible(steers);
    if (m_prediction)
        m_prediction->setVisible(!steers);
    if (m_trial)
        m_trial->setVisible(!steers);
}

// Peaks grow while a run does.
void RunHeader::refreshChoices()
{
    const auto& devices = m_state->recording()->recording.devices;
    if (static_cast<int>(devices.size()) != m_devices->count())
        return refreshNames();
    if (devices.size() < 2)
        return;
    const QStringList choices = deviceChoices(*m_state->recording(), m_state->units());
    for (int i = 0; i < choices.size(); ++i) {
        if (m_devices->itemText(i) != choices[i])
            m_devices->setItemText(i, choices[i]);
    }
}

QString RunHeader::driverPeakText() const
{
    if (!m_state->hasDevice() || m_state->device().driver.empty())
        return {};
    const DriverPeaks peaks = driverPeaks(m_state->device(), m_state->history());
    const auto bytes = [this](const DriverPeaks::Peak& peak) {
        return bytesText(static_cast<std::uint64_t>(peak.bytes), m_state->units());
    };
    if (peaks.process)
        return tr("by the driver up to %1").arg(bytes(*peaks.process));
    return peaks.used ? tr("device in use up to %1").arg(bytes(*peaks.used)) : QString();
}

// The driver's peak grows while a run does.
void RunHeader::showDetails()
{
    QStringList details = m_facts;
    if (const QString peak = driverPeakText(); !peak.isEmpty())
        details << peak;
    const QString text = details.join(QStringLiteral(" · "));
    if (text == m_details->text())
        return;
    m_details->setText(text);
    m_details->setToolTip(text);
}

void RunHeader::setSource(const QString& source)
{
    m_source = source;
    refreshNames();
}

void RunHeader::setRunText(const QString& text, bool isLive)
{
    if (text == m_runText && isLive == m_isLive)
        return;
    m_runText = text;
    m_isLive = isLive;
    applyTheme();
}

void RunHeader::refreshNames()
{
    const QSignalBlocker quiet(m_devices);
    m_devices->clear();
    if (!m_state->hasDevice()) {
        m_name->setText(m_source);
        m_facts.clear();
        m_details->clear();
        m_devices->hide();
        return;
    }
    const Recording& recording = m_state->recording()->recording;
    m_devices->addItems(deviceChoices(*m_state->recording(), m_state->units()));
    for (int i = 0; i < m_devices->count(); ++i)
        m_devices->setItemData(i,
            QString::fromStdString(recording.devices[static_cast<std::size_t>(i)].source), Qt::ToolTipRole);
    m_devices->setCurrentIndex(static_cast<int>(m_state->deviceIndex()));
    m_devices->setVisible(recording.devices.size() > 1);

    const QString workload = QString::fromStdString(recording.workload);
    m_name->setText(workload.isEmpty() ? m_source : workload);
    QStringList details;
    if (recording.devices.size() == 1)
        details << deviceName(m_state->device());
    if (!workload.isEmpty() && !m_source.isEmpty())
        details << m_source;
    if (!recording.allocatorConf.empty())
        details << QString::fromStdString(recording.allocatorConf);
    m_facts = details;
    showDetails();
}

void RunHeader::applyTheme()
{
    const Theme theme = applicationTheme();
    setLook(this,
        pageLook(theme)
            + QStringLiteral("#runHeader { background: %1; border-bottom: 1px solid %2; }"
                             "#runHeader QPushButton:checked { border-color: %3; color: %3; }")
                  .arg(theme.panel.name(), theme.border.name(), theme.accent.name()));
    setAttribute(Qt::WA_StyledBackground);
    const QString text = m_runText.toHtmlEscaped();
    m_run->setText(m_isLive
            ? QStringLiteral("<span style='color:%1'>●&nbsp;%2</span>").arg(theme.warning.name(), text)
            : QStringLiteral("<span style='color:%1'>%2</span>").arg(theme.mutedText.name(), text));
    m_run->setMinimumWidth(m_run->sizeHint().width()); // a long device name gives way, the time does not
    m_run->setAccessibleName(m_runText);
}

} // namespace tidemark::ui
