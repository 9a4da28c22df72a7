// SPDX-License-Identifier: GPL-3.0-or-later
// The pickle machine by itself: every data opcode, with what Python's pickle.loads makes of the same bytes.
#include "core/files/pickle/pickle_machine.h"
#include "snapshot_summary.h"

#include <QTest>
#include <fmt/format.h>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Builds the objects and writes them as Python's repr does; numbers above 64 bits as "huge".
class ReprSink : public ObjectSink {
public:
    Value text(std::string_view bytes, TextLifetime) override
    {
        m_texts.emplace_back(bytes);
        return Value::text(static_cast<std::uint32_t>(m_texts.size() - 1));
    }
    Value dict() override { return add('{'); }
    Value list() override { return add('['); }
    Value tuple(std::span<const Value> items) override
    {
        const Value made = add('(');
        m_objects.back().items.assign(items.begin(), items.end());
        return made;
    }
    void setItems(Value dict, std::span<const Value> items) override { extend(dict, items, '{'); }
    void append(Value list, std::span<const Value> items) override { extend(list, items, '['); }
    bool isList(Value value) const override { return isA(value, '['); }
    bool isDict(Value value) const override { return isA(value, '{'); }
    void cutOff(Value) override { }

    std::string repr(const Value& value) const
    {
        switch (value.kind) {
        case ValueKind::None:
            return "None";
        case ValueKind::Boolean:
            return value.bits != 0 ? "True" : "False";
        case ValueKind::Integer:
            return fmt::format("{}", static_cast<std::int64_t>(value.bits));
        case ValueKind::Unsigned:
            return fmt::format("{}", value.bits);
        case ValueKind::HugeInteger:
            return "huge";
        case ValueKind::Float:
            return fmt::format("{}", value.real());
        case ValueKind::Text:
            return "'" + m_texts[value.index()] + "'";
        case ValueKind::Object:
            return reprObject(m_objects[value.index()]);
        }
        return {};
    }

private:
    struct Object {
        char kind;
        std::vector<Value> items;
    };

    Value add(char kind)
    {
        m_objects.push_back({kind, {}});
        return Value::object(static_cast<std::uint32_t>(m_objects.size() - 1));
    }

    bool isA(Value value, char kind) const
    {
        return value.isObject() && m_objects[value.index()].kind == kind;
    }

    void extend(Value owner, std::span<const Value> items, char kind)
    {
        if (!isA(owner, kind))
            return fail("fills what it must not");
        auto& all = m_objects[owner.index()].items;
        all.insert(all.end(), items.begin(), items.end());
    }

    std::string reprObject(const Object& object) const
    {
        std::string result(1, object.kind);
        for (std::size_t i = 0; i < object.items.size(); ++i) {
            const bool isValue = object.kind == '{' && i % 2 == 1;
            result += i == 0 ? "" : isValue ? ": " : ", ";
            result += repr(object.items[i]);
        }
        if (object.kind == '(' && object.items.size() == 1)
            result += ",";
        return result + (object.kind == '{' ? "}" : object.kind == '[' ? "]" : ")");
    }

    std::vector<std::string> m_texts;
    std::vector<Object> m_objects;
};

struct Outcome {
    std::string repr;
    std::string error;
    bool truncated = false;
    std::size_t offset = 0;
};

Outcome run(const QByteArray& bytes)
{
    ReprSink sink;
    PickleMachine machine(bytesOf(bytes), sink);
    const auto end = machine.run({});
    if (!end)
        return {{}, end.error().message, false, 0};
    return {sink.repr(end->result), {}, end->truncated, end->offset};
}

template <std::size_t size>
QByteArray bytes(const char (&text)[size])
{
    return QByteArray(text, size - 1);
}

} // namespace

class TestPickleMachine : public QObject {
    Q_OBJECT

private slots:
    void data_data();
    void data();
    void refused_data();
    void refused();
    void broken_data();
    void broken();
    void truncated_data();
    void truncated();
    void everyByteHasAName();
};

