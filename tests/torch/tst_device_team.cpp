// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of several devices do together, with tensors of the CPU in the place of each device's.
#include "core/torch/parallel/gradient_average.h"
#include "core/torch/parallel/team_steps.h"
#include "core/torch/run_stopped.h"
#include "core/torch/training_workload.h"

#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <thread>
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>
#include <unistd.h>

#include <QtTest>

using namespace tidemark;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t seed = 11;
constexpr std::int64_t steps = 5;

std::vector<std::string> names(std::size_t count)
{
    std::vector<std::string> devices;
    for (std::size_t i = 0; i < count; ++i)
        devices.push_back("cuda:" + std::to_string(i));
    return devices;
}

// A recorder that nobody reads.
class Unread {
public:
    explicit Unread(std::size_t devices)
        : m_fd(::open("/dev/null", O_WRONLY | O_CLOEXEC))
    {
        RunDescription run;
        run.devices.resize(devices);
        m_recorder = Recorder::start(m_fd, run).value();
    }
    ~Unread()
    {
        m_recorder.reset();
        ::close(m_fd);
    }
    Unread(const Unread&) = delete;
    Unread& operator=(const Unread&) = delete;
    Recorder& recorder() { return *m_recorder; }

private:
    int m_fd;
    std::unique_ptr<Recorder> m_recorder;
};

OptionValues options()
{
    static const std::array table = {
        TrainingWorkload::setToNoneOption(), TrainingWorkload::accumulateOption()};
    return OptionValues(table);
}

// Six numbers in, three classes out.
class SmallModel final : public TrainingWorkload {
public:
    explicit SmallModel(const WorkloadPlace& place)
        : TrainingWorkload(place, options())
    { }

    std::vector<torch::Tensor> parameters() const { return m_model->parameters(); }
    const std::vector<Batch>& batches() const { return m_batches; }

private:
    std::vector<torch::Tensor> buildModel() override
    {
        m_model = torch::nn::Linear(6, 3);
        return m_model->parameters();
    }
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> given) override
    {
        return std::make_unique<torch::optim::SGD>(std::move(given), torch::optim::SGDOptions(0.1));
    }
    Batch nextBatch() override
    {
        return m_batches.emplace_back(Batch{torch::randn({4, 6}), torch::randint(3, {4}, torch::kLong)});
    }
    torch::Tensor scores(const torch::Tensor& input) override { return m_model->forward(input); }

    torch::nn::Linear m_model = nullptr;
    std::vector<Batch> m_batches; // drawn so far
};

// Trains copies of the model on a team, as a run does.
class Training {
public:
    Training(std::size_t copies, Parallel parallel)
        : m_unread(copies)
        , m_models(copies)
    {
        DeviceTeam team(names(copies), parallel);
        TeamSteps loop(m_control, copies, steps);
        failure = team.run([&](DeviceTeam::Member& member) {
            std::unique_ptr<SmallModel>& model = m_models[member.place()];
            member.inTurn([&] {
                torch::manual_seed(seed);
                model = std::make_unique<SmallModel>(WorkloadPlace{
                    m_unread.recorder(), torch::Device(torch::kCPU), seed, member.place(), &member});
                model->setUp();
            });
            loop.run(
                member, [&](std::int64_t number) { return model->step(number); },
                [&](std::int64_t, double loss) { losses.push_back(loss); });
        });
    }

    const SmallModel& model(std::size_t copy) const { return *m_models[copy]; }

    std::string failure;
    std::vector<double> losses;

private:
    Unread m_unread;
    RunControl m_control{[](bool) {}};
    std::vector<std::unique_ptr<SmallModel>> m_models;
};

bool areEqual(const std::vector<torch::Tensor>& one, const std::vector<torch::Tensor>& two)
{
    bool equal = one.size() == two.size();
    for (std::size_t i = 0; equal && i < one.size(); ++i)
        equal = torch::equal(one[i], two[i]);
    return equal;
}

// In one thread: every batch's gradients by themselves, their mean, and a step of the optimizer's.
class OneProcess {
public:
    OneProcess()
    {
        torch::manual_seed(seed);
        m_model = torch::nn::Linear(6, 3);
        m_optimizer =
            std::make_unique<torch::optim::SGD>(m_model->parameters(), torch::optim::SGDOptions(0.1));
    }

