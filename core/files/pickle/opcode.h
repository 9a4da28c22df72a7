// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark {

// The opcodes of pickle protocols 0 to 5; names and numbers are those of Python's Lib/pickle.py.
enum class Opcode : std::uint8_t {
    Mark = '(',
    Stop = '.',
    Pop = '0',
    PopMark = '1',
    Dup = '2',
    Float = 'F',
    Int = 'I',
    BinInt = 'J',
    BinInt1 = 'K',
    Long = 'L',
    BinInt2 = 'M',
    None = 'N',
    PersId = 'P',
    BinPersId = 'Q',
    Reduce = 'R',
    String = 'S',
    BinString = 'T',
    ShortBinString = 'U',
    Unicode = 'V',
    BinUnicode = 'X',
    Append = 'a',
    Build = 'b',
    Global = 'c',
    Dict = 'd',
    EmptyDict = '}',
    Appends = 'e',
    Get = 'g',
    BinGet = 'h',
    Inst = 'i',
    LongBinGet = 'j',
    List = 'l',
    EmptyList = ']',
    Obj = 'o',
    Put = 'p',
    BinPut = 'q',
    LongBinPut = 'r',
    SetItem = 's',
    Tuple = 't',
    EmptyTuple = ')',
    SetItems = 'u',
    BinFloat = 'G',
    BinBytes = 'B',
    ShortBinBytes = 'C',
    Proto = 0x80,
    NewObj = 0x81,
    Ext1 = 0x82,
    Ext2 = 0x83,
    Ext4 = 0x84,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    NewTrue = 0x88,
    NewFalse = 0x89,
    Long1 = 0x8a,
    Long4 = 0x8b,
    ShortBinUnicode = 0x8c,
    BinUnicode8 = 0x8d,
    BinBytes8 = 0x8e,
    EmptySet = 0x8f,
    AddItems = 0x90,
    FrozenSet = 0x91,
    NewObjEx = 0x92,
    StackGlobal = 0x93,
    Memoize = 0x94,
    Frame = 0x95,
    ByteArray8 = 0x96,
    NextBuffer = 0x97,
    ReadOnlyBuffer = 0x98,
};

// "STACK_GLOBAL", as Python spells it; empty for a byte that is no opcode.
std::string_view opcodeName(Opcode opcode);

// Opcodes that import, construct or call something, or ask for data from outside the file. A snapshot needs
// none of them.
bool isRefused(Opcode opcode);

} // namespace tidemark