void TestPickleMachine::data_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("repr");
    const auto add = [](const char* name, const QByteArray& pickle, const char* repr) {
        QTest::newRow(name) << pickle << QString::fromUtf8(repr);
    };
    add("NONE", bytes("N."), "None");
    add("NEWTRUE", bytes("\x80\x02\x88."), "True");
    add("NEWFALSE", bytes("\x80\x02\x89."), "False");
    add("INT", bytes("I-42\n."), "-42");
    add("INT for True", bytes("I01\n."), "True");
    add("INT for False", bytes("I00\n."), "False");
    add("INT of 64 bits", bytes("I18446744073709551615\n."), "18446744073709551615");
    add("INT of more", bytes("I18446744073709551616\n."), "huge");
    add("LONG", bytes("L123L\n."), "123");
    add("LONG, negative", bytes("L-9223372036854775808L\n."), "-9223372036854775808");
    add("LONG of more", bytes("L-9223372036854775809L\n."), "huge");
    add("BININT", bytes("J\xff\xff\xff\xff."), "-1");
    add("BININT1", bytes("K\xff."), "255");
    add("BININT2", bytes("M\x01\x02."), "513");
    add("LONG1, empty", bytes("\x8a\x00."), "0");
    add("LONG1, negative", bytes("\x8a\x01\xfe."), "-2");
    add("LONG1, six bytes", bytes("\x8a\x06\x00\x00\x00\x00\x80\x7f."), "140187732541440");
    add("LONG1, nine bytes", bytes("\x8a\x09\x00\x10\x00\x00\x00\x00\x00\x80\x00."), "9223372036854779904");
    add("LONG1, least", bytes("\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80."), "-9223372036854775808");
    add("LONG1, below least", bytes("\x8a\x09\xff\xff\xff\xff\xff\xff\xff\x7f\xff."), "huge");
    add("LONG1, least in nine bytes", bytes("\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x80\xff."),
        "-9223372036854775808");
    add("LONG1 of more", bytes("\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01."), "huge");
    add("LONG4", bytes("\x8b\x02\x00\x00\x00\x00\x01."), "256");
    add("FLOAT", bytes("F-1.5e3\n."), "-1500");
    add("FLOAT, infinite", bytes("Finf\n."), "inf");
    add("BINFLOAT", bytes("G\x3f\xe0\x00\x00\x00\x00\x00\x00."), "0.5");
    add("STRING", bytes("S'a\\n\\x41\\101\\\\\\'b'\n."), "'a\nAA\\'b'");
    add("STRING, double quotes", bytes("S\"it's\"\n."), "'it's'");
    add("BINSTRING",
        bytes("T\x03\x00\x00\x00"
              "abc."),
        "'abc'");
    add("SHORT_BINSTRING",
        bytes("U\x03"
              "abc."),
        "'abc'");
    add("UNICODE", bytes("Va\\u00e9\\U0001F600\\n\xe9\n."), "'aé\U0001F600\\né'");
    add("BINUNICODE", bytes("X\x02\x00\x00\x00\xc3\xa9."), "'é'");
    add("SHORT_BINUNICODE", bytes("\x8c\x01z."), "'z'");
    add("BINUNICODE8", bytes("\x8d\x01\x00\x00\x00\x00\x00\x00\x00z."), "'z'");
    add("BINBYTES", bytes("B\x01\x00\x00\x00z."), "'z'");
    add("SHORT_BINBYTES", bytes("C\x01z."), "'z'");
    add("BINBYTES8", bytes("\x8e\x01\x00\x00\x00\x00\x00\x00\x00z."), "'z'");
    add("BYTEARRAY8", bytes("\x96\x01\x00\x00\x00\x00\x00\x00\x00z."), "'z'");
    add("LIST", bytes("(K\x01K\x02l."), "[1, 2]");
    add("APPEND",
        bytes("]K\x01"
              "aK\x02"
              "a."),
        "[1, 2]");
    add("APPENDS, twice",
        bytes("](K\x01K\x02"
              "e(K\x03"
              "e."),
        "[1, 2, 3]");
    add("DICT",
        bytes("(K\x01K\x02"
              "d."),
        "{1: 2}");
    add("SETITEM", bytes("}K\x01K\x02s."), "{1: 2}");
    add("SETITEMS", bytes("}(K\x01K\x02K\x03Nu."), "{1: 2, 3: None}");
    add("TUPLE", bytes("(K\x01K\x02K\x03K\x04t."), "(1, 2, 3, 4)");
    add("TUPLE1", bytes("K\x01\x85."), "(1,)");
    add("TUPLE2", bytes("K\x01K\x02\x86."), "(1, 2)");
    add("TUPLE3", bytes("K\x01K\x02K\x03\x87."), "(1, 2, 3)");
    add("EMPTY_TUPLE", bytes(")."), "()");
    add("EMPTY_SET, ADDITEMS", bytes("\x8f(K\x01\x90."), "[1]");
    add("FROZENSET", bytes("(K\x01\x91."), "(1,)");
    add("PUT, GET", bytes("K\x07p300\n0g300\n."), "7");
    add("BINPUT, BINGET",
        bytes("]q\x05"
              "0h\x05."),
        "[]");
    add("LONG_BINPUT, LONG_BINGET",
        bytes("]r\x00\x01\x00\x00"
              "0j\x00\x01\x00\x00."),
        "[]");
    add("MEMOIZE",
        bytes("\x80\x04]\x94\x8c\x01z\x94\x86"
              "0h\x01."),
        "'z'");
    add("memo of an empty list, filled later",
        bytes("(]q\x00K\x01"
              "ah\x00t."),
        "([1], [1])");
    add("a memo entry stored again",
        bytes("K\x01q\x00K\x02q\x00"
              "00h\x00."),
        "2");
    add("DUP",
        bytes("K\x01"
              "2\x86."),
        "(1, 1)");
    add("POP",
        bytes("K\x01K\x02"
              "0."),
        "1");
    add("POP of a mark", bytes("K\x01(0."), "1");
    add("POP_MARK",
        bytes("K\x01(K\x02K\x03"
              "1."),
        "1");
    add("FRAME", bytes("\x80\x04\x95\x02\x00\x00\x00\x00\x00\x00\x00K\x01."), "1");
    add("what follows STOP", bytes("K\x01.\x00\x00\x00"), "1");
}

