// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/search/search_words.h"
#include "core/analysis/tables/cell_text.h"
#include "core/analysis/tables/row_order.h"
#include "core/analysis/tables/table_writer.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <algorithm>
#include <numeric>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// A table made up by chance.
class MadeRows : public RowSource {
public:
    enum Column : std::size_t { Number, Size, Where, Address, ColumnCount };

    MadeRows(std::mt19937_64& random, std::size_t rows)
    {
        for (std::uint32_t i = 0; i < 40; ++i)
            m_texts.push_back(i == 7
                    ? ""
                    : (i % 3 == 0 ? "aten::Linear " : "conv, \"x\" ") + std::to_string(random() % 25));
        for (std::size_t row = 0; row < rows; ++row)
            m_rows.push_back({random() % 100, random() % 4 == 0 ? nothing : random() >> (random() % 64),
                random() % 9 == 0 ? nothing : random() % m_texts.size(), random() % 5000});
    }

    std::string_view name() const override { return "made"; }
    std::span<const TableColumn> columns() const override
    {
        static constexpr std::array<TableColumn, ColumnCount> columns = {
            {{"event", "event", CellKind::Event}, {"size", "size", CellKind::Bytes},
                {"where", "where", CellKind::Words}, {"address", "address", CellKind::Address}}};
        return columns;
    }
    std::size_t size() const override { return m_rows.size(); }
    std::uint64_t value(std::size_t row, std::size_t column) const override { return m_rows[row][column]; }
    std::uint64_t textCount(std::size_t column) const override
    {
        return column == Where ? m_texts.size() : 0;
    }
    std::string text(std::size_t, std::uint64_t number) const override { return m_texts[number]; }
    std::optional<AddressRange> addresses(std::size_t row) const override
    {
        return AddressRange{m_rows[row][Address], 10};
    }
    bool isIn(std::size_t row, const EventRange& range) const override { return range.holds(row); }
    bool isHeldBy(std::size_t row, const MemoryFilter& filter) const override
    {
        return !filter.stream || *filter.stream == row % 3;
    }
    RowPlace placeOf(std::size_t row) const override { return {row, {}}; }
    std::optional<std::size_t> rowAt(std::uint64_t position, std::optional<std::uint64_t>) const override
    {
        return position;
    }
    std::string whyEmpty() const override { return {}; }

private:
    std::vector<std::string> m_texts;
    std::vector<std::array<std::uint64_t, ColumnCount>> m_rows;
};

// Whether the row comes before another, told by its cells' texts and values alone.
bool comesBefore(const MadeRows& rows, std::size_t left, std::size_t right, const RowSorting& sorting)
{
    const std::uint64_t a = rows.value(left, sorting.column);
    const std::uint64_t b = rows.value(right, sorting.column);
    if (sorting.column == MadeRows::Where) {
        const std::string one = a == RowSource::nothing ? std::string() : lowerCase(rows.text(2, a));
        const std::string other = b == RowSource::nothing ? std::string() : lowerCase(rows.text(2, b));
        if (one.empty() || other.empty())
            return !one.empty() && other.empty();
        return sorting.isDescending ? one > other : one < other;
    }
    if (a == RowSource::nothing || b == RowSource::nothing)
        return a != RowSource::nothing && b == RowSource::nothing;
    return sorting.isDescending ? a > b : a < b;
}

std::vector<std::size_t> shown(const RowOrder& order)
{
    std::vector<std::size_t> rows(order.size());
    for (std::size_t place = 0; place < rows.size(); ++place)
        rows[place] = order.row(place);
    return rows;
}

std::string written(
    const RowSource& rows, const RowOrder& order, TableFormat format, std::size_t most = SIZE_MAX)
{
    std::string text;
    const auto done = writeTable(
        rows, order, format,
        [&text](std::string_view piece) -> Expected<void> {
            text += piece;
            return {};
        },
        most);
    return done ? text : "error: " + done.error().message;
}

} // namespace

class TestRowOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyColumnSortsBothWays();
    void searchesFindWhatLookingAtEachRowFinds_data();
    void searchesFindWhatLookingAtEachRowFinds();
    void theWholeTableCostsNothing();
    void whatIsStoppedIsNone();
    void rowsAreFoundAgain();
    void tablesAreWritten();
    void aSinkThatFailsEndsTheWriting();
};

void TestRowOrder::everyColumnSortsBothWays()
{
    std::mt19937_64 random(testSeed());
    for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(3000)}) {
        const MadeRows rows(random, count);
        for (std::size_t column = 0; column < MadeRows::ColumnCount; ++column) {
            for (const bool isDescending : {false, true}) {
                const RowSorting sorting{column, isDescending};
                std::vector<std::size_t> wanted(count);
                std::iota(wanted.begin(), wanted.end(), std::size_t(0));
                std::stable_sort(wanted.begin(), wanted.end(), [&](std::size_t left, std::size_t right) {
                    return comesBefore(rows, left, right, sorting);
                });
                RowChoice choice;
                choice.sorting = sorting;
                const auto order = chosenRows(rows, choice);
                QVERIFY(order);
                QCOMPARE(shown(*order), wanted);
            }
        }
    }
}

void TestRowOrder::searchesFindWhatLookingAtEachRowFinds_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("test");
    const std::array queries = {"linear", "-linear", "where:/[13579]$/", "size>=1000", "-size>=1000", "0x100",
        "1k..1m linear", "event:5..9", "kind:linear", "life>3", "linear conv", "/linear|conv/"};
    for (std::size_t i = 0; i < queries.size(); ++i)
        QTest::newRow(queries[i]) << QByteArray(queries[i]) << static_cast<int>(i);
}

