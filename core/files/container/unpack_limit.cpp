// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/unpack_limit.h"

#include <fmt/format.h>

namespace tidemark {

tl::unexpected<Error> UnpackLimit::exceeded(std::string_view unpack)
{
    return fail(fmt::format("it grows to more than {} times its size when unpacked, more than a recording "
                            "does: if it is one all the same, unpack it first, with {}.",
        ratio, unpack));
}

} // namespace tidemark
