// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace tidemark {

enum class ValueKind : std::uint8_t {
    None,
    Boolean,
    Integer, // fits std::int64_t
    Unsigned, // 2^63 and above, fits std::uint64_t
    HugeInteger, // fits neither; its digits are not kept
    Float,
    Text, // a TextId
    Object, // a list, a dict or what became of it: a handle of the ObjectSink that made it
};

// One value of a file while it is being read: small and plain, whatever it stands for.
struct Value {
    std::uint64_t bits = 0;
    ValueKind kind = ValueKind::None;

    static Value boolean(bool value) { return {value ? 1U : 0U, ValueKind::Boolean}; }
    static Value integer(std::int64_t value)
    {
        return {static_cast<std::uint64_t>(value), ValueKind::Integer};
    }
    static Value unsignedInteger(std::uint64_t value)
    {
        return {value, (value >> 63) == 0 ? ValueKind::Integer : ValueKind::Unsigned};
    }
    static Value hugeInteger() { return {0, ValueKind::HugeInteger}; }
    static Value real(double value) { return {std::bit_cast<std::uint64_t>(value), ValueKind::Float}; }
    static Value text(std::uint32_t id) { return {id, ValueKind::Text}; }
    static Value object(std::uint32_t handle) { return {handle, ValueKind::Object}; }

    bool isObject() const { return kind == ValueKind::Object; }
    bool isNatural() const // a whole number, not negative
    {
        return kind == ValueKind::Unsigned || (kind == ValueKind::Integer && (bits >> 63) == 0);
    }
    bool isText() const { return kind == ValueKind::Text; }
    std::uint32_t index() const { return static_cast<std::uint32_t>(bits); } // of Text and Object
    double real() const { return std::bit_cast<double>(bits); } // of Float
};

} // namespace tidemark
