// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/picture.h"

#include "ui/devices/devices_page.h"
#include "ui/memory/memory_page.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"
#include "ui/window/run_header.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QVBoxLayout>
#include <functional>

namespace tidemark::ui {

namespace {

// Views that draw on workers deliver soon after they are shown: the picture is taken once it stays as it is.
QImage settledPicture(QWidget& widget, const std::function<bool()>& isReady)
{
    constexpr int quietMilliseconds = 250;
    constexpr int mostMilliseconds = 15'000;
    QElapsedTimer total;
    total.start();
    QElapsedTimer quiet;
    quiet.start();
    QImage last = widget.grab().toImage();
    while ((quiet.elapsed() < quietMilliseconds || !isReady()) && total.elapsed() < mostMilliseconds) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
        QImage next = widget.grab().toImage();
        if (next != last)
            quiet.restart();
        last = std::move(next);
    }
    return last;
}

QWidget* recordingView(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    auto* views = new RecordingViews(&state, parent);
    if (!request.showsMemory)
        return views;
    views->lower()->showMemory();
    views->lower()->memory()->setBy(request.colourBy.value_or(GroupBy::Category));
    return views;
}

QWidget* devicesView(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    auto* devices = new DevicesPage(state, parent);
    QObject::connect(&state, &ViewState::recordingChanged, devices, [devices, &request] {
        devices->alignBySteps(request.alignBySteps);
        devices->setOrder(request.order);
    });
    return devices;
}

} // namespace

QImage pictureOf(std::shared_ptr<const AnalyzedRecording> recording, const PictureRequest& request)
{
    applyColourScheme(request.dark ? ColourScheme::Dark : ColourScheme::Light);
    ViewState state;
    QWidget page;
    auto* header = new RunHeader(&state, &page);
    header->setSource(request.title);
    QWidget* views = request.view == PictureView::Devices ? devicesView(state, request, &page)
                                                          : recordingView(state, request, &page);
    auto* column = new QVBoxLayout(&page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(views, 1);
    if (request.view == PictureView::Recording) {
        auto* status = new StatusLine(&state, &page);
        status->setSizeGripEnabled(false);
        column->addWidget(status);
    }
    page.resize(request.size);
    page.setAttribute(Qt::WA_DontShowOnScreen);
    page.show();
    state.setRecording(std::move(recording), false);
    state.setDeviceIndex(request.device);
    state.setCursor(request.position);
    state.setColourBy(request.colourBy);
    const bool hasColours = request.colourBy && state.hasDevice() && !state.device().events.empty();
    const auto* memory = request.showsMemory ? page.findChild<MemoryPage*>() : nullptr;
    const bool hasMemory = memory != nullptr && state.hasDevice() && !state.device().events.empty();
    return settledPicture(
        page, [&] { return (!hasColours || state.colouring()) && (!hasMemory || memory->facts()); });
}

} // namespace tidemark::ui
