// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/backward_contexts.h"
#include "tests/torch/recorder_process.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

class RecordBackwardTest : public QObject {
    Q_OBJECT

private slots:
    void allocationsHaveTheirPlace_data();
    void allocationsHaveTheirPlace();
};

void RecordBackwardTest::allocationsHaveTheirPlace_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::newRow("mlp") << "--workload mlp --set batch=16 --set inputs=64 --set hidden=256 --set layers=2";
    QTest::newRow("vgg") << "--workload vgg --set batch=2 --set image=32 --set width=0.125";
    QTest::newRow("transformer") << "--workload transformer --set batch=2 --set layers=2 --set max_length=96";
}

// The backward pass has no modules: what is known of an allocation there comes from the forward pass.
void RecordBackwardTest::allocationsHaveTheirPlace()
{
    QFETCH(QString, arguments);
    RecorderProcess process(
        arguments.split(u' ') + QStringList{QStringLiteral("--steps"), QStringLiteral("2")});
    process.closeInput();
    QCOMPARE(process.waitForEnd().value_or(-1), 0);
    const BackwardContexts contexts = backwardContexts(process.recording());
    QVERIFY(contexts.allocations > 20);
    QCOMPARE(contexts.withOperator, contexts.allocations);
    // Two a step belong to no module: the gradient of the loss, which is 1, and that of a sum which the
    // transformer makes outside of its modules.
    QVERIFY2(contexts.withScope + 4 >= contexts.allocations,
        contexts.outside.empty() ? "" : contexts.outside.begin()->first.c_str());
}

QTEST_GUILESS_MAIN(RecordBackwardTest)
#include "tst_record_backward.moc"
