// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "made_recording.h"
#include "opened.h"
#include "place_of_text.h"
#include "tests/support/test_data.h"
#include "ui/details/details_html.h"
#include "ui/details/details_pane.h"
#include "ui/view_state.h"

#include <QSignalSpy>
#include <QTest>
#include <QTextCursor>
#include <QTextDocumentFragment>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// The made recording, with a second and a third oom behind the first.
std::shared_ptr<const AnalyzedRecording> madeOfThree()
{
    Recording recording = madeRecording();
    Event oom = recording.devices[0].events[9];
    oom.size *= 2;
    recording.devices[0].events.append(oom);
    recording.devices[0].events.append(oom);
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

std::uint64_t bytesOf(const OomText& text, const QString& label)
{
    for (const auto& group : text.figures)
        for (const OomRow& row : group)
            if (plainText(row.text) == label)
                return row.bytes;
    return 1; // no such row
}

QString plain(const QString& html)
{
    return QTextDocumentFragment::fromHtml(html).toPlainText();
}

} // namespace

class TestOomCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyAtAnOom();
    void figuresAreExact();
    void holdersNameWhoHolds();
    void neighboursAreLinked();
    void askingIsASignal();
    void aRunThatGoesOnIsNotAsked();
    void pictures_data();
    void pictures();
};

void TestOomCard::onlyAtAnOom()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(9);
    QVERIFY(!detailsText(state).oom);
    state.setCursor(10);
    QVERIFY(detailsText(state).oom);
    state.setCursor(0);
    QVERIFY(!detailsText(state).oom);
}

void TestOomCard::figuresAreExact()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(10);
    const OomText text = *detailsText(state).oom;
    QCOMPARE(plainText(text.headline), QStringLiteral("Out of memory: 1.00 GiB asked for"));
    QCOMPARE(bytesOf(text, QStringLiteral("asked for")), gibibyte);
    QCOMPARE(bytesOf(text, QStringLiteral("free on the device")), 512 * mebibyte);
    QCOMPARE(bytesOf(text, QStringLiteral("device in all")), 8 * gibibyte);
    QCOMPARE(bytesOf(text, QStringLiteral("held by others")), 7640 * mebibyte);
    QCOMPARE(bytesOf(text, QStringLiteral("reserved")), 40 * mebibyte);
    QCOMPARE(bytesOf(text, QStringLiteral("active")), std::uint64_t(2'000'384));
    QCOMPARE(bytesOf(text, QStringLiteral("free inside")), std::uint64_t(39'942'656));
    QCOMPARE(bytesOf(text, QStringLiteral("largest piece there")), 20 * mebibyte);
    QVERIFY(plainText(text.verdict)
                .startsWith(QStringLiteral("Others on the device hold 8,011,120,640 bytes (7.46 GiB)")));
    // Both forms stand in the card.
    const DetailsStyle style{Theme::fromPalette(lightPalette()), QFont()};
    const QString words = plain(detailsHtml(detailsText(state), style));
    for (const char* figure : {"1,073,741,824", "1.00 GiB", "8,011,120,640", "7.46 GiB", "39,942,656"})
        QVERIFY2(words.contains(QLatin1String(figure)), figure);
}

void TestOomCard::holdersNameWhoHolds()
{
    ViewState state;
    state.setRecording(opened(QStringLiteral("cuda/out_of_memory.tide")), false);
    std::size_t position = 0;
    for (std::size_t k = 0; k < state.device().events.size(); ++k)
        if (state.device().events.action()[k] == Action::Oom)
            position = k + 1;
    QVERIFY(position > 0);
    state.setCursor(position);
    const OomText text = *detailsText(state).oom;
    QVERIFY(!text.holders.empty());
    QVERIFY(text.holders.size() <= 5);
    for (std::size_t i = 1; i < text.holders.size(); ++i)
        QVERIFY(text.holders[i - 1].bytes >= text.holders[i].bytes);
    // A link to the largest block of each, which is there.
    for (const OomRow& row : text.holders) {
        std::optional<Link> link;
        for (const TextPart& part : row.text)
            link = part.link ? part.link : link;
        QVERIFY(link && link->kind == Link::Kind::Block);
        state.setSelectedAddress(link->value);
        QVERIFY(!detailsText(state).block->rows.empty());
    }
}

void TestOomCard::neighboursAreLinked()
{
    ViewState state;
    state.setRecording(madeOfThree(), false);
    state.setCursor(11);
    const OomText middle = *detailsText(state).oom;
    QCOMPARE(plainText(middle.others), QStringLiteral("This is number 2 of 3. Previous · Next"));
    DetailsPane pane(state);
    pane.resize(360, 900);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, placeOfText(pane, QStringLiteral("Next")));
    QCOMPARE(state.cursor(), std::size_t(12));
    QTRY_VERIFY(pane.toPlainText().contains(QStringLiteral("This is number 3 of 3. Previous")));
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, placeOfText(pane, QStringLiteral("Previous")));
    QCOMPARE(state.cursor(), std::size_t(11));
}

void TestOomCard::askingIsASignal()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(10);
    DetailsPane pane(state);
    QSignalSpy asked(&pane, &DetailsPane::otherSettingsAsked);
    pane.resize(360, 900);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QTest::mouseClick(
        pane.viewport(), Qt::LeftButton, {}, placeOfText(pane, QStringLiteral("Would another setting")));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<std::size_t>(), std::size_t(10));
}

void TestOomCard::aRunThatGoesOnIsNotAsked()
{
    Recording recording = madeRecording();
    recording.complete = false;
    ViewState state;
    state.setRecording(std::make_shared<const AnalyzedRecording>(analyze(std::move(recording))), false);
    state.setCursor(10);
    QVERIFY(detailsText(state).oom->question.empty());
}

void TestOomCard::pictures_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("oom") << QStringLiteral("oom.pickle");
    QTest::newRow("cuda") << QStringLiteral("cuda/out_of_memory.tide");
}

void TestOomCard::pictures()
{
    QFETCH(QString, file);
    ViewState state;
    state.setRecording(opened(file), false);
    for (std::size_t k = 0; k < state.device().events.size(); ++k)
        if (state.device().events.action()[k] == Action::Oom)
            state.setCursor(k + 1);
    QVERIFY(detailsText(state).oom);
    for (const bool isDark : {false, true}) {
        DetailsPane pane(state);
        pane.setPalette(isDark ? darkPalette() : lightPalette());
        pane.resize(340, 1100);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        QTest::qWait(1);
        QVERIFY(pane.grab().save(
            pictureFile(QStringLiteral("oom_card_%1_%2.png")
                            .arg(QLatin1String(QTest::currentDataTag()),
                                isDark ? QStringLiteral("dark") : QStringLiteral("light")))));
    }
}

QTEST_MAIN(TestOomCard)
#include "tst_oom_card.moc"
