// SPDX-License-Identifier: GPL-3.0-or-later
// Which events belong to which visit of which scope: against a slow reading of the same rules, on random
// recordings of several threads, annotations and steps.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/scopes.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>
#include <map>
#include <random>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Three threads that enter and leave scopes of few names, in steps and phases that begin and end anywhere.
Recording randomRun(std::uint64_t seed)
{
    ScopedRun run;
    std::mt19937_64 random(seed);
    std::map<std::string, std::size_t> depths;
    std::vector<std::uint64_t> live;
    std::vector<AnnotationKind> open;
    int step = 0;
    std::string thread = "main";
    const std::array<const char*, 3> threads = {"main", "backward", "loader"};
    const std::array<const char*, 5> names = {"net", "net.a", "net.a.x", "net.b", "loss"};
    const std::array<const char*, 3> phases = {"forward", "backward", "optimizer"};
    for (int i = 0; i < 400; ++i) {
        const auto choice = random() % 100;
        if (choice < 6) {
            thread = threads[random() % 3];
            run.switchTo(thread.c_str());
        } else if (choice < 25 && depths[thread] < 4) {
            if (random() % 4 == 0)
                run.enter("aten::" + std::to_string(random() % 3), FrameKind::Operation);
            else
                run.enter(names[random() % 5]);
            ++depths[thread];
        } else if (choice < 45 && depths[thread] > 0) {
            run.leave();
            --depths[thread];
        } else if (choice < 50 && open.size() < 3) {
            const bool isInStep = std::find(open.begin(), open.end(), AnnotationKind::Step) != open.end();
            const auto kind = !isInStep && random() % 2 == 0 ? AnnotationKind::Step
                : random() % 2 == 0                          ? AnnotationKind::Phase
                                                             : AnnotationKind::Range;
            run.begin(kind,
                kind == AnnotationKind::Step        ? "step " + std::to_string(++step)
                    : kind == AnnotationKind::Phase ? phases[random() % 3]
                                                    : "range " + std::to_string(random() % 3));
            open.push_back(kind);
        } else if (choice < 54 && !open.empty()) {
            run.end();
            open.pop_back();
        } else if (choice < 80 || live.empty()) {
            live.push_back(run.allocate(1 + random() % 3'000'000));
        } else {
            std::swap(live[random() % live.size()], live.back());
            run.free(live.back());
            live.pop_back();
        }
    }
    return run.recording();
}

struct Span {
    std::uint64_t begin = 0; // positions
    std::uint64_t end = 0;
    std::int64_t added = 0;
    std::int64_t freed = 0;
    std::string step; // or where outside
};
const std::string outside = "outside ";
using Visits = std::map<std::string, std::vector<Span>>; // by path

// What a scope table shows, counted event by event.
class SlowReading {
public:
    SlowReading(const AnalyzedRecording& analyzed, ScopeDetail detail)
        : m_analyzed(analyzed)
        , m_recording(analyzed.recording)
        , m_device(m_recording.devices[0])
        , m_detail(detail)
    {
        for (const Annotation& annotation : m_recording.annotations) {
            if (annotation.startEvent >= endOf(annotation))
                continue;
            m_borders.insert(annotation.startEvent);
            m_borders.insert(endOf(annotation));
        }
        readAnnotations();
        readThreads();
    }

    const Visits& visits() const { return m_visits; }

private:
    std::string name(StringIndex index) const { return std::string(m_recording.strings[index]); }
    std::uint64_t endOf(const Annotation& annotation) const
    {
        return std::min<std::uint64_t>(annotation.endEvent, m_device.events.size());
    }
    bool isInside(const Annotation& annotation, std::uint64_t event) const
    {
        return annotation.startEvent <= event && event < annotation.endEvent;
    }

    // They nest, so the outer one of two is the earlier one in the list.
    std::string around(std::uint64_t event, std::size_t before = SIZE_MAX) const
    {
        std::string path;
        const Annotation* outer = nullptr;
        for (std::size_t i = 0; i < std::min(before, m_recording.annotations.size()); ++i) {
            const Annotation& annotation = m_recording.annotations[i];
            if (annotation.kind == AnnotationKind::Step || !isInside(annotation, event)
                || isOnceMore(outer, annotation))
                continue;
            path += (path.empty() ? "" : " / ") + name(annotation.name);
            outer = &annotation;
        }
        return path;
    }

    // A phase directly inside a phase of its name is no other.
    static bool isOnceMore(const Annotation* outer, const Annotation& annotation)
    {
        return outer && outer->kind == AnnotationKind::Phase && annotation.kind == AnnotationKind::Phase
            && outer->name == annotation.name;
    }

