// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/band.h"
#include "ui/map/memory_class.h"

#include <QString>
#include <optional>
#include <vector>

namespace tidemark::ui {

// Where a link of the details leads.
struct Link {
    enum class Kind : std::uint8_t {
        Moment, // value: a position, see DeviceHistory
        Block, // value: an address inside the block
        Frames, // shows or hides the framework's frames; no value
        Fragmentation, // shows or hides the table of pools; no value
        Reason, // shows or hides the rest of the reason for a segment; no value
        OtherSettings, // asks the simulator about an oom; value: the position just after it
        Band, // shows where a sentence's bytes are in the picture; value: a Band
        Card, // shows or hides what a card says; value: a CardKind
        Term, // explains a word; value: a Band that the glossary has an entry for
    };
    Kind kind = Kind::Moment;
    std::uint64_t value = 0;

    bool operator==(const Link&) const = default;
};

QString linkTarget(const Link& link); // "moment:1608"
std::optional<Link> linkFromTarget(const QString& target);

// A piece of a sentence.
struct TextPart {
    QString text;
    bool isStrong = false;
    std::optional<Link> link = {};
};

using Text = std::vector<TextPart>;

QString plainText(const Text& text);

// "address    0x7f31c2000000": one line of a small table.
struct TextRow {
    QString label;
    Text value;
    bool isFigure = false; // in the face of figures
};

// A line of the sum: how many bytes of a kind there are.
struct FigureRow {
    std::optional<MemoryClass> memoryClass; // its sample from the map stands before the label
    QString label;
    std::uint64_t bytes = 0;
    Band band = Band::Nothing; // of the picture that the label leads to
};

} // namespace tidemark::ui
