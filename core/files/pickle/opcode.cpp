// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle/opcode.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

struct Named {
    Opcode opcode;
    std::string_view name;
};

constexpr std::array<Named, 68> opcodeNames = {{
    {Opcode::Mark, "MARK"},
    {Opcode::Stop, "STOP"},
    {Opcode::Pop, "POP"},
    {Opcode::PopMark, "POP_MARK"},
    {Opcode::Dup, "DUP"},
    {Opcode::Float, "FLOAT"},
    {Opcode::Int, "INT"},
    {Opcode::BinInt, "BININT"},
    {Opcode::BinInt1, "BININT1"},
    {Opcode::Long, "LONG"},
    {Opcode::BinInt2, "BININT2"},
    {Opcode::None, "NONE"},
    {Opcode::PersId, "PERSID"},
    {Opcode::BinPersId, "BINPERSID"},
    {Opcode::Reduce, "REDUCE"},
    {Opcode::String, "STRING"},
    {Opcode::BinString, "BINSTRING"},
    {Opcode::ShortBinString, "SHORT_BINSTRING"},
    {Opcode::Unicode, "UNICODE"},
    {Opcode::BinUnicode, "BINUNICODE"},
    {Opcode::Append, "APPEND"},
    {Opcode::Build, "BUILD"},
    {Opcode::Global, "GLOBAL"},
    {Opcode::Dict, "DICT"},
    {Opcode::EmptyDict, "EMPTY_DICT"},
    {Opcode::Appends, "APPENDS"},
    {Opcode::Get, "GET"},
    {Opcode::BinGet, "BINGET"},
    {Opcode::Inst, "INST"},
    {Opcode::LongBinGet, "LONG_BINGET"},
    {Opcode::List, "LIST"},
    {Opcode::EmptyList, "EMPTY_LIST"},
    {Opcode::Obj, "OBJ"},
    {Opcode::Put, "PUT"},
    {Opcode::BinPut, "BINPUT"},
    {Opcode::LongBinPut, "LONG_BINPUT"},
    {Opcode::SetItem, "SETITEM"},
    {Opcode::Tuple, "TUPLE"},
    {Opcode::EmptyTuple, "EMPTY_TUPLE"},
    {Opcode::SetItems, "SETITEMS"},
    {Opcode::BinFloat, "BINFLOAT"},
    {Opcode::BinBytes, "BINBYTES"},
    {Opcode::ShortBinBytes, "SHORT_BINBYTES"},
    {Opcode::Proto, "PROTO"},
    {Opcode::NewObj, "NEWOBJ"},
    {Opcode::Ext1, "EXT1"},
    {Opcode::Ext2, "EXT2"},
    {Opcode::Ext4, "EXT4"},
    {Opcode::Tuple1, "TUPLE1"},
    {Opcode::Tuple2, "TUPLE2"},
    {Opcode::Tuple3, "TUPLE3"},
    {Opcode::NewTrue, "NEWTRUE"},
    {Opcode::NewFalse, "NEWFALSE"},
    {Opcode::Long1, "LONG1"},
    {Opcode::Long4, "LONG4"},
    {Opcode::ShortBinUnicode, "SHORT_BINUNICODE"},
    {Opcode::BinUnicode8, "BINUNICODE8"},
    {Opcode::BinBytes8, "BINBYTES8"},
    {Opcode::EmptySet, "EMPTY_SET"},
    {Opcode::AddItems, "ADDITEMS"},
    {Opcode::FrozenSet, "FROZENSET"},
    {Opcode::NewObjEx, "NEWOBJ_EX"},
    {Opcode::StackGlobal, "STACK_GLOBAL"},
    {Opcode::Memoize, "MEMOIZE"},
    {Opcode::Frame, "FRAME"},
    {Opcode::ByteArray8, "BYTEARRAY8"},
    {Opcode::NextBuffer, "NEXT_BUFFER"},
    {Opcode::ReadOnlyBuffer, "READONLY_BUFFER"},
}};

} // namespace

std::string_view opcodeName(Opcode opcode)
{
    const auto found = std::find_if(opcodeNames.begin(), opcodeNames.end(),
        [opcode](const Named& named) { return named.opcode == opcode; });
    return found == opcodeNames.end() ? std::string_view() : found->name;
}

bool isRefused(Opcode opcode)
{
    switch (opcode) {
    case Opcode::PersId:
    case Opcode::BinPersId:
    case Opcode::Reduce:
    case Opcode::Build:
    case Opcode::Global:
    case Opcode::Inst:
    case Opcode::Obj:
    case Opcode::NewObj:
    case Opcode::Ext1:
    case Opcode::Ext2:
    case Opcode::Ext4:
    case Opcode::NewObjEx:
    case Opcode::StackGlobal:
    case Opcode::NextBuffer:
    case Opcode::ReadOnlyBuffer:
        return true;
    default:
        return false;
    }
}

} // namespace tidemark
