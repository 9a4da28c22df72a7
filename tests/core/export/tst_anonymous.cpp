// SPDX-License-Identifier: GPL-3.0-or-later
// A recording for strangers: no name of its program is in it, and every figure is as it was.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/context_name.h"
#include "core/analysis/holders/grouping.h"
#include "core/analysis/holders/sites.h"
#include "core/analysis/scopes/step_drift.h"
#include "core/export/anonymous/anonymous_recording.h"
#include "core/export/anonymous/public_names.h"
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"
#include "core/trace/recording_builder.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace Qt::Literals::StringLiterals;

namespace {

// A recording in which every text is a secret.
Recording secretRecording()
{
    RecordingBuilder builder;
    Recording& recording = builder.recording();
    recording.producer = "sekret 1.0";
    recording.workload = "sekret-model";
    recording.settings = {{"data", "/home/sekret/images"}, {"host", "sekret.example.org"}, {"batch", "16"},
        {"sekret_knob", "4"}, {"server", "10.20.30.40"}, {"expandable_segments", "sekret"},
        {"PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True,sekret_key:5,backend:sekret"}};
    recording.allocatorConf = "roundup_power2_divisions:[256:1,>:4],sekret_key:5,max_split_size_mb:sekret";
    recording.warnings = {"sekret.pickle is cut"};
    recording.devices.emplace_back();
    Device& device = recording.devices.front();
    device.source = "sekret-rank3.pickle";
    device.allocatorConf = "sekret words";
    device.settings = {{"sekret_of_the_device", "sekret"}};
    device.statistics.push_back({0, "sekret moment 4", {{"num_ooms", 1}}});
    const auto frame = [&](const char* function, const char* file, FrameKind kind) {
        return builder.frame({builder.string(function), builder.string(file), 7, kind,
            builder.string(R"({"fx_node_name":"sekret_node","sekret_key":["sekret",3]})")});
    };
    StackIndex stack;
    for (const auto& [function, file] : {std::pair("sekret_train", "/home/sekret/train.py"),
             std::pair("sekret_layer", "/venv/lib/python3.11/site-packages/sekretlib/layer.py"),
             std::pair(
                 "_call_impl", "/home/sekret/venv/lib/python3.11/site-packages/torch/nn/modules/module.py"),
             std::pair("at::native::sekret<Sekret>(int)", ""),
             std::pair("at::native::sekret_kernel(at::Tensor const&)", "/home/sekret/k.cu"),
             std::pair("at::native::fill_kernel(sekret::Values const&)", ""),
             std::pair("at::native::zero_kernel(at::Tensor const&, sekret::Values)",
                 "/pytorch/aten/src/ATen/native/Fill.cpp"),
             std::pair("at::native::abs_kernel(at::Tensor const&, double)", "??"),
             std::pair("sekret::of<at::_ops::add, sekret::Values>(int)", "??"),
             std::pair("sekret_step", "torch/sekret_train.py"), std::pair("relative_run", "torch/own.py"),
             std::pair("__sekret_core__", "/home/sekret/core.py"),
             std::pair("__init__", "/home/sekret/core.py"),
             std::pair("Sekret::run()", "/home/sekret/run.cpp")})
        stack = builder.stack(frame(function, file, FrameKind::Source), stack);
    stack = builder.stack(frame("sekret_encoder.3.sekret_block", "", FrameKind::Scope), stack);
    stack = builder.stack(frame("sekret::fused_op", "", FrameKind::Operation), stack);
    stack = builder.stack(frame("SekretFnBackward", "", FrameKind::Operation), stack);
    stack = builder.stack(frame("aten::empty", "", FrameKind::Operation), stack);
    Context context;
    context.stack = context.forwardStack = stack;
    context.thread = builder.string("sekret-thread");
    context.compileContext = builder.string("sekret [0/1]");
    context.userMetadata = builder.string("4111111111111111");
    context.category = builder.string("sekret category");
    context.extra = builder.string(R"({"internal_metadata":"sekret"})");
    Event event;
    event.action = Action::SegmentAlloc;
    event.address = 0x7f0000000000;
    event.size = 2 << 20;
    event.timeUs = 10;
    event.context = builder.context(context);
    device.events.append(event);
    event.action = Action::Alloc;
    event.size = 4096;
    device.events.append(event);
    device.tensors.push_back({1, event.address, 4096, builder.string("AdamW.exp_avg.sekret_encoder.3.weight"),
        builder.string("[4, 256]"), builder.string("SekretFnBackward"), MemoryCategory::OptimizerState,
        DataType::Float32});
    recording.annotations.push_back(
        {10, 20, 0, 2, builder.string("sekret/train step 12"), 0, AnnotationKind::Step});
    recording.annotations.push_back(
        {10, 20, 0, 2, builder.string("recompute sekret"), 0, AnnotationKind::Range});
    recording.annotations.push_back(
        {10, 20, 0, 2, builder.string("account 20241130123"), 0, AnnotationKind::Range});
    recording.marks.push_back({12, 1, 0, builder.string("before sekret"), 0, MarkKind::Named});
    return builder.snapshot();
}

// What is a secret in that recording though its name does not say so.
bool isSecret(const QString& text)
{
    for (const QString& secret : {u"sekret"_s, u"10.20.30.40"_s, u"4111111111111111"_s, u"20241130123"_s,
             u"relative_run"_s, u"own.py"_s})
        if (text.contains(secret, Qt::CaseInsensitive))
            return true;
    return false;
}

// Every text of a recording that a file may hold.
QStringList textsOf(const Recording& recording)
{
    QStringList texts = {QString::fromStdString(recording.producer),
        QString::fromStdString(recording.workload), QString::fromStdString(recording.allocatorConf)};
    for (std::size_t i = 0; i < recording.strings.size(); ++i) {
        const std::string_view text = recording.strings[StringIndex{static_cast<std::uint32_t>(i)}];
        texts << QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    const auto addSettings = [&texts](const std::vector<Setting>& settings) {
        for (const Setting& setting : settings)
            texts << QString::fromStdString(setting.name) << QString::fromStdString(setting.value);
    };
    addSettings(recording.settings);
    for (const std::string& warning : recording.warnings)
        texts << QString::fromStdString(warning);
    for (const Device& device : recording.devices) {
        texts << QString::fromStdString(device.source) << QString::fromStdString(device.allocatorConf);
        addSettings(device.settings);
        for (const StatsSample& sample : device.statistics)
            texts << QString::fromStdString(sample.name);
    }
    return texts;
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestAnonymous : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noSecretIsLeft();
    void publicNamesStay();
    void figuresStay_data();
    void figuresStay();
    void filesHoldNoName_data();
    void filesHoldNoName();
    void filesHoldNoSecret_data();
    void filesHoldNoSecret();
};

void TestAnonymous::noSecretIsLeft()
{
    const Recording secret = secretRecording();
    int secrets = 0;
    for (const QString& text : textsOf(secret))
        secrets += isSecret(text);
    QVERIFY(secrets > 40);
    const QStringList texts = textsOf(anonymousRecording(secret));
    for (const QString& text : texts)
        QVERIFY2(!isSecret(text), qPrintable(text));
    for (const char* kept : {"aten::empty", "_call_impl", "site-packages/torch/nn/modules/module.py",
             "[4, 256]", "batch", "16", "__init__", "expandable_segments",
             "at::native::abs_kernel(at::Tensor const&, double)", "aten/src/ATen/native/Fill.cpp"})
        QVERIFY2(texts.contains(QString::fromLatin1(kept)), kept);
    for (const char* name : {"at::native::fill_kernel(function", "at::native::zero_kernel(function"})
        QVERIFY2(texts.filter(QString::fromLatin1(name)).size() == 1, name);
    const Recording anonymous = anonymousRecording(secret);
    QVERIFY2(anonymous.allocatorConf.starts_with("roundup_power2_divisions:[256:1,>:4],setting"),
        anonymous.allocatorConf.c_str());
    QCOMPARE(anonymous.strings.size(), secret.strings.size());
    // The module's part of the tensor's name and of the scope is one.
    const std::string_view tensor = anonymous.strings[anonymous.devices[0].tensors[0].name];
    QVERIFY2(
        tensor.starts_with("AdamW.exp_avg.m") && tensor.ends_with(".3.weight"), std::string(tensor).c_str());
    const std::string_view name = anonymous.strings[anonymous.annotations[0].name];
    QVERIFY2(name.ends_with(" 12"), std::string(name).c_str());
    QVERIFY(anonymous.strings[anonymous.annotations[1].name].starts_with("recompute "));
}

void TestAnonymous::publicNamesStay()
{
    for (const char* name : {"aten::linear", "AddmmBackward0",
             "autograd::engine::evaluate_function: MulBackward0", "torch::autograd::AccumulateGrad"})
        QVERIFY2(isPublicOperator(name), name);
    for (const char* name : {"mine::linear", "MyFnBackward", "torch::autograd::CppNode<Mine>", "linear"})
        QVERIFY2(!isPublicOperator(name), name);
    for (const char* value : {"16", "64MiB", "1e-3", "2.11.0+cu128", "2.0.1", "true", "cuda:0,cuda:1", "-1"})
        QVERIFY2(isPublicValue(value), value);
    for (const char* value :
        {"/home/me", "12-mine", "node17", "2024-run-of-me", "cuda:me@host", "10.20.30.40", "1,10.20.30.40"})
        QVERIFY2(!isPublicValue(value), value);
    for (const char* path :
        {"/home/me/torch-fork/x.py", "torch/secret_train.py", "/home/me/arc10/core/x.cpp"})
        QVERIFY2(publicTail(path) == std::string_view::npos, path);
}

void TestAnonymous::figuresStay_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vary", "annotations", "cpp_stacks", "graphs", "oom", "deit_small", "ddp_rank0",
             "wrapped", "seed_example"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAnonymous::figuresStay()
{
    QFETCH(QString, name);
    const Recording original = openRecording(testDataFile(name + u".pickle"_s).toStdString()).value();
    const AnalyzedRecording a = analyze(original);
    const AnalyzedRecording b = analyze(anonymousRecording(original));
    QCOMPARE(b.recording.strings.size(), a.recording.strings.size());
    QCOMPARE(b.recording.frames.size(), a.recording.frames.size());
    QCOMPARE(b.recording.stacks.size(), a.recording.stacks.size());
    QCOMPARE(b.recording.contexts.size(), a.recording.contexts.size());
    for (std::uint32_t i = 0; i < a.recording.frames.size(); ++i) {
        const Frame& one = a.recording.frames[FrameIndex{i}];
        const Frame& other = b.recording.frames[FrameIndex{i}];
        QCOMPARE(isFrameworkCode(b.recording.strings[other.function], b.recording.strings[other.file]),
            isFrameworkCode(a.recording.strings[one.function], a.recording.strings[one.file]));
    }
    for (std::size_t device = 0; device < a.histories.size(); ++device) {
        for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved}) {
            QCOMPARE(b.histories[device].peak(curve).bytes, a.histories[device].peak(curve).bytes);
            QCOMPARE(b.histories[device].peak(curve).position, a.histories[device].peak(curve).position);
        }
        const Attribution ofA = attribute(a.recording, device, a.histories[device]);
        const Attribution ofB = attribute(b.recording, device, b.histories[device]);
        for (std::size_t i = 0; i < ofA.allocations.size(); ++i)
            QCOMPARE(ofB.allocations[i].category, ofA.allocations[i].category);
        for (const GroupBy by : allGroupBys)
            QCOMPARE(groupAllocations(b.recording, device, ofB, by).groupOf,
                groupAllocations(a.recording, device, ofA, by).groupOf);
        for (const SiteDetail detail : {SiteDetail::Scope, SiteDetail::Place, SiteDetail::Stack})
            QCOMPARE(sitesOf(b.recording, ofB, detail).siteOf, sitesOf(a.recording, ofA, detail).siteOf);
        const StepDrift driftA = stepDrift(a.recording, device, a.histories[device], ofA);
        const StepDrift driftB = stepDrift(b.recording, device, b.histories[device], ofB);
        QCOMPARE(driftB.bytesPerStep, driftA.bytesPerStep);
        QCOMPARE(driftB.steps.size(), driftA.steps.size());
        for (std::size_t i = 0; i < driftA.steps.size(); ++i)
            QCOMPARE(driftB.steps[i].range.number, driftA.steps[i].range.number);
    }
}

