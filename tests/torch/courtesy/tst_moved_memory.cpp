// SPDX-License-Identifier: GPL-3.0-or-later
// A training whose memory was away between its steps goes on as one whose memory never was.
#include "core/torch/courtesy/moved_memory.h"
#include "core/torch/deit/deit.h"
#include "core/torch/mlp.h"
#include "core/torch/transformer.h"
#include "tests/torch/quiet_recorder.h"

#include <QTest>
#include <torch/utils.h>
#include <vector>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

const c10::Device cpu(c10::DeviceType::CPU);

template <class Model>
std::vector<double> losses(
    const std::vector<const char*>& settings, ActivationKind activations, bool movesAway)
{
    QuietRecorder recorder;
    WorkloadPlace place = recorder.place();
    place.activations.kind = activations;
    torch::manual_seed(3);
    OptionValues values(Model::options());
    for (const char* const setting : settings) {
        if (!values.set(setting))
            qFatal("%s", setting);
    }
    Model workload(place, values);
    workload.setUp();
    MovedMemory moved(cpu);
    std::vector<double> given;
    for (int step = 1; step <= 8; ++step) {
        if (movesAway) {
            const std::int64_t out = moved.moveOut(workload.tensorsBetweenSteps());
            if (out <= 0 || moved.bytes() != out || moved.moveBack() != out || moved.bytes() != 0)
                return {};
            workload.memoryMoved();
        }
        given.push_back(workload.step(step));
    }
    return given;
}

} // namespace

class TestMovedMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tensorsStayTheSameObjects()
    {
        const torch::Tensor tensor = torch::randn({100, 7}).set_requires_grad(true);
        const torch::Tensor view = tensor.detach().t();
        const torch::Tensor expected = tensor.detach().clone();
        const void* const before = tensor.data_ptr();
        MovedMemory moved(cpu);
        QCOMPARE(moved.moveOut({tensor, view, tensor, torch::Tensor(), torch::empty({0})}), 2800);
        QVERIFY(tensor.data_ptr() != before);
        QCOMPARE(view.data_ptr(), tensor.data_ptr());
        QCOMPARE(moved.moveBack(), 2800);
        QVERIFY(tensor.detach().equal(expected));
        QVERIFY(view.equal(expected.t()));
        QCOMPARE(view.data_ptr(), tensor.data_ptr());
        QCOMPARE(tensor._version(), 0U);
        tensor.square().sum().backward();
        QVERIFY(tensor.grad().equal(expected * 2));
        QCOMPARE(moved.moveBack(), 0);
    }

    void lossesAreThoseOfARunThatNeverYielded()
    {
        const auto both = [](const auto& lossesOf) {
            const std::vector<double> plain = lossesOf(false);
            QVERIFY(!plain.empty());
            QCOMPARE(lossesOf(true), plain);
        };
        both([](bool movesAway) {
            return losses<Mlp>({"batch=8", "hidden=32", "set_to_none=off"}, ActivationKind::None, movesAway);
        });
        both([](bool movesAway) {
            return losses<Mlp>(
                {"batch=8", "hidden=64", "optimizer=sgd_momentum"}, ActivationKind::Int8, movesAway);
        });
        both([](bool movesAway) {
            return losses<Transformer>(
                {"layers=1", "max_length=40", "vocabulary=50"}, ActivationKind::Int8, movesAway);
        });
        both([](bool movesAway) {
            return losses<Deit>({"depth=1", "image=32", "classes=5"}, ActivationKind::None, movesAway);
        });
    }
};

QTEST_GUILESS_MAIN(TestMovedMemory)
#include "tst_moved_memory.moc"
