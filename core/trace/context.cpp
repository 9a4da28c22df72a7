// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/context.h"

#include <boost/container_hash/hash.hpp>

namespace tidemark {

namespace {

template <class... Parts>
std::size_t hashOf(Parts... parts)
{
    std::size_t seed = 0;
    (boost::hash_combine(seed, parts), ...);
    return seed;
}

} // namespace

std::size_t hash_value(const Frame& frame)
{
    return hashOf(frame.function.value, frame.file.value, frame.line, static_cast<unsigned>(frame.kind),
        frame.extra.value);
}

std::size_t hash_value(const Stack& stack)
{
    return hashOf(stack.frame.value, stack.caller.value);
}

std::size_t hash_value(const Context& context)
{
    return hashOf(context.stack.value, context.forwardStack.value, context.thread.value,
        context.compileContext.value, context.userMetadata.value, context.category.value,
        context.extra.value);
}

} // namespace tidemark
