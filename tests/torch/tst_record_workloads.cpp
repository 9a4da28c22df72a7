// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include <QtTest>
#include <algorithm>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Small, so that a step takes a few hundredths of a second.
const QStringList smallMlp = {QStringLiteral("--workload"), QStringLiteral("mlp"), QStringLiteral("--set"),
    QStringLiteral("batch=16"), QStringLiteral("--set"), QStringLiteral("inputs=64"), QStringLiteral("--set"),
    QStringLiteral("hidden=256"), QStringLiteral("--set"), QStringLiteral("layers=2")};
const QStringList smallVgg = {QStringLiteral("--workload"), QStringLiteral("vgg"), QStringLiteral("--set"),
    QStringLiteral("batch=2"), QStringLiteral("--set"), QStringLiteral("image=32"), QStringLiteral("--set"),
    QStringLiteral("width=0.125")};
const QStringList smallTransformer = {QStringLiteral("--workload"), QStringLiteral("transformer"),
    QStringLiteral("--set"), QStringLiteral("batch=2"), QStringLiteral("--set"), QStringLiteral("layers=2"),
    QStringLiteral("--set"), QStringLiteral("max_length=96")};

struct Recorded {
    int exitCode = -1;
    RecorderStatus status;
    Recording recording;
    QString error;
    bool ended = false;
};

Recorded record(const QStringList& arguments)
{
    RecorderProcess process(arguments);
    process.closeInput();
    const auto exitCode = process.waitForEnd();
    return {exitCode.value_or(-1), process.status(), process.recording(), process.decodingError(),
        process.ended()};
}

QStringList steps(const QStringList& arguments, int count)
{
    return arguments + QStringList{QStringLiteral("--steps"), QString::number(count)};
}

} // namespace

class RecordWorkloadsTest : public QObject {
    Q_OBJECT

private slots:
    void training_data();
    void training();
    void largestTensorsAreThere();
    void everyStepAsksForTheSameSizesAgain();
    void transformerHasAnotherLengthEachStep();
    void sameSeedGivesTheSameSizes();
    void gradientsStayOrGo();
    void allocatorSettingsAreFollowed_data();
    void allocatorSettingsAreFollowed();
};

void RecordWorkloadsTest::training_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("forwardOperator");
    QTest::addColumn<QString>("backwardScope");
    QTest::addColumn<QString>("backwardOperator");
    QTest::newRow("mlp") << smallMlp << "layers.0"
                         << "aten::addmm"
                         << "layers.2"
                         << "AddmmBackward0";
    QTest::newRow("vgg") << smallVgg << "features.3"
                         << "aten::conv2d"
                         << "features.3"
                         << "ConvolutionBackward0";
    QTest::newRow("transformer") << smallTransformer << "layers.1.attention.query"
                                 << "aten::softmax"
                                 << "layers.1.attention"
                                 << "SoftmaxBackward0";
}

void RecordWorkloadsTest::training()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, scope);
    QFETCH(const QString, forwardOperator);
    QFETCH(const QString, backwardScope);
    QFETCH(const QString, backwardOperator);
    const Recorded run = record(steps(arguments, 3));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.error, QString());
    QVERIFY(run.ended);
    QCOMPARE(run.status.state, RecorderState::Finished);
    QCOMPARE(run.status.step, 3);
    QCOMPARE(run.status.steps, 3);
    QCOMPARE(run.recording.workload, arguments[1].toStdString());
    QCOMPARE(run.recording.devices.size(), std::size_t(1));
    QCOMPARE(run.recording.devices.front().history, History::Whole);
    QCOMPARE(run.recording.devices.front().lostEvents, std::uint64_t(0));
    QCOMPARE(differenceFromOwnFigures(run.recording), QString());

    QVERIFY(hasFrame(run.recording, FrameKind::Scope, scope.toStdString()));
    QVERIFY(hasFrame(run.recording, FrameKind::Operation, forwardOperator.toStdString()));
    QVERIFY(hasCall(run.recording, backwardScope.toStdString(), backwardOperator.toStdString()));
    const std::vector<std::string> expectedSteps = {"step 1", "step 2", "step 3"};
    QCOMPARE(annotationNames(run.recording, AnnotationKind::Step), expectedSteps);
    const std::vector<std::string> expectedPhases = {"setup", "forward", "backward", "optimizer", "forward",
        "backward", "optimizer", "forward", "backward", "optimizer"};
    QCOMPARE(annotationNames(run.recording, AnnotationKind::Phase), expectedPhases);
    for (const Annotation& annotation : run.recording.annotations)
        QVERIFY(annotation.endUs != Annotation::open && annotation.startEvent <= annotation.endEvent);
}