void TestPickleMachine::data()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, repr);
    const Outcome outcome = run(pickle);
    QCOMPARE(outcome.error, std::string());
    QCOMPARE(QString::fromStdString(outcome.repr), repr);
    QVERIFY(!outcome.truncated);
}

void TestPickleMachine::refused_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("name");
    const auto add = [](const char* name, const QByteArray& pickle) {
        QTest::newRow(name) << pickle << QString::fromLatin1(name);
    };
    add("GLOBAL", bytes("Ncos\nsystem\n."));
    add("STACK_GLOBAL", bytes("N\x93."));
    add("REDUCE", bytes("NR."));
    add("BUILD", bytes("Nb."));
    add("INST", bytes("Nios\nsystem\n."));
    add("OBJ", bytes("No."));
    add("NEWOBJ", bytes("N\x81."));
    add("NEWOBJ_EX", bytes("N\x92."));
    add("EXT1", bytes("N\x82\x01."));
    add("EXT2", bytes("N\x83\x01\x01."));
    add("EXT4", bytes("N\x84\x01\x01\x01\x01."));
    add("PERSID", bytes("NPsomewhere\n."));
    add("BINPERSID", bytes("NQ."));
    add("NEXT_BUFFER", bytes("N\x97."));
    add("READONLY_BUFFER", bytes("N\x98."));
}

void TestPickleMachine::refused()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(run(pickle).error),
        name
            + QStringLiteral(" at byte 1 would make Python import or run something, which a snapshot never "
                             "needs: refused"));
}

