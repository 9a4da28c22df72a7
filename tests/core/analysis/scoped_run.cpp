// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/scoped_run.h"

#include <algorithm>

namespace tidemark::tests {

namespace {

AllocatorSettings settingsFrom(const char* conf)
{
    return AllocatorSettings::parse(conf).value();
}

} // namespace

ScopedRun::ScopedRun(const char* conf)
    : m_allocator(m_memory, settingsFrom(conf), this)
{
    m_builder.recording().allocatorConf = conf;
    m_builder.recording().devices.resize(1);
    device().history = History::Whole;
}

void ScopedRun::enter(std::string_view name, FrameKind kind)
{
    std::vector<StackIndex>& stacks = m_threads[m_thread].stacks;
    stacks.push_back(m_builder.stack(m_builder.frame({m_builder.string(name), {}, 0, kind}), stacks.back()));
}

void ScopedRun::leave()
{
    m_threads[m_thread].stacks.pop_back();
}

void ScopedRun::switchTo(const char* thread)
{
    const auto found = std::find_if(
        m_threads.begin(), m_threads.end(), [thread](const Thread& known) { return known.name == thread; });
    m_thread = static_cast<std::size_t>(found - m_threads.begin());
    if (found == m_threads.end())
        m_threads.push_back(Thread{thread});
}

void ScopedRun::begin(AnnotationKind kind, std::string_view name)
{
    Annotation annotation;
    annotation.kind = kind;
    annotation.name = m_builder.string(name);
    annotation.startUs = m_timeUs;
    annotation.startEvent = device().events.size();
    m_open.push_back(m_builder.recording().annotations.size());
    m_builder.recording().annotations.push_back(annotation);
}

void ScopedRun::end()
{
    Annotation& annotation = m_builder.recording().annotations[m_open.back()];
    annotation.endUs = m_timeUs;
    annotation.endEvent = device().events.size();
    m_open.pop_back();
}

std::uint64_t ScopedRun::allocate(std::uint64_t size, StreamHandle stream)
{
    return m_allocator.allocate(size, stream).value();
}

void ScopedRun::onEvent(const AllocatorEvent& told) noexcept
{
    Context context;
    context.stack = m_threads[m_thread].stacks.back();
    context.thread = m_builder.string(m_threads[m_thread].name);
    Event event;
    event.timeUs = ++m_timeUs;
    event.action = told.action;
    event.address = told.address;
    event.size = told.size;
    event.stream = RecordingBuilder::streamSlot(device(), told.stream);
    event.pool = RecordingBuilder::poolSlot(device(), told.pool);
    event.context = m_builder.context(context);
    device().events.append(event);
}

} // namespace tidemark::tests
