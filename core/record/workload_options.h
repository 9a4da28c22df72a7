// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

enum class OptionKind : std::uint8_t {
    Integer,
    Real,
    Switch, // on or off
    Word, // one of `words`; its value is the place among them
};

// One size or choice of a workload, as `--set name=value` changes it.
struct WorkloadOption {
    std::string_view name;
    OptionKind kind = OptionKind::Integer;
    double byDefault = 0;
    double minimum = 0; // inclusive, as is maximum
    double maximum = 0;
    std::span<const int> choices = {}; // when not empty: only these
    std::string_view help;
    std::span<const std::string_view> words = {};
};

// "1 to 4096", "11, 13, 16 or 19", "on or off", "none, stage or segments".
std::string validValues(const WorkloadOption& option);
// "256", "0.25", "on", "stage".
std::string optionText(const WorkloadOption& option, double value);

// The options of one workload with their values in force.
class OptionValues {
public:
    OptionValues() = default; // of a workload without options
    // All at their defaults. `options` must outlive this.
    explicit OptionValues(std::span<const WorkloadOption> options);

    // "key=value". An unknown key or a bad value is refused with the valid ones, and changes nothing.
    Expected<void> set(std::string_view assignment);

    // `name` must be one of the options.
    std::int64_t integer(std::string_view name) const;
    double real(std::string_view name) const;
    bool isOn(std::string_view name) const;
    std::string_view word(std::string_view name) const; // of a Word

    // Every option and its value as text, in the table's order.
    std::vector<std::pair<std::string, std::string>> inForce() const;

private:
    std::size_t placeOf(std::string_view name) const;

    std::span<const WorkloadOption> m_options;
    std::vector<double> m_values; // by place in m_options
};

} // namespace tidemark