void TestPickleMachine::broken_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("error");
    const auto add = [](const QByteArray& pickle, const char* error) {
        QTest::addRow("%s", error) << pickle << QString::fromLatin1(error);
    };
    add(bytes("N\xff."), "byte 1 (0xff) is no pickle instruction: the file is damaged here or is no pickle");
    add(bytes("\x80\x06N."), "PROTO at byte 0 announces protocol 6; protocols 0 to 5 can be read");
    add(bytes("."), "STOP at byte 0 finds too few values: the file is damaged here");
    add(bytes("]a."), "APPEND at byte 1 finds too few values: the file is damaged here");
    add(bytes("}Ns."), "SETITEM at byte 2 finds too few values: the file is damaged here");
    add(bytes("N]e."), "APPENDS at byte 2 finds no mark: the file is damaged here");
    add(bytes("(Ne."), "APPENDS at byte 2 finds nothing to fill: the file is damaged here");
    add(bytes("](N(Na."), "APPEND at byte 5 finds too few values: the file is damaged here");
    add(bytes("N\x86."), "TUPLE2 at byte 1 finds too few values: the file is damaged here");
    add(bytes("t."), "TUPLE at byte 0 finds no mark: the file is damaged here");
    add(bytes("1."), "POP_MARK at byte 0 finds no mark: the file is damaged here");
    add(bytes("2."), "DUP at byte 0 finds too few values: the file is damaged here");
    add(bytes("q\x00."), "BINPUT at byte 0 finds too few values: the file is damaged here");
    add(bytes("h\x07."), "BINGET at byte 0 asks for memo entry 7, which was never stored");
    add(bytes("g-1\n."), "GET at byte 0 needs a number");
    add(bytes("Ixyz\n."), "INT at byte 0 needs a number");
    add(bytes("F\n."), "FLOAT at byte 0 needs a number");
    add(bytes("Sabc\n."), "STRING at byte 0 has a text without quotes");
    add(bytes("T\xff\xff\xff\xff."), "BINSTRING at byte 0 has a negative length");
    add(bytes("\x8b\xff\xff\xff\xff."), "LONG4 at byte 0 has a negative length");
    add(bytes("]r\xff\xff\xff\xff."),
        "LONG_BINPUT at byte 1 stores memo entry 4294967295, more than a file of this size can need");
    add(bytes("Np99999999999\n."),
        "PUT at byte 1 stores memo entry 99999999999, more than a file of this size can need");
    add(bytes("K\x01K\x02"
              "a."),
        "APPEND at byte 4 fills what it must not");
}

void TestPickleMachine::broken()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, error);
    QCOMPARE(QString::fromStdString(run(pickle).error), error);
}

void TestPickleMachine::truncated_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("repr");
    const auto add = [](const char* name, const QByteArray& pickle, const char* repr) {
        QTest::newRow(name) << pickle << QString::fromLatin1(repr);
    };
    add("nothing", bytes(""), "None");
    add("no STOP",
        bytes("](K\x01"
              "e"),
        "[1]");
    add("in a list", bytes("](K\x01K\x02"), "[1, 2]");
    add("in a number", bytes("](K\x01J\x02"), "[1]");
    add("in a text",
        bytes("](K\x01X\xff\xff\xff\x7f"
              "ab"),
        "[1]");
    add("in a line", bytes("](K\x01Vab"), "[1]");
    add("behind a key",
        bytes("}(\x8c\x01"
              "aK\x01\x8c\x01"
              "b"),
        "{'a': 1}");
    add("in the list under a key",
        bytes("}(\x8c\x01"
              "a](K\x01K\x02"),
        "{'a': [1, 2]}");
    add("in the only item of a list under a key",
        bytes("}(\x8c\x01"
              "a]}(\x8c\x01"
              "bK\x02"),
        "{'a': [{'b': 2}]}");
    add("protocol 0", bytes("(dVa\n(lI1\naI2\n"), "{'a': [1, 2]}");
    add("protocol 0, in a dict in a list", bytes("(dVa\n(l(dVb\nI1\nsVc\nI2\n"), "{'a': [{'b': 1, 'c': 2}]}");
    add("marks alone", bytes("(((("), "None");
}

void TestPickleMachine::truncated()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, repr);
    const Outcome outcome = run(pickle);
    QCOMPARE(outcome.error, std::string());
    QVERIFY(outcome.truncated);
    QCOMPARE(outcome.offset, static_cast<std::size_t>(pickle.size()));
    QCOMPARE(QString::fromStdString(outcome.repr), repr);
}

// What has a name is understood or refused; everything else is no instruction.
void TestPickleMachine::everyByteHasAName()
{
    int named = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const std::string_view name = opcodeName(static_cast<Opcode>(byte));
        named += name.empty() ? 0 : 1;
        const Outcome outcome = run(QByteArray(1, static_cast<char>(byte)));
        const bool isUnknown = outcome.error.find("no pickle instruction") != std::string::npos;
        QCOMPARE(isUnknown, name.empty());
    }
    QCOMPARE(named, 68); // as many as Python's pickletools.opcodes has
}

QTEST_GUILESS_MAIN(TestPickleMachine)
#include "tst_pickle_machine.moc"
