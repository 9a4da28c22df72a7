// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/profile/trace_events.h"

#include <array>
#include <cmath>

namespace tidemark {

namespace {

constexpr double nanosecondsAMicrosecond = 1000;

std::int64_t clamped(double value)
{
    constexpr double most = 9.2e18;
    return std::isfinite(value) ? static_cast<std::int64_t>(std::clamp(value, -most, most)) : 0;
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
        return number_float(static_cast<double>(value), {});
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

bool TraceEventReader::number_float(double value, const std::string&)
{
    // Times are microseconds, with nanoseconds behind the point.
    if (m_field == Field::Time)
        m_event.timeNs = clamped(std::round(value * nanosecondsAMicrosecond));
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
