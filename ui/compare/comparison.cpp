// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison.h"

#include "ui/view_state.h"

#include <algorithm>
#include <chrono>

namespace tidemark::ui {

namespace {

using namespace std::chrono_literals;

// Not more often: a cursor is dragged, and a run grows all the time.
constexpr auto cursorPause = 30ms;
constexpr auto growthPause = 1000ms;

// Another cursor, or the same run a little longer: what is being found is still worth showing.
bool isLaterAsk(const ComparisonQuestion& running, const ComparisonQuestion& wanted, bool hasGrown)
{
    ComparisonQuestion like = running;
    like.cursor = wanted.cursor;
    if (hasGrown)
        like.b = wanted.b;
    return like == wanted;
}

} // namespace

Comparison::Comparison(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    m_soon.setSingleShot(true);
    m_look.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &Comparison::ask);
    connect(&m_look, &QTimer::timeout, this, [this] {
        const std::uint64_t total = m_progress->total;
        if (total > 0)
            Q_EMIT progressed(static_cast<int>(std::min<std::uint64_t>(100, 100 * m_progress->done / total)));
    });
    connect(&m_state, &ViewState::recordingChanged, this, &Comparison::takeRecording);
    connect(&m_state, &ViewState::deviceChanged, this, &Comparison::takeDevice);
    connect(&m_state, &ViewState::recordingGrown, this, &Comparison::takeGrowth);
    connect(&m_state, &ViewState::cursorChanged, this, [this] {
        if (m_isShown && m_question.at == ComparedAt::Cursor && !m_soon.isActive())
            m_soon.start(cursorPause);
    });
}

void Comparison::begin(const std::shared_ptr<const AnalyzedRecording>& other, const Experiment& words,
    std::optional<ExperimentKind> experiment)
{
    halt();
    m_facts.reset();
    m_words = words;
    const ComparisonQuestion before = std::exchange(m_question, {});
    m_question.a = other;
    m_question.b = m_state.recording();
    m_question.nameA = QString::fromStdString(words.first.name);
    m_question.experiment = experiment;
    m_question.by = before.by;
    m_question.at = before.at;
    m_question.alignment = before.alignment;
    m_isShown = true;
    m_isDeviceChosen = false;
    Q_EMIT begun();
    takeDevice();
}

void Comparison::end()
{
    halt();
    m_facts.reset();
    m_question.a.reset();
    m_question.b.reset();
    m_isShown = false;
    m_state.setOverlays(OverlayOwner::Comparison, {});
    Q_EMIT changed();
}

void Comparison::stop()
{
    if (!m_facts)
        return end();
    halt();
    m_question = m_facts->question;
    Q_EMIT changed();
}

void Comparison::setBy(CompareBy by)
{
    m_question.by = by;
    ask();
}

void Comparison::setAt(ComparedAt at)
{
    m_question.at = at;
    ask();
}

void Comparison::setAlignment(CurveAlignment alignment)
{
    m_question.alignment = alignment;
    ask();
}

void Comparison::setDeviceA(std::size_t device)
{
    m_isDeviceChosen = true;
    m_question.deviceA = device;
    ask();
}

void Comparison::takeRecording()
{
    m_isShown = isThere() && m_state.recording() == m_question.b;
    if (m_isShown)
        return ask();
    halt();
    if (isThere() && m_state.recording() && !m_state.isPreview())
        end();
    else
        Q_EMIT changed();
}

void Comparison::takeDevice()
{
    if (!m_isShown || !m_state.hasDevice())
        return;
    m_question.deviceB = m_state.deviceIndex();
    if (!m_isDeviceChosen)
        m_question.deviceA = deviceLikeShown();
    ask();
}

void Comparison::takeGrowth()
{
    if (!m_isShown)
        return;
    m_question.b = m_state.recording();
    if (!m_soon.isActive())
        m_soon.start(growthPause);
}

// A's device of the same number, else that at the same place, else the last one.
std::size_t Comparison::deviceLikeShown() const
{
    const auto& devices = m_question.a->recording.devices;
    const std::size_t place = std::min(m_question.deviceB, devices.size() - 1);
    const int wanted = m_state.device().ordinal;
    if (devices[place].ordinal == wanted)
        return place;
    const auto found = std::find_if(
        devices.begin(), devices.end(), [wanted](const Device& device) { return device.ordinal == wanted; });
    return found == devices.end() ? place : static_cast<std::size_t>(found - devices.begin());
}

void Comparison::ask()
{
    if (!m_isShown || !m_state.hasDevice())
        return;
    m_question.cursor = m_question.at == ComparedAt::Cursor ? m_state.cursor() : 0;
    if (m_facts && m_facts->question == m_question) {
        halt();
        showCurves();
    } else if (!isBusy()) {
        start();
    } else if (const bool hasGrown = m_running.b != m_question.b;
               !isLaterAsk(m_running, m_question, hasGrown)) {
        halt();
        start();
    }
    Q_EMIT changed();
}

void Comparison::start()
{
    m_running = m_question;
    m_progress = std::make_shared<Progress>();
    m_look.start();
    m_job.start([this, question = m_question, known = m_facts, shown = m_state.allocations(),
                    progress = m_progress](const std::stop_token& stop) -> NewestJob::Use {
        auto facts = comparisonFacts(question, known, shown, *progress, stop);
        if (!facts)
            return {};
        return [this, facts = std::move(facts)] { take(facts); };
    });
}

void Comparison::halt()
{
    m_soon.stop();
    m_look.stop();
    m_job.forget();
}

void Comparison::take(const std::shared_ptr<const ComparisonFacts>& facts)
{
    m_look.stop();
    m_facts = facts;
    showCurves();
    Q_EMIT found();
    Q_EMIT changed();
    // The end of a run, or the cursor, may be elsewhere by now.
    if (m_question.b != facts->question.b && !m_soon.isActive())
        m_soon.start(growthPause);
    else if (m_question.at == ComparedAt::Cursor && m_state.cursor() != facts->question.cursor)
        ask();
}

void Comparison::showCurves()
{
    m_state.setOverlays(OverlayOwner::Comparison, m_facts->curves);
}

} // namespace tidemark::ui
