// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/quantity.h"

#include <functional>

namespace tidemark {

// What an assertion compares with: a number, or the same quantity of another recording, and so much more.
struct Bound {
    std::int64_t value = 0; // where there is no file
    std::string file;
    double percent = 0; // of the file's value, on top of it
    std::int64_t bytes = 0; // on top of it
};

// "peak_reserved < 20GiB", "peak_allocated <= base.tide +2%":
//
//   ASSERTION = QUANTITY COMPARISON BOUND
//   COMPARISON = "<" | "<=" | ">" | ">=" | "==" | "!="
//   BOUND = NUMBER | FILE [" +" MARGIN | " -" MARGIN]
//   MARGIN = number "%" | NUMBER
//   NUMBER = ["-"] a size as parseBytes() reads it: "20GiB", "64 MB", "1.5g", "1e9", "4,000,256"
//
// A bound that is no number is the name of a file; what begins like a number and is none is refused.
struct Assertion {
    enum class Comparison : std::uint8_t { Less, AtMost, More, AtLeast, Equal, Unequal };

    std::string text; // as it was written
    Quantity quantity;
    Comparison comparison = Comparison::AtMost;
    Bound bound;
};

Expected<Assertion> parseAssertion(std::string_view text);

// Of one that was measured.
struct AssertionResult {
    bool holds = false;
    std::int64_t value = 0;
    std::int64_t bound = 0;
    bool isValueLeast = false; // the value is that or more
    bool isBoundLeast = false;
};

AssertionResult judged(const Assertion& assertion, std::int64_t value, std::int64_t bound);
// The same of figures of which one or both may be more than is known: fails, with the reason, where that
// decides; what holds or fails however much more they are is told.
Expected<AssertionResult> judged(const Assertion& assertion, const Figure& value, const Figure& bound);
// What a bound comes to where the file's value is `base`.
std::int64_t boundOver(const Bound& bound, std::int64_t base);

// "holds   peak_reserved < 20GiB: 19,327,352,832 < 21,474,836,480, 2,147,483,648 bytes below".
std::string resultLine(const Assertion& assertion, const AssertionResult& result);

// "UNTOLD  num_alloc_retries == 0: the recording does not tell it".
std::string untoldLine(const Assertion& assertion, std::string_view why);

} // namespace tidemark