void TestAnonymous::filesHoldNoName_data()
{
    QTest::addColumn<QString>("output");
    for (const char* name : {"o.tide", "o.pickle", "o.json", "o.csv", "o.db"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Through the command, and in the bytes: no text of the program is in any file.
void TestAnonymous::filesHoldNoName()
{
    QFETCH(QString, output);
    const QTemporaryDir folder;
    const QString path = folder.filePath(output);
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM),
        {u"convert"_s, u"--anonymous"_s, testDataFile(u"cpp_stacks.pickle"_s), path});
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    const Recording original = openRecording(testDataFile(u"cpp_stacks.pickle"_s).toStdString()).value();
    QByteArray bytes = bytesOf(path);
    QVERIFY(!bytes.isEmpty());
    if (output == u"o.tide"_s) // packed
        bytes = textsOf(openRecording(path.toStdString()).value()).join(u'\n').toUtf8();
    const QStringList anonymous = textsOf(anonymousRecording(original));
    int looked = 0;
    for (const QString& text : textsOf(original)) {
        if (text.size() < 6 || anonymous.contains(text))
            continue;
        ++looked;
        QVERIFY2(!bytes.contains(text.toUtf8()), qPrintable(text));
    }
    QVERIFY(looked > 3);
    QVERIFY(!bytes.contains("/home/") && !bytes.contains("/root/"));
}

void TestAnonymous::filesHoldNoSecret_data()
{
    filesHoldNoName_data();
}

// The same of a recording whose every name is known to be a secret.
void TestAnonymous::filesHoldNoSecret()
{
    QFETCH(QString, output);
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"run.tide"_s);
    const auto written = writeTide(secretRecording(), file.toStdString());
    QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
    const QString path = folder.filePath(output);
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), {u"convert"_s, u"--anonymous"_s, file, path});
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    const QByteArray bytes = bytesOf(path);
    QVERIFY(!bytes.isEmpty());
    QStringList texts = {QString::fromLatin1(bytes)};
    if (output == u"o.tide"_s) // packed
        texts = textsOf(openRecording(path.toStdString()).value());
    for (const QString& text : texts)
        QVERIFY2(!isSecret(text), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestAnonymous)
#include "tst_anonymous.moc"