    const Annotation* innermostAround(std::size_t place) const
    {
        const Annotation* innermost = nullptr;
        for (std::size_t i = 0; i < place; ++i)
            if (const Annotation& annotation = m_recording.annotations[i];
                annotation.kind != AnnotationKind::Step
                && isInside(annotation, m_recording.annotations[place].startEvent))
                innermost = &annotation;
        return innermost;
    }

    // Or which of the stretches outside.
    std::string stepAt(std::uint64_t event) const
    {
        int over = 0;
        for (const Annotation& annotation : m_recording.annotations) {
            if (annotation.kind != AnnotationKind::Step || annotation.startEvent >= endOf(annotation))
                continue;
            if (isInside(annotation, event))
                return name(annotation.name);
            over += endOf(annotation) <= event ? 1 : 0;
        }
        return outside + std::to_string(over);
    }

    std::int64_t change(std::uint64_t event) const
    {
        return m_analyzed.histories[0].valueAt(Curve::Allocated, event + 1)
            - m_analyzed.histories[0].valueAt(Curve::Allocated, event);
    }

    void count(Span& span, std::uint64_t event) const
    {
        (change(event) > 0 ? span.added : span.freed) += std::abs(change(event));
        span.end = event + 1;
    }

    void readAnnotations()
    {
        for (std::size_t i = 0; i < m_recording.annotations.size(); ++i) {
            const Annotation& annotation = m_recording.annotations[i];
            if (annotation.kind == AnnotationKind::Step || isOnceMore(innermostAround(i), annotation))
                continue;
            std::optional<std::string> step;
            for (std::uint64_t event = annotation.startEvent; event < endOf(annotation); ++event) {
                const std::string outer = around(event, i);
                auto& spans = m_visits[outer + (outer.empty() ? "" : " / ") + name(annotation.name)];
                if (step != stepAt(event))
                    spans.push_back({event, event, 0, 0, stepAt(event)});
                step = stepAt(event);
                count(spans.back(), event);
            }
        }
    }

    // The scopes that a context names, outermost first: modules stand around what is in them.
    std::vector<std::string> scopesOf(ContextIndex context) const
    {
        std::vector<Frame> frames;
        for (StackIndex stack = m_recording.contexts[context].stack; !stack.isNone();
             stack = m_recording.stacks[stack].caller)
            frames.insert(frames.begin(), m_recording.frames[m_recording.stacks[stack].frame]);
        std::vector<std::string> scopes;
        std::optional<std::string> operation;
        for (const Frame& frame : frames) {
            if (frame.kind == FrameKind::Operation) {
                operation = operation ? operation : name(frame.function);
                continue;
            }
            operation.reset();
            const std::string scope = name(frame.function);
            const auto has = [&](const std::string& module) {
                return std::find(scopes.begin(), scopes.end(), module) != scopes.end();
            };
            if (scope == "net.a.x" && isNamed("net.a") && !has("net.a") && isNamed("net") && !has("net"))
                scopes.push_back("net");
            if (scope == "net.a.x" && isNamed("net.a") && !has("net.a"))
                scopes.push_back("net.a");
            if ((scope == "net.a" || scope == "net.b") && isNamed("net") && !has("net"))
                scopes.push_back("net");
            scopes.push_back(scope);
        }
        if (operation && m_detail.operators)
            scopes.push_back(*operation);
        return scopes;
    }

    bool isNamed(const std::string& scope) const
    {
        for (std::uint32_t i = 0; i < m_recording.frames.size(); ++i)
            if (const Frame& frame = m_recording.frames[FrameIndex{i}];
                frame.kind == FrameKind::Scope && name(frame.function) == scope)
                return true;
        return false;
    }

    void readThreads()
    {
        struct Last {
            std::vector<std::string> scopes;
            std::vector<std::size_t> visits; // by scope: place among those of its path
            std::uint64_t event = 0;
        };
        std::map<std::string, Last> threads;
        for (std::uint64_t event = 0; event < m_device.events.size(); ++event) {
            const ContextIndex context = m_device.events.context()[event];
            const std::vector<std::string> scopes = scopesOf(context);
            Last& last = threads[name(m_recording.contexts[context].thread)];
            const auto border = m_borders.upper_bound(last.event);
            bool goesOn = border == m_borders.end() || *border > event;
            std::string path = around(event);
            for (std::size_t i = 0; i < scopes.size(); ++i) {
                path += (path.empty() ? "" : " / ") + scopes[i];
                goesOn = goesOn && i < last.scopes.size() && last.scopes[i] == scopes[i];
                std::vector<Span>& visits = m_visits[path];
                if (!goesOn) {
                    last.visits.resize(i);
                    last.visits.push_back(visits.size());
                    visits.push_back({event, event, 0, 0, stepAt(event)});
                }
                count(visits[last.visits[i]], event);
            }
            last.scopes = scopes;
            last.event = event;
        }
    }

