// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace tidemark {

// What went wrong, as one sentence a person can act on: what happened, where, what to do.
struct Error {
    std::string message;
};

// Errors are values; nothing throws across a module's border.
template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message)
{
    return tl::unexpected<Error>(Error{std::move(message)});
}

} // namespace tidemark
