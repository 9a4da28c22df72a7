// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/device_range.h"
#include "ui/devices/devices_model.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace tidemark::ui {

class DevicesCanvas;
class ViewState;

// All devices or ranks of a recording side by side: who stands out, in words, and their curves under each
// other at one scale, aligned by time or by training step. Only of use where isMeaningful().
class DevicesPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit DevicesPage(ViewState& state, QWidget* parent = nullptr);
    ~DevicesPage() override;

    bool isMeaningful() const { return m_model.isMeaningful(); }
    const DevicesModel& model() const { return m_model; }
    DeviceRange& range() { return m_range; }
    DevicesCanvas* canvas() const { return m_canvas; }

    // Where the recording tells no steps, by time.
    void alignBySteps(bool bySteps);
    void setOrder(DeviceOrder order);

Q_SIGNALS:
    void meaningChanged(bool isMeaningful);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void takeRecording();
    void takeGrowth();
    void bringUpToDate();
    void refreshWords();

    ViewState& m_state;
    DevicesModel m_model;
    DeviceRange m_range;
    DevicesCanvas* m_canvas;
    QLabel* m_sentence;
    QComboBox* m_align;
    QComboBox* m_sort;
    bool m_wasMeaningful = false;
};

} // namespace tidemark::ui