// A parameter, its gradient and its two moments in Adam have one size, and all of them must come from us: the
// widest layer of this model is 256 × 256 floats.
void RecordWorkloadsTest::largestTensorsAreThere()
{
    const Recorded run = record(steps(smallMlp, 2));
    constexpr std::uint64_t weight = 256 * 256 * sizeof(float);
    const EventColumns& events = run.recording.devices.front().events;
    std::set<std::uint64_t> live;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events.sizes()[i] != weight)
            continue;
        if (events.action()[i] == Action::Alloc)
            live.insert(events.address()[i]);
        else if (events.action()[i] == Action::FreeCompleted)
            live.erase(events.address()[i]);
    }
    QCOMPARE(live.size(), std::size_t(4)); // the weight, its gradient, exp_avg, exp_avg_sq

    // And the sum: everything alive at the end is known.
    constexpr std::int64_t parameters = (64 * 256 + 256) + (256 * 256 + 256) + (256 * 10 + 10);
    constexpr std::int64_t teacher = 64 * 10;
    QCOMPARE(sampledValue(run.recording, "end", "requested_bytes.all.current"),
        static_cast<std::int64_t>(sizeof(float)) * (4 * parameters + teacher));
}

void RecordWorkloadsTest::everyStepAsksForTheSameSizesAgain()
{
    const Recording recording = record(steps(smallMlp, 4)).recording;
    std::vector<std::vector<std::uint64_t>> sizes;
    const EventColumns& events = recording.devices.front().events;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind != AnnotationKind::Step)
            continue;
        auto& ofStep = sizes.emplace_back();
        for (std::size_t i = annotation.startEvent; i < annotation.endEvent; ++i) {
            if (events.action()[i] == Action::Alloc)
                ofStep.push_back(events.sizes()[i]);
        }
    }
    QCOMPARE(sizes.size(), std::size_t(4));
    QVERIFY(!sizes[2].empty());
    QCOMPARE(sizes[2], sizes[3]); // the first step also makes the optimizer's state
}

void RecordWorkloadsTest::transformerHasAnotherLengthEachStep()
{
    const Recording recording = record(steps(smallTransformer, 6)).recording;
    std::set<std::uint64_t> scoreSizes;
    const EventColumns& events = recording.devices.front().events;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto stack = stackOf(recording, i);
        if (events.action()[i] == Action::Alloc && !stack.empty() && stack.back() == "aten::_softmax")
            scoreSizes.insert(events.sizes()[i]);
    }
    QVERIFY2(scoreSizes.size() >= 4, qPrintable(QString::number(scoreSizes.size())));
}

void RecordWorkloadsTest::sameSeedGivesTheSameSizes()
{
    const QStringList seven = steps(smallTransformer, 3) + QStringList{"--seed", "7"};
    const QStringList eight = steps(smallTransformer, 3) + QStringList{"--seed", "8"};
    const auto first = allocationSizes(record(seven).recording);
    QVERIFY(!first.empty());
    QCOMPARE(allocationSizes(record(seven).recording), first);
    QVERIFY(allocationSizes(record(eight).recording) != first);
}

// With set_to_none a step begins by freeing every gradient; without it they stay where they are.
void RecordWorkloadsTest::gradientsStayOrGo()
{
    const auto freedInZeroGrad = [](const QString& value) {
        const Recording recording =
            record(steps(smallMlp, 3) + QStringList{"--set", "set_to_none=" + value}).recording;
        const EventColumns& events = recording.devices.front().events;
        int count = 0;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto stack = stackOf(recording, i);
            if (events.action()[i] == Action::FreeRequested && !stack.empty() && stack.front() == "zero_grad")
                ++count;
        }
        return count;
    };
    QCOMPARE(freedInZeroGrad("on"), 2 * 6); // six parameters, before the second and the third step
    QCOMPARE(freedInZeroGrad("off"), 0);
}

void RecordWorkloadsTest::allocatorSettingsAreFollowed_data()
{
    QTest::addColumn<QString>("conf");
    QTest::newRow("max_split_size") << "max_split_size_mb:32";
    QTest::newRow("roundup") << "roundup_power2_divisions:4";
    QTest::newRow("several") << "garbage_collection_threshold:0.6,max_split_size_mb:64";
}

void RecordWorkloadsTest::allocatorSettingsAreFollowed()
{
    QFETCH(const QString, conf);
    const Recorded run =
        record(steps(smallTransformer, 3) + QStringList{"--conf", conf, "--limit", "512MiB"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.recording.allocatorConf, conf.toStdString());
    const auto& settings = run.recording.settings;
    const auto limit = std::find_if(
        settings.begin(), settings.end(), [](const Setting& setting) { return setting.name == "limit"; });
    QVERIFY(limit != settings.end());
    QCOMPARE(limit->value, std::to_string(std::uint64_t(512) * 1024 * 1024));
    QVERIFY(run.recording.devices.front().capacity > std::uint64_t(512) * 1024 * 1024); // the machine's
    QCOMPARE(differenceFromOwnFigures(run.recording), QString());
}

QTEST_GUILESS_MAIN(RecordWorkloadsTest)
#include "tst_record_workloads.moc"
