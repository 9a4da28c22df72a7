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
#include "ui/window/status_line.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
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

// A view by itself: how it is made, and whether all of it is there.
struct SingleView {
    QWidget* (*made)(ViewState& state, const PictureRequest& request, QWidget* parent);
    bool (*isReady)(const QWidget& view);
};

template <class Page>
QWidget* pageOf(ViewState& state, const PictureRequest&, QWidget* parent)
{
    return new Page(state, parent);
}

template <class Page>
bool isIdle(const QWidget& view)
{
    return !static_cast<const Page&>(view).isBusy();
}

bool isSettledPage(const QWidget& view)
{
    return static_cast<const TilePage&>(view).isSettled();
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
    SingleView single; // of one view alone
};

constexpr std::array pictureViews = {NamedView{PictureView::Recording, "recording", {}},
    NamedView{PictureView::Devices, "devices", {}},
    NamedView{PictureView::Map, "map", {pageOf<FragmentationMap>, [](const QWidget&) { return true; }}},
    NamedView{PictureView::Memory, "memory",
        {memoryView,
            [](const QWidget& view) { return static_cast<const MemoryPage&>(view).facts() != nullptr; }}},
    NamedView{PictureView::ActiveMemory, "active-memory", {pageOf<ActiveMemoryPage>, isSettledPage}},
    NamedView{PictureView::Segments, "segments", {pageOf<SegmentHistoryPage>, isSettledPage}},
    NamedView{PictureView::Scopes, "scopes", {pageOf<ScopesPage>, isIdle<ScopesPage>}},
    NamedView{PictureView::Steps, "steps", {pageOf<StepsPage>, isIdle<StepsPage>}},
    NamedView{PictureView::Tables, "tables", {pageOf<TablesPage>, isIdle<TablesPage>}}};

const NamedView& entryOf(PictureView view)
{
    return *std::find_if(pictureViews.begin(), pictureViews.end(),
        [view](const NamedView& named) { return named.view == view; });
}

QWidget* viewsOf(ViewState& state, const PictureRequest& request, QWidget* parent)
{
    if (request.view == PictureView::Recording)
        return recordingView(state, request, parent);
    if (request.view == PictureView::Devices)
        return devicesView(state, request, parent);
    new GroupFollower(state, parent); // finds the allocations that the view shows
    return entryOf(request.view).single.made(state, request, parent);
}

// What has no events has nothing to be waited for.
bool isReady(const ViewState& state, const PictureRequest& request, const QWidget& page, const QWidget& views)
{
    if (!state.hasDevice() || state.device().events.empty())
        return true;
    if (request.view == PictureView::Devices)
        return true;
    if (request.view != PictureView::Recording)
        return entryOf(request.view).single.isReady(views);
    const auto* memory = request.showsMemory ? page.findChild<MemoryPage*>() : nullptr;
    return (!request.colourBy || state.colouring()) && (memory == nullptr || memory->facts());
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

QImage pictureOf(std::shared_ptr<const AnalyzedRecording> recording, const PictureRequest& request)
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
    return settledPicture(page, [&] { return isReady(state, request, page, *views); });
}

} // namespace tidemark::ui
