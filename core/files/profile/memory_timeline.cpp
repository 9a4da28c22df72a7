// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/profile/memory_timeline.h"

#include "core/base/bytes.h"
#include "core/files/profile/curve_maker.h"
#include "core/files/profile/json_stream.h"
#include "core/files/profile/time_units.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t rowSize = 4;
constexpr std::int64_t preexisting = -1; // the time of what was there before

// _CATEGORY_TO_INDEX, in small letters as snapshots have them.
constexpr std::array<std::string_view, 8> categoryNames = {"parameter", "optimizer_state", "input",
    "temporary", "activation", "gradient", "autograd_detail", "unknown"};
constexpr std::size_t unknownCategory = categoryNames.size() - 1;

using Categories = std::array<std::int64_t, categoryNames.size()>;

// What the numbers in two nested lists look like.
class TimelineShape : public JsonEvents {
public:
    enum class Form : std::uint8_t { None, Raw, Summed };

    Form form() const { return m_form; }

    bool start_array(std::size_t)
    {
        ++m_depth;
        if (m_depth == 2)
            m_numbers[std::min<std::size_t>(m_lists++, 1)] = 0;
        if (m_depth <= 2)
            return true;
        // The times were one list, the sizes are a list of lists.
        return m_lists == 2 ? decide(Form::Summed) : false;
    }
    bool end_array()
    {
        --m_depth;
        if (m_depth == 1 && m_lists == 2)
            return decide(m_numbers[0] == 0 ? Form::Summed : Form::None);
        if (m_depth == 0 && m_lists == 1 && m_numbers[0] == rowSize)
            return decide(Form::Raw);
        return m_depth > 0;
    }
    bool number()
    {
        if (m_depth != 2)
            return false;
        if (m_lists == 2)
            return decide(m_numbers[0] == rowSize ? Form::Raw : Form::None);
        ++m_numbers[0];
        return true;
    }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool null() { return false; }
    bool boolean(bool) { return false; }
    bool string(std::string&) { return false; }
    bool start_object(std::size_t) { return false; }
    // More times than the head holds.
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&)
    {
        return decide(m_lists == 1 && m_depth == 2 && m_numbers[0] > rowSize ? Form::Summed : Form::None);
    }

private:
    bool decide(Form form)
    {
        m_form = form;
        return false;
    }

    Form m_form = Form::None;
    std::size_t m_depth = 0;
    std::size_t m_lists = 0; // begun inside the outer one
    std::array<std::size_t, 2> m_numbers = {};
};

TimelineShape::Form formOf(std::span<const std::byte> head)
{
    const char* text = reinterpret_cast<const char*>(head.data());
    const char* first = std::find_if_not(
        text, text + head.size(), [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    if (first == text + head.size() || *first != '[')
        return TimelineShape::Form::None;
    TimelineShape shape;
    nlohmann::json::sax_parse(first, text + head.size(), &shape);
    return shape.form();
}

// Rows of numbers, whatever lists they are in. A number that is none of 64 bits, or no number, makes its row
// one that is passed over.
class Numbers : public JsonEvents {
public:
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value)
    {
        return value <= INT64_MAX ? add(static_cast<std::int64_t>(value)) : spoil();
    }
    bool number_float(double, const std::string&) { return spoil(); }
    bool null() { return spoil(); }
    bool boolean(bool) { return spoil(); }
    bool string(std::string&) { return spoil(); }
    bool start_object(std::size_t) { return false; }

    std::uint64_t passedOver() const { return m_passedOver; }

protected:
    void beginRow()
    {
        m_count = 0;
        m_isSpoilt = false;
    }
    bool isRow(std::size_t size)
    {
        const bool isOne = !m_isSpoilt && m_count == size;
        m_passedOver += isOne ? 0 : 1;
        return isOne;
    }
    std::int64_t operator[](std::size_t i) const { return m_row[i]; }

private:
    bool add(std::int64_t value)
    {
        if (m_count < m_row.size())
            m_row[m_count] = value;
        ++m_count;
        return true;
    }
    bool spoil()
    {
        m_isSpoilt = true;
        return true;
    }

    std::array<std::int64_t, 1 + categoryNames.size()> m_row = {};
    std::size_t m_count = 0;
    std::uint64_t m_passedOver = 0;
    bool m_isSpoilt = false;
};

struct Change {
    std::int64_t timeNs = 0;
    std::int64_t bytes = 0;
    std::uint8_t category = 0;
};

class RawRows : public Numbers {
public:
    bool start_array(std::size_t)
    {
        beginRow();
        return ++m_depth <= 2;
    }
    bool end_array()
    {
        if (m_depth-- == 2 && isRow(rowSize)) {
            const std::int64_t category = (*this)[3];
            const bool isKnown = category >= 0 && category < std::int64_t(categoryNames.size());
            changes.push_back({(*this)[0], (*this)[2],
                static_cast<std::uint8_t>(isKnown ? category : std::int64_t(unknownCategory))});
        }
        return true;
    }

    std::vector<Change> changes;

private:
    int m_depth = 0;
};

// The curves of the categories that were ever used, and of their sum.
class CategoryCurves {
public:
    CategoryCurves()
    {
        for (const std::string_view name : categoryNames)
            m_curves.emplace_back(std::string(name));
    }

    void add(std::int64_t timeUs, const Categories& bytes)
    {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            m_curves[i].add(timeUs, bytes[i]);
            // Sizes from strangers may be any numbers; the sum wraps rather than overflows.
            sum = static_cast<std::int64_t>(
                static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(bytes[i]));
        }
        m_sum.add(timeUs, sum);
        m_end = timeUs;
    }

    std::vector<SampledCurve> take()
    {
        m_sum.end(m_end);
        std::vector<SampledCurve> curves;
        curves.push_back(m_sum.take());
        for (CurveMaker& curve : m_curves) {
            if (curve.isZero())
                continue;
            curve.end(m_end);
            curves.push_back(curve.take());
        }
        return curves;
    }

private:
    CurveMaker m_sum{"allocated"};
    std::vector<CurveMaker> m_curves;
    std::int64_t m_end = 0;
};

