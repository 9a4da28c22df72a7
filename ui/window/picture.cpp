// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/picture.h"

#include "ui/active_memory/active_memory_page.h"
#include "ui/devices/devices_page.h"
#include "ui/groups/group_follower.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/scopes/scopes_page.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/steps/steps_page.h"
#include "ui/tables/tables_page.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"
#include "ui/window/run_header.h"
#include "ui/window/settled_view.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace tidemark::ui {

namespace {

Expected<QImage> settledPicture(QWidget& widget, const ViewState& state, std::chrono::milliseconds patience)
{
    SettledWait wait([&] { return isSettledView(state, widget); }, pictureQuiet, patience);
    constexpr int pause = static_cast<int>(pictureLookPause.count());
    for (;;) {
        const SettledWait::State found = wait.look(widget);
        if (found == SettledWait::State::Settled)
            return wait.image();
        if (found == SettledWait::State::GivenUp)
            return fail("the view was still being worked out when its time was over; try again while the "
                        "machine is less busy, or with a shorter recording");
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, pause);
    }
}

QWidget* recordingView(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    auto* views = new RecordingViews(&state, parent);
    views->lower()->setArrangeable(false);
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

// A view by itself.
using MakeView = QWidget* (*)(ViewState& state, const PictureRequest& request, QWidget* parent);

template <class Page>
QWidget* pageOf(ViewState& state, const PictureRequest&, QWidget* parent)
{
    return new Page(state, parent);
}

// One whose allocations have colours.
template <class Page>
QWidget* colouredPageOf(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    auto* page = new Page(state, parent);
    if (request.colourBy)
        page->setColourBy(static_cast<ColourClass>(*request.colourBy));
    return page;
}

QWidget* memoryView(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    auto* page = new MemoryPage(state, parent);
    page->setBy(request.colourBy.value_or(GroupBy::Category));
    return page;
}

struct NamedView {
    PictureView view;
    std::string_view name;
    MakeView make; // of one view alone
};

constexpr std::array pictureViews = {NamedView{PictureView::Recording, "recording", recordingView},
    NamedView{PictureView::Devices, "devices", devicesView},
    NamedView{PictureView::Map, "map", colouredPageOf<FragmentationMap>},
    NamedView{PictureView::Memory, "memory", memoryView},
    NamedView{PictureView::ActiveMemory, "active-memory", colouredPageOf<ActiveMemoryPage>},
    NamedView{PictureView::Segments, "segments", colouredPageOf<SegmentHistoryPage>},
    NamedView{PictureView::Scopes, "scopes", pageOf<ScopesPage>},
    NamedView{PictureView::Steps, "steps", pageOf<StepsPage>},
    NamedView{PictureView::Tables, "tables", pageOf<TablesPage>}};

const NamedView& entryOf(PictureView view)
{
    return *std::find_if(pictureViews.begin(), pictureViews.end(),
        [view](const NamedView& named) { return named.view == view; });
}

QWidget* viewsOf(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    const bool isSingle = request.view != PictureView::Recording && request.view != PictureView::Devices;
    if (isSingle)
        new GroupFollower(state, parent); // finds the allocations that the view shows
    return entryOf(request.view).make(state, request, parent);
}

} // namespace

std::string_view pictureViewName(PictureView view)
{
    return entryOf(view).name;
}

std::optional<PictureView> pictureViewNamed(std::string_view name)
{
    for (const NamedView& named : pictureViews)
        if (named.name == name)
            return named.view;
    return std::nullopt;
}

std::vector<std::string> pictureViewNames()
{
    std::vector<std::string> names;
    for (const NamedView& named : pictureViews)
        names.emplace_back(named.name);
    return names;
}

Expected<QImage> pictureOf(std::shared_ptr<const AnalyzedRecording> recording, const PictureRequest& request)
{
    applyColourScheme(request.dark ? ColourScheme::Dark : ColourScheme::Light);
    ViewState state;
    QWidget page;
    auto* header = new RunHeader(&state, &page);
    header->setSource(request.title);
    QWidget* views = viewsOf(state, request, &page);
    auto* column = new QVBoxLayout(&page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(views, 1);
    if (request.view != PictureView::Devices) {
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
    return settledPicture(page, state, request.patience);
}

} // namespace tidemark::ui
