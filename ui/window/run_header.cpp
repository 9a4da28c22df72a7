// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_header.h"

#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/action_button.h"
#include "ui/window/look.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace tidemark::ui {

namespace {

QString deviceName(const Device& device)
{
    const QString name = QString::fromStdString(device.name);
    if (name == QLatin1String("cpu"))
        return name;
    const QString cuda = QStringLiteral("cuda:%1").arg(device.ordinal);
    return name.isEmpty() ? cuda : cuda + QStringLiteral(" · ") + name;
}

} // namespace

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
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_details->setMinimumWidth(60);
    m_devices->setAccessibleName(tr("Device"));
    m_run->setTextFormat(Qt::RichText);

    m_row->setContentsMargins(12, 8, 12, 8);
    m_row->setSpacing(8);
    m_row->addWidget(m_name);
    m_row->addWidget(m_details, 1);
    m_row->addWidget(m_devices);
    m_row->addWidget(m_run);

    connect(m_devices, &QComboBox::activated, this,
        [this](int index) { m_state->setDeviceIndex(static_cast<std::size_t>(index)); });
    connect(state, &ViewState::recordingChanged, this, &RunHeader::refreshNames);
    connect(state, &ViewState::deviceChanged, this, &RunHeader::refreshNames);
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
    m_row->insertWidget(0, new ActionButton(actions.newRecording, tr("Record"), this));
    m_row->insertWidget(1, new ActionButton(actions.open, tr("Open…"), this));
    m_row->insertSpacing(2, 10);
    for (QAction* action : {actions.pause, actions.step, actions.stop})
        m_row->addWidget(new ActionButton(action, {}, this));
    m_row->addSpacing(10);
    auto* empty = new ActionButton(actions.emptyCache, {}, this);
    empty->setProperty("primary", true);
    m_row->addWidget(empty);
    for (QAction* action : {actions.resetPeak, actions.mark})
        m_row->addWidget(new ActionButton(action, {}, this));
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
        m_details->clear();
        m_devices->hide();
        return;
    }
    const Recording& recording = m_state->recording()->recording;
    for (const Device& device : recording.devices)
        m_devices->addItem(deviceName(device));
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
    m_details->setText(details.join(QStringLiteral(" · ")));
    m_details->setToolTip(m_details->text());
}

void RunHeader::applyTheme()
{
    const Theme theme = applicationTheme();
    setLook(this,
        pageLook(theme)
            + QStringLiteral("#runHeader { background: %1; border-bottom: 1px solid %2; }")
                  .arg(theme.panel.name(), theme.border.name()));
    setAttribute(Qt::WA_StyledBackground);
    const QString text = m_runText.toHtmlEscaped();
    m_run->setText(m_isLive
            ? QStringLiteral("<span style='color:%1'>●&nbsp;%2</span>").arg(theme.warning.name(), text)
            : QStringLiteral("<span style='color:%1'>%2</span>").arg(theme.mutedText.name(), text));
    m_run->setAccessibleName(m_runText);
}

} // namespace tidemark::ui
