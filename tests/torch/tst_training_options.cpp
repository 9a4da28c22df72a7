// SPDX-License-Identifier: GPL-3.0-or-later
// What every training can be asked for: gradients added up over several batches, optimizers, a scaled loss.
#include "core/torch/loss_scaler.h"
#include "core/torch/optimizer_kind.h"
#include "core/torch/training_workload.h"
#include "tests/torch/quiet_recorder.h"

#include <array>
#include <cmath>
#include <limits>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// Learns from batches that are handed to it.
class Given final : public TrainingWorkload {
public:
    Given(const WorkloadPlace& place, const OptionValues& options, std::vector<torch::Tensor> inputs,
        std::vector<torch::Tensor> targets, const TrainingPrecision& precision = {})
        : TrainingWorkload(place, options, precision)
        , m_inputs(std::move(inputs))
        , m_targets(std::move(targets))
    { }

    torch::nn::Linear model = nullptr;

private:
    std::vector<torch::Tensor> buildModel() override
    {
        torch::manual_seed(2);
        model = torch::nn::Linear(6, 3);
        return model->parameters();
    }
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override
    {
        return tidemark::makeOptimizer(OptimizerKind::Sgd, {0.5, 0, 0}, std::move(parameters));
    }
    Batch nextBatch() override
    {
        const std::size_t number = m_next++;
        return {m_inputs[number], m_targets[number]};
    }
    torch::Tensor scores(const torch::Tensor& input) override { return model->forward(input); }

    std::vector<torch::Tensor> m_inputs;
    std::vector<torch::Tensor> m_targets;
    std::size_t m_next = 0;
};

OptionValues options(const char* accumulate)
{
    static const std::array table = {
        TrainingWorkload::setToNoneOption(), TrainingWorkload::accumulateOption()};
    OptionValues values(table);
    if (!values.set(accumulate))
        qFatal("no such option");
    return values;
}

} // namespace

class TestTrainingOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accumulatedGradients_data();
    void accumulatedGradients();
    void aScaledLossTrainsTheSame();
    void stateOfOptimizers_data();
    void stateOfOptimizers();
    void scale_data();
    void scale();
    void gradientsAreDivided();
    void aBadStepChangesNothing();
};

void TestTrainingOptions::accumulatedGradients_data()
{
    QTest::addColumn<int>("parts");
    QTest::newRow("two halves") << 2;
    QTest::newRow("four quarters") << 4;
    QTest::newRow("one by one") << 8;
}

void TestTrainingOptions::accumulatedGradients()
{
    QFETCH(const int, parts);
    QuietRecorder quiet;
    torch::manual_seed(9);
    const torch::Tensor input = torch::randn({8, 6});
    const torch::Tensor target = torch::randint(3, {8}, torch::kLong);
    Given whole(quiet.place(), options("accumulate=1"), {input}, {target});
    const std::string accumulate = "accumulate=" + std::to_string(parts);
    Given pieces(quiet.place(), options(accumulate.c_str()), input.chunk(parts), target.chunk(parts));
    whole.setUp();
    pieces.setUp();
    const double wholeLoss = whole.step(1);
    const double piecesLoss = pieces.step(1);
    QVERIFY(std::abs(piecesLoss - wholeLoss) < 1e-6);
    for (std::size_t i = 0; i < whole.model->parameters().size(); ++i) {
        const torch::Tensor one = whole.model->parameters()[i];
        const torch::Tensor other = pieces.model->parameters()[i];
        QVERIFY(other.grad().allclose(one.grad(), 1e-5, 1e-7));
        QVERIFY(other.allclose(one, 1e-5, 1e-7));
    }
}

// Powers of two are exact: the loss and every parameter are the same to the bit.
void TestTrainingOptions::aScaledLossTrainsTheSame()
{
    QuietRecorder quiet;
    torch::manual_seed(9);
    std::vector<torch::Tensor> inputs;
    std::vector<torch::Tensor> targets;
    for (int i = 0; i < 3; ++i) {
        inputs.push_back(torch::randn({8, 6}));
        targets.push_back(torch::randint(3, {8}, torch::kLong));
    }
    Given plain(quiet.place(), options("accumulate=1"), inputs, targets);
    Given scaled(quiet.place(), options("accumulate=1"), inputs, targets, {std::nullopt, true});
    plain.setUp();
    scaled.setUp();
    for (int step = 1; step <= 3; ++step)
        QCOMPARE(scaled.step(step), plain.step(step));
    for (std::size_t i = 0; i < plain.model->parameters().size(); ++i)
        QVERIFY(scaled.model->parameters()[i].equal(plain.model->parameters()[i]));
}

void TestTrainingOptions::stateOfOptimizers_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("word");
    QTest::addColumn<double>("firstStep"); // by how much a gradient of 2 moves a parameter of 1
    QTest::newRow("sgd") << int(OptimizerKind::Sgd) << "sgd" << 0.5 * (2 + 0.1);
    QTest::newRow("momentum") << int(OptimizerKind::SgdMomentum) << "sgd_momentum" << 0.5 * (2 + 0.1);
    QTest::newRow("adam") << int(OptimizerKind::Adam) << "adam" << 0.25;
    QTest::newRow("adamw") << int(OptimizerKind::AdamW) << "adamw" << 0.25 + 0.25 * 0.1;
}

