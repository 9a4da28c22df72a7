// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

namespace tidemark::tests {

// What tests/data/snapshots/make_expected.py says of a pickle, said of a Recording: counts, and sums weighted
// by place. Two recordings with the same summary hold the same events, stacks, segments and blocks.
nlohmann::json summaryOf(const Recording& recording);

// "key: expected and found" for the first difference; empty when there is none. `expected` may leave out
// keys.
std::string summaryDifference(const nlohmann::json& expected, const nlohmann::json& found);

// The whole of expected.json.
nlohmann::json expectedSummaries();

inline std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return {reinterpret_cast<const std::byte*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

} // namespace tidemark::tests
