// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/details_pane.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"
#include "ui/window/source_opener.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QSettings>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestSourceOpener : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAreTakenApart_data();
    void placesAreTakenApart();
    void targetsComeBack_data();
    void targetsComeBack();
    void commandsAreFilledIn_data();
    void commandsAreFilledIn();
    void aClickStartsTheEditor();
    void aFileOfAnotherMachineIsSaid();
    void aMissingEditorIsSaid();
};

void TestSourceOpener::placesAreTakenApart_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    QTest::newRow("usual") << QStringLiteral("/a/b.py:12") << QStringLiteral("/a/b.py") << 12;
    QTest::newRow("no line") << QStringLiteral("/a/b.py") << QStringLiteral("/a/b.py") << 0;
    QTest::newRow("a colon") << QStringLiteral("/a:b/c.py:3") << QStringLiteral("/a:b/c.py") << 3;
    QTest::newRow("no number") << QStringLiteral("/a:b") << QStringLiteral("/a:b") << 0;
}

void TestSourceOpener::placesAreTakenApart()
{
    QFETCH(const QString, text);
    QFETCH(const QString, file);
    QFETCH(const int, line);
    QVERIFY((sourcePlaceOf(text) == SourcePlace{file, line}));
}

void TestSourceOpener::targetsComeBack_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"/a/b.py", "/a b/c#1?.py", "/ü/%41'\"<>&.py", "<frozen importlib>"})
        QTest::newRow(file) << QString::fromUtf8(file);
}

void TestSourceOpener::targetsComeBack()
{
    QFETCH(const QString, file);
    const SourcePlace place{file, 7};
    const QString target = sourceTarget(place);
    QVERIFY(!target.contains(QLatin1Char('\'')) || file.contains(QLatin1Char('\'')));
    QVERIFY(sourceFromTarget(target) == place);
    QVERIFY(!sourceFromTarget(QStringLiteral("event:7")));
}

void TestSourceOpener::commandsAreFilledIn_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("words");
    using List = QStringList;
    const QString file = QStringLiteral("/a b/%l.py");
    QTest::newRow("both") << QStringLiteral("code --goto %f:%l")
                          << List{QStringLiteral("code"), QStringLiteral("--goto"),
                                 file + QStringLiteral(":9")};
    QTest::newRow("no file") << QStringLiteral("vi +%l")
                             << List{QStringLiteral("vi"), QStringLiteral("+9"), file};
    QTest::newRow("quoted") << QStringLiteral("\"my editor\" %f") << List{QStringLiteral("my editor"), file};
    QTest::newRow("none") << QString() << List{};
}

void TestSourceOpener::commandsAreFilledIn()
{
    QFETCH(const QString, command);
    QFETCH(const QStringList, words);
    QCOMPARE(SourceOpener::words(command, {QStringLiteral("/a b/%l.py"), 9}), words);
}

void TestSourceOpener::aClickStartsTheEditor()
{
    WindowFixture fixture;
    const QString told = fixture.path(QStringLiteral("told"));
    const QString script = fixture.path(QStringLiteral("editor"));
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nprintf '%s|' \"$@\" > '" + told.toUtf8() + ".new' && mv '" + told.toUtf8()
        + ".new' '" + told.toUtf8() + "'\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    auto* opener = fixture.window->findChild<SourceOpener*>();
    opener->setCommand(script + QStringLiteral(" %f %l"));
    auto* details = fixture.window->findChild<DetailsPane*>();
    Q_EMIT details->anchorClicked(QUrl(sourceTarget({script, 12})));
    QTRY_VERIFY(QFile::exists(told));
    QFile arguments(told);
    QVERIFY(arguments.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(arguments.readAll()), script + QStringLiteral("|12|"));
}

void TestSourceOpener::aFileOfAnotherMachineIsSaid()
{
    const WindowFixture fixture;
    fixture.window->findChild<SourceOpener*>()->open({QStringLiteral("/not/here/model.py"), 3});
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("/not/here/model.py")));
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("/not/here/model.py"));
}

void TestSourceOpener::aMissingEditorIsSaid()
{
    const WindowFixture fixture;
    auto* opener = fixture.window->findChild<SourceOpener*>();
    opener->setCommand(QStringLiteral("/no/such/editor %f"));
    opener->open({testDataFile(QStringLiteral("vgg.pickle")), 3});
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("/no/such/editor")));
}

QTEST_MAIN(TestSourceOpener)
#include "tst_source_opener.moc"