void TestTrainingOptions::stateOfOptimizers()
{
    QFETCH(const int, kind);
    QFETCH(const QString, word);
    QFETCH(const double, firstStep);
    const WorkloadOption option = optimizerOption(OptimizerKind(kind));
    OptionValues values(std::span(&option, 1));
    QCOMPARE(values.word("optimizer"), std::string_view(word.toStdString()));
    QVERIFY(optimizerKind(values) == OptimizerKind(kind));

    const torch::Tensor parameter = torch::ones({3}).set_requires_grad(true);
    parameter.mutable_grad() = torch::full({3}, 2.0F);
    const auto optimizer = makeOptimizer(OptimizerKind(kind), {0.5, 0.25, 0.1}, {parameter});
    optimizer->step();
    QVERIFY(std::abs(parameter[0].item<double>() - (1 - firstStep)) < 1e-6);
}

void TestTrainingOptions::scale_data()
{
    // What the gradients of one step after the other are: g good, i infinite, n not a number.
    QTest::addColumn<QString>("steps");
    QTest::addColumn<double>("initial");
    QTest::addColumn<double>("expected");
    QTest::newRow("nothing yet") << "" << 8.0 << 8.0;
    QTest::newRow("good steps, too few") << "gg" << 8.0 << 8.0;
    QTest::newRow("as many as it takes") << "ggg" << 8.0 << 32.0;
    QTest::newRow("one interval and a part") << "ggggg" << 8.0 << 32.0;
    QTest::newRow("two intervals") << "gggggg" << 8.0 << 128.0;
    QTest::newRow("infinite") << "i" << 8.0 << 4.0;
    QTest::newRow("not a number") << "n" << 8.0 << 4.0;
    QTest::newRow("bad again and again") << "ini" << 8.0 << 1.0;
    QTest::newRow("a bad step starts the count again") << "ggigg" << 8.0 << 4.0;
    QTest::newRow("and then it is complete") << "ggiggg" << 8.0 << 16.0;
    QTest::newRow("never to infinity") << "ggg" << 2e38 << static_cast<double>(2e38F);
    QTest::newRow("and the count begins again there") << "gggi" << 2e38 << static_cast<double>(2e38F) / 2;
}

void TestTrainingOptions::scale()
{
    QFETCH(const QString, steps);
    QFETCH(const double, initial);
    QFETCH(const double, expected);
    LossScaler scaler({static_cast<double>(static_cast<float>(initial)), 4, 0.5, 3});
    const torch::Tensor parameter = torch::zeros({4}).set_requires_grad(true);
    torch::optim::SGD optimizer({parameter}, torch::optim::SGDOptions(1));
    double taken = 0;
    for (const QChar step : steps) {
        parameter.mutable_grad() = torch::full({4}, static_cast<float>(scaler.scale()));
        if (step != QLatin1Char('g'))
            parameter.mutable_grad()[2] = step == QLatin1Char('i') ? -infinity : std::nanf("");
        const bool isGood = scaler.step(optimizer);
        QCOMPARE(isGood, step == QLatin1Char('g'));
        taken += isGood ? 1 : 0;
        QVERIFY(parameter.allclose(torch::full({4}, -taken)));
    }
    QCOMPARE(scaler.scale(), expected);
}

void TestTrainingOptions::gradientsAreDivided()
{
    LossScaler scaler({1024, 2, 0.5, 2000});
    const torch::Tensor used = torch::ones({5}).set_requires_grad(true);
    const torch::Tensor unused = torch::ones({5}).set_requires_grad(true);
    torch::optim::SGD optimizer({used, unused}, torch::optim::SGDOptions(0));
    scaler.scaled((3 * used).sum()).backward();
    QVERIFY(used.grad().equal(torch::full({5}, 3 * 1024.0F)));
    QVERIFY(scaler.step(optimizer));
    QVERIFY(used.grad().equal(torch::full({5}, 3.0F)));
    QVERIFY(!unused.grad().defined());
}

void TestTrainingOptions::aBadStepChangesNothing()
{
    QuietRecorder quiet;
    torch::manual_seed(9);
    const torch::Tensor input = torch::randn({8, 6});
    const torch::Tensor target = torch::randint(3, {8}, torch::kLong);
    Given training(quiet.place(), options("accumulate=1"), {input * infinity, input}, {target, target},
        {std::nullopt, true});
    training.setUp();
    const torch::Tensor before = training.model->weight.detach().clone();
    QVERIFY(std::isnan(training.step(1)));
    QVERIFY(training.model->weight.equal(before));
    QVERIFY(std::isfinite(training.step(2)));
    QVERIFY(!training.model->weight.equal(before));
}

QTEST_GUILESS_MAIN(TestTrainingOptions)
#include "tst_training_options.moc"
