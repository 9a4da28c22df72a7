// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/search/search_query.h"
#include "core/analysis/search/search_words.h"

#include <QtTest>

using namespace tidemark;

namespace {

// One term in words: "size 1..5", "not where ~", "at 7f".
QString described(const SearchTerm& term)
{
    const QString sign = term.isExcluded ? QStringLiteral("not ") : QString();
    if (const auto* address = std::get_if<AddressTerm>(&term.what))
        return sign + QStringLiteral("at %1").arg(address->address, 0, 16);
    if (const auto* range = std::get_if<RangeTerm>(&term.what))
        return sign
            + QStringLiteral("%1 %2..%3")
                  .arg(QString::fromStdString(range->column))
                  .arg(range->least)
                  .arg(range->most == UINT64_MAX ? QStringLiteral("end") : QString::number(range->most));
    const auto& text = std::get<TextTerm>(term.what);
    const QString likely = QString::fromStdString(text.likelyColumn());
    return sign + QStringLiteral("text")
        + (text.column().empty() ? QString() : u' ' + QString::fromStdString(text.column()))
        + (likely.isEmpty() ? QString() : QStringLiteral(", or ") + likely);
}

QString described(std::string_view query)
{
    const auto parsed = parseQuery(query);
    if (!parsed)
        return QStringLiteral("error: ") + QString::fromStdString(parsed.error().message);
    QStringList terms;
    for (const SearchTerm& term : parsed->terms)
        terms << described(term);
    return terms.join(QStringLiteral("; "));
}

} // namespace

class TestSearchQuery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void termsAreRead_data();
    void termsAreRead();
    void eventsCountFromZero();
    void whatIsWrongIsSaid_data();
    void whatIsWrongIsSaid();
    void textsAreFound_data();
    void textsAreFound();
    void wordsAreCutAtSpaces();
    void nothingThatIsTypedBreaksIt();
};

void TestSearchQuery::termsAreRead_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("terms");
    const auto row = [](const char* query, const char* terms) {
        QTest::newRow(query) << QByteArray(query) << QString::fromUtf8(terms);
    };
    row("", "");
    row("   ", "");
    row("linear", "text");
    row("two words", "text; text");
    row("\"two words\"", "text");
    row("aten::linear", "text");
    row("where:linear", "text where");
    row("Where:linear", "text where");
    row("where::linear", "text");
    row("torch:linear", "text, or torch");
    row("/conv[12]d/", "text");
    row("where:/^aten::(mm|add mm)/", "text where");
    row("-linear", "not text");
    row("-stream:1", "not text stream");
    row("-", "text");
    row("0x7f31c2000000", "at 7f31c2000000");
    row("0X7F31C2000000", "at 7f31c2000000");
    row("-0x10", "not at 10");
    row("0xyz", "text");
    row("0x", "text");
    row(">20MiB", "size 20971521..end");
    row(">=20MiB", "size 20971520..end");
    row("> 20 MiB", "size 20971521..end");
    row(">20 MiB", "size 20971521..end");
    row("<512", "size 0..511");
    row("<=1k", "size 0..1024");
    row("=512", "size 512..512");
    row("1MiB..4MiB", "size 1048576..4194304");
    row("1.5k..", "size 1536..end");
    row("..512", "size 0..512");
    row("..", "text");
    row("1..2..3", "error: \"2..3\" is not a size; write a number and a unit, such as 64MiB or 1.5GiB");
    row("-1MiB..4MiB", "not size 1048576..4194304");
    row("requested>1MiB", "requested 1048577..end");
    row("size:512", "size 512..512");
    row("life>=100", "life 100..end");
    row("life>1ms", "life_us 1001..end");
    row("life:1ms..2s", "life_us 1000..2000000");
    row("life:..3min", "life_us 0..180000000");
    row("time<2s", "time 0..1999999");
    row("event:1000..2000", "event 999..1999");
    row("event:1", "event 0..0");
    row("event:12,345", "event 12344..12344");
    row("event:12,345..1,000,000", "event 12344..999999");
    row("event>=1e6", "event 999999..end");
    row(">4,000,256", "size 4000257..end");
    row("=1,024KiB", "size 1048576..1048576");
    row("allocations>3", "allocations 4..end");
    row("mapped>1GiB", "mapped 1073741825..end");
    row("peak>1GiB", "peak 1073741825..end");
    row("largest:1k..2k", "largest 1024..2048");
    row("freed<=10", "freed 0..9");
    row("free_completed:3", "free_completed 2..2");
    row("life_us>1ms", "life_us 1001..end");
    row("segment=0x7f0000", "segment 8323072..8323072");
    row("unheard_of>5", "unheard_of 6..end"); // the table says that it has none
    row("cuda:1", "text, or cuda");
    row("array<4>", "text");
    row("\"batch=4\"", "text");
    row("linear >1MiB -pool:private", "text; size 1048577..end; not text pool");
    row("std::map<int>", "text");
    row("a>b", "text");
    row("model.py:31", "text");
    row("foo:bar", "text, or foo");
    row("Evnt:5", "text, or evnt");
    row("-wher:linear", "not text, or wher");
    row("\"foo:bar\"", "text");
    row("/foo:bar/", "text");
    row("aten::foo:bar", "text");
}

