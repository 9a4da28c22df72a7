// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/value.h"

#include <span>
#include <string>
#include <string_view>

namespace tidemark {

// Whether the bytes of a text stay where they are until reading is over.
enum class TextLifetime : std::uint8_t { File, Temporary };

// Receives the lists, dicts and texts of a file in the order in which they are built, whatever the syntax
// they are written in. A container arrives empty and is filled afterwards, because formats name it before its
// items come.
class ObjectSink {
public:
    virtual ~ObjectSink() = default;

    virtual Value text(std::string_view bytes, TextLifetime lifetime) = 0;
    virtual Value dict() = 0;
    virtual Value list() = 0;
    virtual Value tuple(std::span<const Value> items) = 0;
    // Key, value, key, value...
    virtual void setItems(Value dict, std::span<const Value> keysAndValues) = 0;
    virtual void append(Value list, std::span<const Value> items) = 0;
    // Whether this is a list or dict that can still be filled.
    virtual bool isList(Value value) const = 0;
    virtual bool isDict(Value value) const = 0;
    // The file ended before this container was complete.
    virtual void cutOff(Value container) = 0;

    // Set once something arrived that cannot be taken; a sentence without its beginning ("holds ...").
    bool failed() const { return !m_failure.empty(); }
    const std::string& failure() const { return m_failure; }

protected:
    void fail(std::string reason)
    {
        if (m_failure.empty())
            m_failure = std::move(reason);
    }

private:
    std::string m_failure;
};

} // namespace tidemark