    void step(const std::vector<std::pair<torch::Tensor, torch::Tensor>>& batches)
    {
        std::vector<torch::Tensor> sums;
        for (const auto& [input, target] : batches) {
            m_model->zero_grad();
            torch::nn::functional::cross_entropy(m_model->forward(input), target).backward();
            for (std::size_t i = 0; i < m_model->parameters().size(); ++i) {
                const torch::Tensor gradient = m_model->parameters()[i].grad().clone();
                if (sums.size() <= i)
                    sums.push_back(gradient);
                else
                    sums[i] = sums[i] + gradient;
            }
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            m_model->parameters()[i].mutable_grad() = sums[i] / static_cast<double>(batches.size());
        m_optimizer->step();
    }
    std::vector<torch::Tensor> parameters() const { return m_model->parameters(); }

private:
    torch::nn::Linear m_model = nullptr;
    std::unique_ptr<torch::optim::SGD> m_optimizer;
};

} // namespace

class TestDeviceTeam : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dataParallelIsTheMeanOfTheBatches_data();
    void dataParallelIsTheMeanOfTheBatches();
    void copiesTrainForThemselves();
    void everyRunIsTheSame();
    void gradientsThatAreNotThere();
    void aTeamOfOneStaysOnItsThread();
    void aFailureNamesItsDeviceAndEndsTheOthers_data();
    void aFailureNamesItsDeviceAndEndsTheOthers();
    void aStopIsNoFailure();
    void turnsAreTakenInOrder();
    void pauseStepAndStopMeanAll();
};

void TestDeviceTeam::dataParallelIsTheMeanOfTheBatches_data()
{
    QTest::addColumn<int>("copies");
    for (const int copies : {1, 2, 3, 5})
        QTest::addRow("%d", copies) << copies;
}

// Bit for bit.
void TestDeviceTeam::dataParallelIsTheMeanOfTheBatches()
{
    QFETCH(const int, copies);
    const Training training(std::size_t(copies), Parallel::Data);
    QCOMPARE(training.failure, std::string());
    QCOMPARE(training.losses.size(), std::size_t(steps));
    OneProcess process;
    for (std::size_t step = 0; step < std::size_t(steps); ++step) {
        std::vector<std::pair<torch::Tensor, torch::Tensor>> batches;
        for (int copy = 0; copy < copies; ++copy) {
            const auto& batch = training.model(std::size_t(copy)).batches().at(step);
            batches.emplace_back(batch.input, batch.target);
        }
        process.step(batches);
    }
    for (int copy = 0; copy < copies; ++copy)
        QVERIFY(areEqual(training.model(std::size_t(copy)).parameters(), process.parameters()));
}

void TestDeviceTeam::copiesTrainForThemselves()
{
    const Training training(2, Parallel::Copies);
    QVERIFY(!areEqual(training.model(0).parameters(), training.model(1).parameters()));
    OneProcess alone;
    for (const auto& batch : training.model(1).batches())
        alone.step({{batch.input, batch.target}});
    QVERIFY(areEqual(training.model(1).parameters(), alone.parameters()));
}

void TestDeviceTeam::everyRunIsTheSame()
{
    const Training one(3, Parallel::Data);
    const Training two(3, Parallel::Data);
    QCOMPARE(one.losses, two.losses);
    QVERIFY(!torch::equal(one.model(0).batches()[0].input, one.model(1).batches()[0].input));
}

void TestDeviceTeam::gradientsThatAreNotThere()
{
    const auto parameter = [](bool hasGradient) {
        torch::Tensor made = torch::ones({2}, torch::requires_grad());
        if (hasGradient)
            made.mutable_grad() = torch::ones({2});
        return made;
    };
    const std::vector<std::vector<torch::Tensor>> none = {{parameter(false)}, {parameter(false)}};
    averageGradients(none);
    QVERIFY(!none[0][0].grad().defined() && !none[1][0].grad().defined());
    const std::vector<std::vector<torch::Tensor>> some = {{parameter(true)}, {parameter(false)}};
    QVERIFY_EXCEPTION_THROWN(averageGradients(some), c10::Error);
    const std::vector<std::vector<torch::Tensor>> fewer = {{parameter(true)}, {}};
    QVERIFY_EXCEPTION_THROWN(averageGradients(fewer), c10::Error);
}