// As scripts count them.
void TestSearchQuery::eventsCountFromZero()
{
    const auto range = [](std::string_view query) {
        const auto parsed = parseQuery(query, EventsCount::FromZero);
        return std::get<RangeTerm>(parsed.value().terms.at(0).what);
    };
    for (const char* column : {"event", "freed", "free_requested", "free_completed"}) {
        QCOMPARE(range(std::string(column) + ":0").least, 0);
        QCOMPARE(range(std::string(column) + ":5..9").least, 5);
        QCOMPARE(range(std::string(column) + ":5..9").most, 9);
        QCOMPARE(range(std::string(column) + "<1").most, 0);
    }
    QCOMPARE(range("life:5").least, 5);
    QVERIFY(!parseQuery("event<0", EventsCount::FromZero));
}

void TestSearchQuery::termsAreRead()
{
    QFETCH(QByteArray, query);
    QFETCH(QString, terms);
    QCOMPARE(described(std::string_view(query.constData(), static_cast<std::size_t>(query.size()))), terms);
}

void TestSearchQuery::whatIsWrongIsSaid_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("pattern") << QByteArray("/conv[/") << QByteArray("\"conv[\" is no regular expression");
    const auto pattern = [](const char* text, const char* words) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(words);
    };
    pattern("/(a/", "\"(a\" is no regular expression: a ( or ) stands alone, at");
    pattern("/a)b/", "a ( or ) stands alone, at character 2");
    pattern("/*a/", "nothing stands before a *, + or ? to repeat, at character 1");
    pattern("/[z-a]/", "what [ ] holds is no set of characters");
    pattern("/a\\2/", "names a group that is not there");
    pattern("/(?y)/", "what follows a (? means nothing");
    pattern("/[[:foo:]]/", "what [ ] holds is no set of characters");
    pattern("event:linear", "\"event\" is a column of numbers: write event>5 or event:5..9");
    pattern("size:big", "\"size\" is a column of numbers");
    pattern("event:12,34", "\"12,34\" is no event's number");
    QTest::newRow("unit") << QByteArray(">20 parsecs") << QByteArray();
    QTest::newRow("joined unit") << QByteArray(">20parsecs") << QByteArray("\"20parsecs\" is not a size");
    QTest::newRow("order") << QByteArray("4MiB..1MiB") << QByteArray("ends before it begins");
    QTest::newRow("sign") << QByteArray("=>4") << QByteArray("\"=>\" is no comparison");
    QTest::newRow("nothing") << QByteArray("<0") << QByteArray("Nothing is less than 0");
    QTest::newRow("before the first event") << QByteArray("event<1") << QByteArray("none is before event 1");
    QTest::newRow("event") << QByteArray("event:0") << QByteArray("no event 0");
    QTest::newRow("units") << QByteArray("life:1..2ms") << QByteArray("from events to a time");
}