std::vector<SampledCurve> curvesOf(std::vector<Change>& changes)
{
    const auto earlier = [](const Change& left, const Change& right) { return left.timeNs < right.timeNs; };
    if (!std::is_sorted(changes.begin(), changes.end(), earlier))
        std::stable_sort(changes.begin(), changes.end(), earlier);
    // What was there before is shown from the first moment that has a time.
    const auto first = std::find_if(
        changes.begin(), changes.end(), [](const Change& change) { return change.timeNs > preexisting; });
    const std::int64_t start = first == changes.end() ? 0 : first->timeNs;
    CategoryCurves curves;
    Categories bytes = {};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        std::int64_t& value = bytes[changes[i].category];
        value = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(changes[i].bytes));
        // Entries of one moment have no order among themselves.
        if (i + 1 < changes.size() && changes[i + 1].timeNs == changes[i].timeNs)
            continue;
        curves.add(std::max(changes[i].timeNs, start) / nanosecondsAMicrosecond, bytes);
    }
    return curves.take();
}

class SummedRows : public Numbers {
public:
    bool start_array(std::size_t)
    {
        beginRow();
        m_lists += ++m_depth == 2 ? 1 : 0;
        return m_depth <= 3;
    }
    bool end_array()
    {
        // The first column is where the stack of curves begins: nothing.
        if (m_depth-- == 3 && isRow(1 + categoryNames.size()) && m_next < m_times.size()) {
            Categories bytes;
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = (*this)[i + 1];
            m_curves.add(m_times[m_next++], bytes);
        }
        return true;
    }
    bool number_integer(std::int64_t value) { return time(value) || Numbers::number_integer(value); }
    bool number_unsigned(std::uint64_t value)
    {
        return (value <= INT64_MAX && time(static_cast<std::int64_t>(value)))
            || Numbers::number_unsigned(value);
    }

    std::size_t moments() const { return m_next; }
    std::vector<SampledCurve> take() { return m_curves.take(); }

private:
    bool time(std::int64_t value)
    {
        if (m_depth != 2 || m_lists != 1)
            return false;
        m_times.push_back(m_times.empty() ? value : std::max(value, m_times.back()));
        return true;
    }

    int m_depth = 0;
    int m_lists = 0;
    std::vector<std::int64_t> m_times;
    std::size_t m_next = 0;
    CategoryCurves m_curves;
};

Recording recordingOf(
    std::string format, std::vector<SampledCurve> curves, const JsonEnd& end, std::uint64_t passedOver)
{
    Recording recording;
    recording.format = std::move(format);
    recording.complete = end.flaw.empty();
    if (!recording.complete)
        recording.warnings.push_back(end.flaw);
    if (passedOver > 0)
        recording.warnings.push_back(
            fmt::format("{} entries are not as torch.profiler writes them, and were passed over.",
                formatExact(static_cast<std::int64_t>(passedOver))));
    recording.warnings.push_back(
        "This file has curves only, by the categories that torch.profiler guessed: no "
        "segments or blocks, and not which device they are of.");
    Device& device = recording.devices.emplace_back();
    device.curves = std::move(curves);
    return recording;
}

tl::unexpected<Error> nothing(const JsonEnd& end)
{
    return fail(fmt::format("the memory timeline of torch.profiler has no entry{}. Record with "
                            "profile_memory=True, record_shapes=True and with_stack=True.",
        end.flaw.empty() ? "" : " that can be read"));
}

} // namespace

bool looksLikeRawMemoryTimeline(std::span<const std::byte> head)
{
    return formOf(head) == TimelineShape::Form::Raw;
}

Expected<Recording> readRawMemoryTimeline(Content& content, const Reading& reading)
{
    RawRows rows;
    const auto end = parseJson(content, rows, reading);
    if (!end)
        return tl::unexpected(end.error());
    if (rows.changes.empty())
        return nothing(*end);
    return recordingOf(
        "torch.profiler memory timeline (raw)", curvesOf(rows.changes), *end, rows.passedOver());
}

bool looksLikeMemoryTimeline(std::span<const std::byte> head)
{
    return formOf(head) == TimelineShape::Form::Summed;
}

Expected<Recording> readMemoryTimeline(Content& content, const Reading& reading)
{
    SummedRows rows;
    const auto end = parseJson(content, rows, reading);
    if (!end)
        return tl::unexpected(end.error());
    if (rows.moments() == 0)
        return nothing(*end);
    return recordingOf("torch.profiler memory timeline", rows.take(), *end, rows.passedOver());
}

} // namespace tidemark
