// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings whose activations are packed stay beside the same trainings without.
#include "core/torch/deit/deit.h"
#include "core/torch/mlp.h"
#include "core/torch/transformer.h"
#include "tests/torch/quiet_recorder.h"

#include <QTest>
#include <cmath>
#include <numeric>
#include <torch/utils.h>
#include <vector>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int steps = 300;

using Settings = std::vector<const char*>;

const Settings smallMlp = {"batch=32", "inputs=16", "hidden=64", "layers=2", "classes=4"};
const Settings smallTransformer = {
    "batch=8", "heads=2", "head_width=16", "layers=1", "vocabulary=40", "min_length=8", "max_length=16"};
const Settings smallDeit = {
    "depth=2", "batch=4", "image=32", "classes=5", "precision=fp32", "learning_rate=0.0003"};

std::unique_ptr<Workload> make(const QString& name, const WorkloadPlace& place, const Settings& settings)
{
    const auto valuesOf = [&settings](std::span<const WorkloadOption> options) {
        OptionValues values(options);
        for (const char* const setting : settings) {
            if (!values.set(setting))
                qFatal("%s", setting);
        }
        return values;
    };
    if (name == QStringLiteral("mlp"))
        return std::make_unique<Mlp>(place, valuesOf(Mlp::options()));
    if (name == QStringLiteral("transformer"))
        return std::make_unique<Transformer>(place, valuesOf(Transformer::options()));
    return std::make_unique<Deit>(place, valuesOf(Deit::options()));
}

std::vector<double> losses(const QString& name, ActivationKind kind, Settings settings, int count = steps)
{
    QuietRecorder recorder;
    WorkloadPlace place = recorder.place();
    place.seed = 5;
    place.activations.kind = kind;
    torch::manual_seed(5);
    const std::unique_ptr<Workload> workload = make(name, place, settings);
    workload->setUp();
    std::vector<double> given;
    for (int step = 1; step <= count; ++step)
        given.push_back(workload->step(step));
    return given;
}

const Settings& settingsOf(const QString& name)
{
    if (name == QStringLiteral("mlp"))
        return smallMlp;
    return name == QStringLiteral("transformer") ? smallTransformer : smallDeit;
}

double meanOf(const std::vector<double>& values, int from, int to)
{
    return std::accumulate(values.begin() + from, values.begin() + to, 0.0) / (to - from);
}

} // namespace

class TestActivationTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lossesStayTogether_data()
    {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<int>("kind");
        for (const char* const workload : {"mlp", "transformer", "deit"}) {
            for (const ActivationKind kind :
                {ActivationKind::Int8, ActivationKind::Int8Hooks, ActivationKind::Int4})
                QTest::addRow("%s, %s", workload, std::string(nameOf(kind)).c_str())
                    << QString::fromLatin1(workload) << int(kind);
        }
    }

    void lossesStayTogether()
    {
        QFETCH(const QString, workload);
        QFETCH(const int, kind);
        if (!m_plain.contains(workload))
            m_plain[workload] = losses(workload, ActivationKind::None, settingsOf(workload));
        const std::vector<double>& plain = m_plain[workload];
        const std::vector<double> packed = losses(workload, ActivationKind(kind), settingsOf(workload));
        QCOMPARE(packed.front(), plain.front()); // the forward pass is the same to the bit
        QVERIFY(packed != plain);
        // Every stretch of 50 steps ends as low as without, within a tenth of the way down; half bytes
        // within a quarter.
        const double way = meanOf(plain, 0, 5) - meanOf(plain, steps - 50, steps);
        QVERIFY(way > 0.1);
        const double bound = (ActivationKind(kind) == ActivationKind::Int4 ? 0.25 : 0.1) * way;
        for (int begin = 0; begin < steps; begin += 50) {
            const double apart = meanOf(packed, begin, begin + 50) - meanOf(plain, begin, begin + 50);
            QVERIFY2(std::abs(apart) < bound,
                qPrintable(
                    QStringLiteral("from step %1 on %2 apart, bound %3").arg(begin).arg(apart).arg(bound)));
        }
    }

    void offloadedTrainingsAreEqualToTheBit_data()
    {
        QTest::addColumn<QString>("workload");
        for (const char* const workload : {"mlp", "transformer", "deit"})
            QTest::newRow(workload) << QString::fromLatin1(workload);
    }

    void offloadedTrainingsAreEqualToTheBit()
    {
        QFETCH(const QString, workload);
        const Settings& settings = settingsOf(workload);
        QCOMPARE(losses(workload, ActivationKind::Offload, settings, 20),
            losses(workload, ActivationKind::None, settings, 20));
    }

    void accumulatedBatches()
    {
        Settings settings = smallTransformer;
        settings.push_back("accumulate=3");
        const std::vector<double> plain =
            losses(QStringLiteral("transformer"), ActivationKind::None, settings, 60);
        const std::vector<double> packed =
            losses(QStringLiteral("transformer"), ActivationKind::Int8, settings, 60);
        QVERIFY(std::abs(packed.back() - plain.back()) < 0.1 * (plain.front() - plain.back()));
    }

    void seedsDecide()
    {
        const QString mlp = QStringLiteral("mlp");
        QCOMPARE(
            losses(mlp, ActivationKind::Int4, smallMlp, 20), losses(mlp, ActivationKind::Int4, smallMlp, 20));
    }

private:
    QMap<QString, std::vector<double>> m_plain;
};

QTEST_GUILESS_MAIN(TestActivationTraining)
#include "tst_activation_training.moc"
