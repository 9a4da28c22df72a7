// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/tide_format.h"

namespace tidemark::tide {

namespace {
constexpr std::array<std::string_view, 23> names = {"", "run", "device", "slots", "strings", "frames",
    "stacks", "contexts", "events", "state blocks", "state segments", "annotations", "annotation ends",
    "marks", "statistics", "answer", "status", "lost events", "warnings", "end", "curve", "driver samples",
    "tensor labels"};
} // namespace

std::string_view frameTypeName(FrameType type)
{
    const auto number = static_cast<std::size_t>(type);
    return number < names.size() ? names[number] : std::string_view("unknown");
}

} // namespace tidemark::tide
