// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pickle_writer.h"

#include <algorithm>
#include <string>

namespace tidemark::tests {

// `pickle` in the place of the first device's list of events.
inline QByteArray inTraces(const PickleWriter& trace)
{
    PickleWriter writer;
    writer.raw("\x80\x02}(").text("segments").raw("]").text("device_traces").raw("](]");
    return writer
        .raw(std::string_view(trace.bytes().constData(), static_cast<std::size_t>(trace.bytes().size())))
        .raw("eu.")
        .bytes();
}

inline QByteArray underKey(std::string_view key, std::string_view value)
{
    PickleWriter writer;
    return writer.raw("}(").text("segments").raw("]").text(key).raw(value).raw("u.").bytes();
}

inline QByteArray segment(std::uint64_t address, std::uint64_t size, std::string_view blocks)
{
    PickleWriter writer;
    writer.raw("](}(").text("address").number(address).text("total_size").number(size);
    return writer.text("blocks").raw(blocks).raw("ue.").bytes();
}

inline std::string block(std::uint64_t address, std::uint64_t size, std::string_view state)
{
    PickleWriter writer;
    writer.raw("}(").text("address").number(address).text("size").number(size);
    return writer.text("state").text(state).raw("u").bytes().toStdString();
}

inline bool contains(const std::vector<std::string>& warnings, const std::string& part)
{
    return std::any_of(warnings.begin(), warnings.end(),
        [&part](const std::string& warning) { return warning.find(part) != std::string::npos; });
}

// `unit` again and again up to `size` bytes; `#` stands for a number that grows.
inline QByteArray repeated(std::string_view before, std::string_view unit, qsizetype size)
{
    QByteArray result(before.data(), static_cast<qsizetype>(before.size()));
    for (std::uint32_t i = 0; result.size() < size; ++i) {
        for (const char character : unit) {
            if (character == '#')
                result.append(reinterpret_cast<const char*>(&i), 4);
            else
                result.append(character);
        }
    }
    return result;
}

} // namespace tidemark::tests