    const AnalyzedRecording& m_analyzed;
    const Recording& m_recording;
    const Device& m_device;
    ScopeDetail m_detail;
    std::set<std::uint64_t> m_borders;
    Visits m_visits;
};

std::int64_t highest(const DeviceHistory& history, Curve curve, const Span& span)
{
    std::int64_t most = 0;
    for (std::uint64_t position = span.begin; position <= span.end; ++position)
        most = std::max(most, history.valueAt(curve, position));
    return most;
}

using Steps = std::map<std::string, std::vector<Span>>;

// What was there before, added and freed is that of a step with this peak: the one that is named, or one of
// the stretches outside.
bool isOfItsStep(const DeviceHistory& history, const ScopeFigures& figures, const Steps& steps)
{
    return std::any_of(steps.begin(), steps.end(), [&](const auto& entry) {
        const auto& [step, spans] = entry;
        Span sum;
        std::int64_t peak = 0;
        for (const Span& span : spans) {
            sum.added += span.added;
            sum.freed += span.freed;
            peak = std::max(peak, highest(history, Curve::Allocated, span));
        }
        const bool isNamed =
            figures.step ? step == "step " + std::to_string(*figures.step) : step.starts_with(outside);
        return isNamed && peak == figures.peak && sum.added == figures.added && sum.freed == figures.freed
            && history.valueAt(Curve::Allocated, spans.front().begin) == figures.before;
    });
}

} // namespace

class ScopeVisitsTest : public QObject {
    Q_OBJECT

private slots:
    void asReadSlowly_data();
    void asReadSlowly();
};

void ScopeVisitsTest::asReadSlowly_data()
{
    QTest::addColumn<int>("run");
    QTest::addColumn<bool>("operators");
    for (int run = 0; run < 30; ++run)
        QTest::addRow("run %d", run) << run << (run % 2 == 1);
}

void ScopeVisitsTest::asReadSlowly()
{
    QFETCH(int, run);
    QFETCH(bool, operators);
    const AnalyzedRecording analyzed = analyze(randomRun(testSeed() + static_cast<std::uint64_t>(run)));
    const DeviceHistory& history = analyzed.histories[0];
    ScopeOptions options;
    options.detail.operators = operators;
    options.columns.push_back({StatKind::AllocatedBytes, StatPool::All, StatMetric::Allocated});
    const ScopeTable table = scopeTables(analyzed.recording, 0, history, options).value().front();
    const SlowReading slow(analyzed, options.detail);
    std::size_t found = 0;
    for (const auto& [path, spans] : slow.visits()) {
        // By step: what was in one step adds up, or is the most.
        Steps steps;
        for (const Span& span : spans)
            steps[span.step].push_back(span);
        std::vector<std::int64_t> values(3);
        std::uint64_t visits = 0;
        std::int64_t peak = 0;
        for (const auto& [step, inStep] : steps) {
            std::int64_t came = 0;
            for (const Span& span : inStep) {
                values[0] = std::max(values[0], highest(history, Curve::Active, span));
                values[1] = std::max(values[1], highest(history, Curve::Reserved, span));
                peak = std::max(peak, highest(history, Curve::Allocated, span));
                for (std::uint64_t event = span.begin; event < span.end; ++event)
                    came += std::max<std::int64_t>(0,
                        history.valueAt(Curve::Allocated, event + 1)
                            - history.valueAt(Curve::Allocated, event));
            }
            values[2] = std::max(values[2], came);
            visits = std::max<std::uint64_t>(visits, inStep.size());
        }
        std::size_t sameName = 0;
        for (const ScopeRow& row : table.rows) {
            if (row.path != path)
                continue;
            ++sameName;
            QCOMPARE(row.values, values);
            QCOMPARE(row.figures.visits, visits);
            QCOMPARE(row.figures.peak, peak);
            QCOMPARE(history.valueAt(Curve::Allocated, row.figures.peakPosition), peak);
            QVERIFY2(isOfItsStep(history, row.figures, steps), path.c_str());
        }
        QVERIFY2(sameName == 1, path.c_str());
        ++found;
    }
    QCOMPARE(table.rows.size(), found);
    QVERIFY(found > 10);
}

QTEST_GUILESS_MAIN(ScopeVisitsTest)
#include "tst_scope_visits.moc"
