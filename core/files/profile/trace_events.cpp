// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/profile/trace_events.h"

#include "core/files/profile/time_units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tidemark {

namespace {

constexpr std::int64_t mostMicroseconds = INT64_MAX / nanosecondsAMicrosecond;

std::int64_t clamped(double value)
{
    constexpr double most = 9.2e18;
    return std::isfinite(value) ? static_cast<std::int64_t>(std::clamp(value, -most, most)) : 0;
}

// "1696966048083248.105" in microseconds as nanoseconds. Times since the Unix epoch have more digits than a
// double, so the digits are taken as they are.
std::optional<std::int64_t> nanosecondsOf(std::string_view text)
{
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || text.find_first_not_of("0123456789.") != std::string_view::npos)
        return std::nullopt;
    std::string digits(text.substr(0, point));
    for (std::size_t i = 1; i <= 3; ++i)
        digits.push_back(point + i < text.size() ? text[point + i] : '0');
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

} // namespace

TraceEventReader::Field TraceEventReader::fieldOf(
    std::string_view key, std::span<const std::pair<std::string_view, Field>> names)
{
    for (const auto& [name, field] : names)
        if (name == key)
            return field;
    return Field::None;
}

bool TraceEventReader::key(std::string& text)
{
    static constexpr std::array<std::pair<std::string_view, Field>, 3> ofEvent = {
        {{"name", Field::Name}, {"ts", Field::Time}, {"args", Field::Arguments}}};
    static constexpr std::array<std::pair<std::string_view, Field>, 5> ofArguments = {
        {{"Bytes", Field::Bytes}, {"Total Allocated", Field::TotalAllocated},
            {"Total Reserved", Field::TotalReserved}, {"Device Id", Field::DeviceId},
            {"Device Type", Field::DeviceType}}};
    static constexpr std::array<std::pair<std::string_view, Field>, 3> ofDevice = {
        {{"id", Field::DeviceId}, {"name", Field::DeviceName}, {"totalGlobalMem", Field::DeviceMemory}}};
    m_field = Field::None;
    m_next = Section::None;
    if (isInArguments()) {
        m_field = fieldOf(text, ofArguments);
    } else if (isInItem()) {
        m_field = m_section == Section::Events ? fieldOf(text, ofEvent) : fieldOf(text, ofDevice);
    } else if (m_depth == 1 && m_section == Section::None) {
        if (text == "baseTimeNanoseconds")
            m_field = Field::BaseTime;
        else if (text == "traceEvents")
            m_next = Section::Events;
        else if (text == "deviceProperties")
            m_next = Section::Devices;
    }
    return true;
}

bool TraceEventReader::start_array(std::size_t)
{
    // The old form is the bare list of events.
    const bool isBareList = m_depth == 0;
    ++m_depth;
    if (m_section == Section::None && (isBareList || m_next != Section::None)) {
        m_section = isBareList ? Section::Events : m_next;
        m_itemDepth = m_depth + 1;
    }
    m_field = Field::None;
    m_next = Section::None;
    return true;
}

bool TraceEventReader::end_array()
{
    if (m_section != Section::None && m_depth + 1 == m_itemDepth)
        m_section = Section::None;
    --m_depth;
    return true;
}

bool TraceEventReader::start_object(std::size_t)
{
    const bool isArguments = isInItem() && m_field == Field::Arguments;
    ++m_depth;
    if (isInItem()) {
        m_event = {};
        m_device = {};
        m_isInArguments = false;
    } else if (isArguments) {
        m_isInArguments = true;
    }
    m_field = Field::None;
    m_next = Section::None;
    return true;
}

bool TraceEventReader::end_object()
{
    if (isInArguments())
        m_isInArguments = false;
    else if (isInItem())
        endItem();
    --m_depth;
    return true;
}

void TraceEventReader::endItem()
{
    if (m_section == Section::Devices)
        devices.push_back(std::move(m_device));
    else if (m_event.kind != TraceEvent::Kind::Other)
        events.push_back(m_event);
    else
        ++otherEvents;
}

bool TraceEventReader::number_integer(std::int64_t value)
{
    switch (m_field) {
    case Field::BaseTime:
        baseTimeNs = value;
        break;
    case Field::Time:
        m_event.timeNs = std::clamp(value, -mostMicroseconds, mostMicroseconds) * nanosecondsAMicrosecond;
        break;
    case Field::Bytes:
        m_event.bytes = value;
        break;
    case Field::TotalAllocated:
        m_event.totalAllocated = value;
        break;
    case Field::TotalReserved:
        m_event.totalReserved = value;
        break;
    case Field::DeviceId:
        (m_section == Section::Devices ? m_device.id : m_event.deviceId.emplace()) = value;
        break;
    case Field::DeviceType:
        m_event.deviceType = value;
        break;
    case Field::DeviceMemory:
        m_device.memory = value > 0 ? static_cast<std::uint64_t>(value) : 0;
        break;
    default:
        break;
    }
    m_field = Field::None;
    return true;
}

bool TraceEventReader::number_unsigned(std::uint64_t value)
{
    return number_integer(value <= INT64_MAX ? static_cast<std::int64_t>(value) : INT64_MAX);
}

bool TraceEventReader::number_float(double value, const std::string& text)
{
    if (m_field == Field::Time)
        m_event.timeNs =
            nanosecondsOf(text).value_or(clamped(std::round(value * double(nanosecondsAMicrosecond))));
    else if (m_field != Field::None)
        return number_integer(clamped(value));
    m_field = Field::None;
    return true;
}

bool TraceEventReader::string(std::string& text)
{
    if (m_field == Field::Name && text == "[memory]")
        m_event.kind = TraceEvent::Kind::Memory;
    else if (m_field == Field::Name && text == "[OutOfMemory]")
        m_event.kind = TraceEvent::Kind::OutOfMemory;
    else if (m_field == Field::DeviceName)
        m_device.name = text;
    m_field = Field::None;
    return true;
}

} // namespace tidemark