void TestDeviceTeam::aTeamOfOneStaysOnItsThread()
{
    DeviceTeam team({"cpu"}, Parallel::Data);
    const std::string failure = team.run([](DeviceTeam::Member& member) {
        static const std::thread::id caller = std::this_thread::get_id();
        QCOMPARE(std::this_thread::get_id(), caller);
        member.meet([] {});
        member.inTurn([] {});
        QVERIFY(!member.averagesGradients());
        throw std::runtime_error("It broke.\nSecond line.");
    });
    QCOMPARE(failure, std::string("It broke."));
}

void TestDeviceTeam::aFailureNamesItsDeviceAndEndsTheOthers_data()
{
    QTest::addColumn<int>("failing");
    for (const int failing : {0, 1, 2})
        QTest::addRow("%d", failing) << failing;
}

void TestDeviceTeam::aFailureNamesItsDeviceAndEndsTheOthers()
{
    QFETCH(const int, failing);
    RunControl control([](bool) {});
    DeviceTeam team(names(3), Parallel::Data);
    TeamSteps loop(control, 3, 0);
    std::array<std::atomic<int>, 3> done = {};
    const std::string failure = team.run([&](DeviceTeam::Member& member) {
        loop.run(
            member,
            [&](std::int64_t number) {
                if (number == 4 && member.place() == std::size_t(failing))
                    C10_THROW_ERROR(OutOfMemoryError, "Tried to allocate 2.00 GiB.");
                ++done[member.place()];
                return 0.0;
            },
            [](std::int64_t, double) {});
    });
    QCOMPARE(failure, "cuda:" + std::to_string(failing) + ": Tried to allocate 2.00 GiB.");
    for (std::size_t place = 0; place < 3; ++place)
        QVERIFY(done[place] == 3 || (done[place] == 4 && place != std::size_t(failing)));
}

void TestDeviceTeam::aStopIsNoFailure()
{
    DeviceTeam team(names(2), Parallel::Data);
    const std::string failure = team.run([](DeviceTeam::Member& member) {
        if (member.place() == 1)
            throw RunStopped();
        member.meet([] {});
        QFAIL("nobody else came");
    });
    QCOMPARE(failure, std::string());
}

void TestDeviceTeam::turnsAreTakenInOrder()
{
    DeviceTeam team(names(4), Parallel::Copies);
    std::vector<std::size_t> order;
    const std::string failure = team.run([&](DeviceTeam::Member& member) {
        for (int round = 0; round < 200; ++round)
            member.inTurn([&] { order.push_back(member.place()); });
    });
    QCOMPARE(failure, std::string());
    QCOMPARE(order.size(), std::size_t(800));
    for (std::size_t i = 0; i < order.size(); ++i)
        QCOMPARE(order[i], i % 4);
}

// As commands do, from another thread. An operator is where a pause takes hold.
void TestDeviceTeam::pauseStepAndStopMeanAll()
{
    std::atomic<int> halted = 0;
    RunControl control([&](bool isHalted) { halted += isHalted ? 1 : -1; });
    control.pause();
    std::array<std::atomic<std::int64_t>, 3> done = {};
    std::atomic<std::int64_t> ended = 0;
    DeviceTeam team(names(3), Parallel::Data);
    TeamSteps loop(control, 3, 0);
    std::thread run([&] {
        const std::string failure = team.run([&](DeviceTeam::Member& member) {
            loop.run(
                member,
                [&](std::int64_t number) {
                    control.passOperator();
                    done[member.place()] = number;
                    return double(number);
                },
                [&](std::int64_t number, double loss) {
                    QCOMPARE(loss, double(number));
                    ended = number;
                });
        });
        QCOMPARE(failure, std::string());
    });
    for (std::int64_t number = 0; number < 20; ++number) {
        QTRY_COMPARE(halted.load(), 1);
        for (const auto& steps : done)
            QCOMPARE(steps.load(), number);
        control.step();
        QTRY_COMPARE(ended.load(), number + 1);
    }
    QTRY_COMPARE(halted.load(), 1);
    control.resume();
    QTRY_VERIFY(ended.load() > 100);
    control.pause();
    QTRY_COMPARE(halted.load(), 1);
    control.stop();
    run.join();
    QCOMPARE(halted.load(), 0);
}

QTEST_GUILESS_MAIN(TestDeviceTeam)
#include "tst_device_team.moc"
