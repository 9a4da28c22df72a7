// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/group_by.h"
#include "core/base/error.h"
#include "ui/devices/device_rows.h"
#include "ui/window/settled_wait.h"

#include <QImage>
#include <QSize>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ui {

enum class PictureView {
    Recording, // timeline, map and details of one device
    Devices, // all devices side by side; needs more than one that has reserved memory
    // One view alone, of one device.
    Map,
    Memory,
    ActiveMemory,
    Segments, // over time
    Scopes,
    Steps,
    Tables,
};

// "recording", "active-memory", ...: as options spell them.
std::string_view pictureViewName(PictureView view);
std::optional<PictureView> pictureViewNamed(std::string_view name);
std::vector<std::string> pictureViewNames();

// What a picture of a recording shows.
struct PictureRequest {
    QString title; // beside the workload's name, for example the file
    QSize size = {1600, 1000};
    bool dark = false;
    PictureView view = PictureView::Recording;
    bool alignBySteps = false; // the devices; where the recording tells none, by time
    DeviceOrder order = DeviceOrder::Rank; // of the devices
    std::size_t device = 0; // place in Recording::devices
    std::size_t position = 0; // the moment of map and details, see DeviceHistory
    // What fills allocated memory in the timeline; in a view alone what colours allocations, or tells them
    // apart. None: as the view has it at first.
    std::optional<GroupBy> colourBy;
    bool showsMemory = false; // what is alive in place of the map, by what the timeline is coloured by
    std::chrono::milliseconds patience = picturePatience; // with what has to be worked out
};

// The window's own views, drawn without a window. Needs a QApplication, whose palette it changes. An error:
// what they show was not found within the patience. Null: there is too little memory for the size.
Expected<QImage> pictureOf(std::shared_ptr<const AnalyzedRecording> recording, const PictureRequest& request);

} // namespace tidemark::ui