void TestSearchQuery::whatIsWrongIsSaid()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, word);
    const auto parsed = parseQuery(query.toStdString());
    if (word.isEmpty()) { // two terms: a size, and a text
        QVERIFY(parsed && parsed->terms.size() == 2);
        return;
    }
    QVERIFY(!parsed);
    QVERIFY2(
        QByteArray::fromStdString(parsed.error().message).contains(word), parsed.error().message.c_str());
    QVERIFY2(parsed.error().message.size() < 160, parsed.error().message.c_str());
}

void TestSearchQuery::textsAreFound_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("inside") << QByteArray("linear") << QByteArray("aten::Linear") << true;
    QTest::newRow("not inside") << QByteArray("linears") << QByteArray("aten::Linear") << false;
    QTest::newRow("quoted") << QByteArray("\"two  words\"") << QByteArray("of two  words") << true;
    QTest::newRow("quoted spaces count")
        << QByteArray("\"two  words\"") << QByteArray("of two words") << false;
    QTest::newRow("quoted mark") << QByteArray("\"a\\\"b\"") << QByteArray("xa\"bx") << true;
    QTest::newRow("pattern") << QByteArray("/conv[12]d/") << QByteArray("aten::Conv2d") << true;
    QTest::newRow("not pattern") << QByteArray("/conv[12]d/") << QByteArray("aten::conv3d") << false;
    QTest::newRow("anchor") << QByteArray("/^aten/") << QByteArray("aten::mm") << true;
    QTest::newRow("not anchor") << QByteArray("/^aten/") << QByteArray("x aten::mm") << false;
    QTest::newRow("path") << QByteArray("/usr/lib") << QByteArray("/usr/lib/x.py") << true;
    QTest::newRow("utf-8") << QByteArray("größe") << QByteArray("Die größe") << true;
}

void TestSearchQuery::textsAreFound()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, text);
    QFETCH(bool, isFound);
    const auto parsed = parseQuery(query.toStdString());
    QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    QCOMPARE(parsed->terms.size(), std::size_t(1));
    QCOMPARE(std::get<TextTerm>(parsed->terms[0].what).isIn(text.toStdString()), isFound);
}

void TestSearchQuery::wordsAreCutAtSpaces()
{
    const std::vector<std::string> words = searchWords("a  \"b c\" where:/d e/ -\"f g\" /no end > 3 \"open");
    const std::vector<std::string> wanted = {
        "a", "\"b c\"", "where:/d e/", "-\"f g\"", "/no", "end", ">3", "\"open"};
    QCOMPARE(words, wanted);
}

// Anything can stand in a search box, also half of what will be a query.
void TestSearchQuery::nothingThatIsTypedBreaksIt()
{
    const std::string_view letters = "a0x/\\\"<>=.-: 9MmiB[(*+?{^$)]}|\xc3\xb6";
    std::uint32_t seed = 12345;
    const std::string text(200, 'a');
    for (int round = 0; round < 20'000; ++round) {
        std::string query;
        for (int i = 0; i < 1 + round % 14; ++i) {
            seed = seed * 1664525 + 1013904223;
            query += letters[(seed >> 8) % letters.size()];
        }
        const auto parsed = parseQuery(query);
        if (!parsed) {
            QVERIFY(!parsed.error().message.empty());
            continue;
        }
        for (const SearchTerm& term : parsed->terms)
            if (const auto* words = std::get_if<TextTerm>(&term.what))
                words->isIn(text);
    }
    // A pattern that a naive matcher would never be done with.
    const auto slow = parseQuery("/(a+)+b/");
    QVERIFY(slow);
    QVERIFY(!std::get<TextTerm>(slow->terms[0].what).isIn(text));
}

QTEST_GUILESS_MAIN(TestSearchQuery)
#include "tst_search_query.moc"