void TestRowOrder::searchesFindWhatLookingAtEachRowFinds()
{
    QFETCH(QByteArray, query);
    QFETCH(int, test);
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 2000);
    const auto isWanted = [&](std::size_t row) {
        const std::uint64_t size = rows.value(row, MadeRows::Size);
        const bool hasSize = size != RowSource::nothing;
        const std::uint64_t event = rows.value(row, MadeRows::Number);
        const std::uint64_t address = rows.value(row, MadeRows::Address);
        const std::string where = lowerCase(cellText(rows, row, MadeRows::Where));
        const bool isLinear = where.find("linear") != std::string::npos;
        switch (test) {
        case 0:
            return isLinear;
        case 1:
            return !isLinear;
        case 2:
            return !where.empty() && std::string_view("13579").find(where.back()) != std::string_view::npos;
        case 3:
            return hasSize && size >= 1000;
        case 4:
            return !hasSize || size < 1000;
        case 5:
            return address <= 256 && address + 10 > 256;
        case 6:
            return hasSize && size >= 1024 && size <= 1024 * 1024 && isLinear;
        case 7:
            return event >= 4 && event <= 8; // counted from one
        case 11:
            return !where.empty();
        default:
            return false;
        }
    };
    for (const bool isFiltered : {false, true}) {
        std::vector<std::size_t> wanted;
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (isWanted(row) && (!isFiltered || row % 3 == 1))
                wanted.push_back(row);
        RowChoice choice;
        choice.query = parseQuery(query.toStdString()).value();
        if (isFiltered)
            choice.filter = MemoryFilter::ofStream(1);
        Progress progress;
        const auto order = chosenRows(rows, choice, {}, &progress);
        QVERIFY(order);
        QCOMPARE(shown(*order), wanted);
        QCOMPARE(progress.done.load(), std::uint64_t(2000));
    }
}

void TestRowOrder::theWholeTableCostsNothing()
{
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 10);
    const auto order = chosenRows(rows, {});
    QVERIFY(order);
    QCOMPARE(order->size(), std::size_t(10));
    QCOMPARE(order->row(7), std::size_t(7));
    QCOMPARE(RowOrder().size(), std::size_t(0));
    QCOMPARE(RowOrder().placeOf(0), std::nullopt);
}

void TestRowOrder::whatIsStoppedIsNone()
{
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 100);
    std::stop_source stopped;
    stopped.request_stop();
    RowChoice search;
    search.query = parseQuery("linear").value();
    QVERIFY(!chosenRows(rows, search, stopped.get_token()));
    RowChoice sort;
    sort.sorting = RowSorting{};
    QVERIFY(!chosenRows(rows, sort, stopped.get_token()));
}

void TestRowOrder::rowsAreFoundAgain()
{
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 500);
    RowChoice choice;
    choice.query = parseQuery("-linear").value();
    choice.sorting = RowSorting{MadeRows::Size, true};
    const auto order = chosenRows(rows, choice);
    QVERIFY(order && order->size() > 10 && order->size() < 500);
    std::size_t found = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (const auto place = order->placeOf(row)) {
            QCOMPARE(order->row(*place), row);
            ++found;
        }
    }
    QCOMPARE(found, order->size());
}

void TestRowOrder::tablesAreWritten()
{
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 300);
    RowChoice choice;
    choice.sorting = RowSorting{MadeRows::Where, false};
    const auto order = chosenRows(rows, choice);
    QVERIFY(order);
    const std::string json = written(rows, *order, TableFormat::AsJson);
    const QJsonArray list = QJsonDocument::fromJson(QByteArray::fromStdString(json)).array();
    QCOMPARE(list.size(), 300);
    const QStringList lines = QString::fromStdString(written(rows, *order, TableFormat::AsCsv)).split(u'\n');
    QCOMPARE(lines[0], QStringLiteral("event,size,where,address"));
    QCOMPARE(lines.size(), 302); // the head, and what is behind the last line's end
    for (int place = 0; place < 300; ++place) {
        const std::size_t row = order->row(static_cast<std::size_t>(place));
        const QJsonObject object = list[place].toObject();
        QCOMPARE(object[QStringLiteral("event")].toInteger(), static_cast<qint64>(rows.value(row, 0)));
        QCOMPARE(object.contains(QStringLiteral("size")), rows.value(row, 1) != RowSource::nothing);
        QCOMPARE(object[QStringLiteral("where")].toString().toStdString(), cellText(rows, row, 2));
        QCOMPARE(object[QStringLiteral("address")].toString().toStdString(), cellText(rows, row, 3));
        QVERIFY(lines[place + 1].startsWith(QString::number(rows.value(row, 0)) + u','));
        QVERIFY(lines[place + 1].endsWith(u',' + QString::fromStdString(cellText(rows, row, 3))));
    }
    QCOMPARE(QString::fromStdString(written(rows, *order, TableFormat::AsCsv, 5)).count(u'\n'), 6);
    QCOMPARE(
        QJsonDocument::fromJson(QByteArray::fromStdString(written(rows, RowOrder(), TableFormat::AsJson)))
            .array()
            .size(),
        0);
}

void TestRowOrder::aSinkThatFailsEndsTheWriting()
{
    std::mt19937_64 random(testSeed());
    const MadeRows rows(random, 10);
    const auto done = writeTable(rows, RowOrder::allOf(rows), TableFormat::AsCsv,
        [](std::string_view) -> Expected<void> { return fail("The disk is full"); });
    QVERIFY(!done);
    QCOMPARE(done.error().message, std::string("The disk is full"));
}

QTEST_GUILESS_MAIN(TestRowOrder)
#include "tst_row_order.moc"
