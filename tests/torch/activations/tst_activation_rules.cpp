// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_plan.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;

namespace {

OperatorRule ruleOf(const char* policy, OperatorKind kind, std::int64_t index = 0)
{
    return ActivationRules::parse(policy).value().applied({}, kind, index);
}

QString errorOf(const QString& policy)
{
    const auto rules = ActivationRules::parse(policy.toStdString());
    return rules ? QString() : QString::fromStdString(rules.error().message);
}

} // namespace

class TestActivationRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingSaidChangesNothing()
    {
        for (const char* const policy : {"", " \n# nothing\n", ";;"})
            QVERIFY(ruleOf(policy, OperatorKind::Gelu) == OperatorRule{});
    }

    void settings()
    {
        const char* const policy = "on gelu: enable=off; on matmul: level=16, rounding=nearest ema_decay=0.5";
        QVERIFY(!ruleOf(policy, OperatorKind::Gelu).isEnabled);
        QVERIFY(ruleOf(policy, OperatorKind::Linear) == OperatorRule{});
        const OperatorRule expected{true, 16, 0.5, false};
        QVERIFY(ruleOf(policy, OperatorKind::MatMul) == expected);
    }

    void mesasOwnFiles()
    {
        const char* const policy = "on gelu:\n"
                                   "    by_index: all # every one\n"
                                   "    enable: True\n"
                                   "    level: 128\n"
                                   "    ema_decay: 0.95\n"
                                   "on fc:\n"
                                   "    by_index: 0,2-4\n"
                                   "    enable: False\n";
        const OperatorRule gelu{true, 128, 0.95, true};
        QVERIFY(ruleOf(policy, OperatorKind::Gelu, 7) == gelu);
        for (const int index : {0, 2, 3, 4})
            QVERIFY(!ruleOf(policy, OperatorKind::Linear, index).isEnabled);
        for (const int index : {1, 5, 100})
            QVERIFY(ruleOf(policy, OperatorKind::Linear, index).isEnabled);
    }

    void laterStatementsWin()
    {
        const char* const policy = "on all: enable=off level=8 on softmax: by_index=1 enable=on";
        QVERIFY(!ruleOf(policy, OperatorKind::Softmax, 0).isEnabled);
        QVERIFY(ruleOf(policy, OperatorKind::Softmax, 1).isEnabled);
        QCOMPARE(ruleOf(policy, OperatorKind::Softmax, 1).levels, 8);
    }

    void faultsAreRefused_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("valid");
        const auto row = [](const char* policy, const char* where, const char* valid) {
            QTest::newRow(policy) << QString::fromUtf8(policy) << QString::fromUtf8(where)
                                  << QString::fromUtf8(valid);
        };
        row("gelu: enable=off", "line 1, column 1: ", "begins with on");
        row("on\n  gleu: enable=off",
            "line 2, column 3: ", "linear, matmul, gelu, layernorm, softmax, relu, conv");
        row("on gelu enable=off", "line 1, column 9: ", "':'");
        row("on gelu", "line 1, column 8: ", "':'");
        row("on gelu:\n\n enabel=off",
            "line 3, column 2: ", "by_index, enable, level, ema_decay or rounding");
        row("on gelu: enable", "line 1, column 10: ", "NAME=VALUE");
        row("on gelu: enable=", "line 1, column 17: ", "on or off");
        row("on gelu: enable=maybe", "line 1, column 17: ", "on or off");
        row("on gelu: level=1", "line 1, column 16: ", "2 to 256");
        row("on gelu: level=257", "line 1, column 16: ", "2 to 256");
        row("on gelu: level=16x", "line 1, column 16: ", "2 to 256");
        row("on gelu: ema_decay=1.5", "line 1, column 20: ", "0 to 1");
        row("on gelu: ema_decay=nan", "line 1, column 20: ", "0 to 1");
        row("on gelu: rounding=up", "line 1, column 19: ", "stochastic or nearest");
        row("on gelu: by_index=0,x", "line 1, column 21: ", "0,2-4");
        row("on gelu: by_index=4-2", "line 1, column 19: ", "0,2-4");
        row("on gelu: by_index=-1", "line 1, column 19: ", "0,2-4");
    }

    void faultsAreRefused()
    {
        QFETCH(const QString, policy);
        QFETCH(const QString, where);
        QFETCH(const QString, valid);
        const QString error = errorOf(policy);
        QVERIFY2(error.startsWith(where), qPrintable(error));
        QVERIFY2(error.contains(valid), qPrintable(error));
    }

    void plansOfTextAndFile()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("policy")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# mine\non gelu:\n  enable: off\n");
        file.close();
        const auto plan = ActivationPlan::make(ActivationKind::Int8, file.fileName().toStdString());
        QVERIFY(plan);
        QCOMPARE(plan->policy, std::string("on gelu: enable: off"));
        QVERIFY(!plan->rules.applied({}, OperatorKind::Gelu, 0).isEnabled);
        QVERIFY(ActivationPlan::make(ActivationKind::None, ""));
        QVERIFY(!ActivationPlan::make(ActivationKind::None, "on gelu: enable=off"));
        QVERIFY(!ActivationPlan::make(ActivationKind::Int4, "on gelu: level=17"));
        QVERIFY(ActivationPlan::make(ActivationKind::Int4, "on gelu: level=16"));
        const auto wrong = ActivationPlan::make(ActivationKind::Int8, "no-such-file");
        QVERIFY(!wrong && wrong.error().message.find("no file has this name") != std::string::npos);
        // What is there, but holds no policy.
        const auto messageOf = [](const std::string& policy) {
            const auto made = ActivationPlan::make(ActivationKind::Int8, policy);
            return made ? std::string() : made.error().message;
        };
        QCOMPARE(
            messageOf("/dev/null"), std::string("/dev/null is a device, not a file that holds a policy."));
        QVERIFY(
            messageOf(folder.path().toStdString()).ends_with("name the file in it that holds the policy."));
    }
};

QTEST_GUILESS_MAIN(TestActivationRules)
#include "tst_activation_rules.moc"
