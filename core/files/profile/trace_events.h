// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/profile/json_stream.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// One event of a trace, as far as its memory is concerned. Numbers that it does not have are absent.
struct TraceEvent {
    enum class Kind : std::uint8_t { Other, Memory, OutOfMemory };

    Kind kind = Kind::Other;
    std::int64_t timeNs = 0; // since the trace's base time
    std::optional<std::int64_t> bytes; // gained, or lost when negative
    std::optional<std::int64_t> totalAllocated;
    std::optional<std::int64_t> totalReserved;
    std::optional<std::int64_t> deviceId;
    std::optional<std::int64_t> deviceType; // c10::DeviceType
};

// An entry of "deviceProperties".
struct TraceDevice {
    std::int64_t id = -1;
    std::string name;
    std::uint64_t memory = 0; // bytes in all
};

// Picks from a Chrome trace, as Kineto writes it (libkineto/src/output_json.cpp), what tells of memory. Of
// the many other events nothing is kept.
class TraceEventReader : public JsonEvents {
public:
    std::vector<TraceEvent> events;
    std::vector<TraceDevice> devices;
    std::int64_t baseTimeNs = 0; // since the Unix epoch; 0: the file gives none
    std::uint64_t otherEvents = 0;

    bool number_integer(std::int64_t value);
    bool number_unsigned(std::uint64_t value);
    bool number_float(double value, const std::string& text);
    bool string(std::string& text);
    bool start_object(std::size_t);
    bool key(std::string& text);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();

private:
    enum class Section : std::uint8_t { None, Events, Devices };
    enum class Field : std::uint8_t {
        None,
        BaseTime,
        Name,
        Time,
        Arguments,
        Bytes,
        TotalAllocated,
        TotalReserved,
        DeviceId,
        DeviceType,
        DeviceName,
        DeviceMemory,
    };

    static Field fieldOf(std::string_view key, std::span<const std::pair<std::string_view, Field>> names);
    bool isInItem() const { return m_section != Section::None && m_depth == m_itemDepth; }
    bool isInArguments() const { return m_isInArguments && m_depth == m_itemDepth + 1; }
    void endItem();

    TraceEvent m_event;
    TraceDevice m_device;
    std::size_t m_depth = 0;
    std::size_t m_itemDepth = 0; // of the objects in the section's list
    Section m_section = Section::None;
    Section m_next = Section::None; // what the list after this key is
    Field m_field = Field::None;
    bool m_isInArguments = false;
};

} // namespace tidemark
