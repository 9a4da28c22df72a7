// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_messages.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace tidemark::ui {

// A command goes to every rank, and each answers in its own time. Makes one answer of theirs: good when all
// are; byte and segment counts (`..._bytes`, `..._segments`) are the ranks' sums, durations (`duration_us`)
// the longest, and every other figure that of the first rank which gave it.
class AnswerGathering {
public:
    explicit AnswerGathering(std::size_t ranks);

    // Sent to the ranks that still run. One rank answers its commands in their order.
    void asked(const std::string& command);
    void take(std::size_t rank, Answer answer);
    void rankEnded(std::size_t rank); // is waited for no longer

    // An answer that is whole, oldest first.
    std::optional<Answer> next();

private:
    struct Question {
        std::string command;
        std::vector<std::optional<Answer>> answers; // by rank
    };

    bool isWhole(const Question& question) const;
    Answer combined(const Question& question) const;

    std::vector<bool> m_runs; // by rank
    std::deque<Question> m_questions;
};

} // namespace tidemark::ui
