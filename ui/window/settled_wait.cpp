// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settled_wait.h"

#include <QWidget>
#include <utility>

namespace tidemark::ui {

namespace {

constexpr int readyEnough = 15'000; // milliseconds

} // namespace

SettledWait::SettledWait(Ready isReady, std::chrono::milliseconds quiet, std::chrono::milliseconds patience)
    : m_isReady(std::move(isReady))
    , m_quietEnough(quiet)
    , m_patience(patience)
{
    m_total.start();
}

SettledWait::State SettledWait::look(QWidget& view)
{
    if (!m_isReady()) {
        m_last = {};
        return m_total.elapsed() >= m_patience.count() ? State::GivenUp : State::Waiting;
    }
    if (!m_sinceReady.isValid())
        m_sinceReady.start();
    QImage now = view.grab().toImage();
    if (now != m_last || !m_quiet.isValid())
        m_quiet.start();
    m_last = std::move(now);
    const bool isDone = m_quiet.elapsed() >= m_quietEnough.count() || m_sinceReady.elapsed() >= readyEnough;
    return isDone ? State::Settled : State::Waiting;
}

} // namespace tidemark::ui
