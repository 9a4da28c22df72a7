// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/answer_gathering.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace tidemark::ui {

namespace {

void addFigure(
    std::string_view name, std::int64_t value, std::vector<std::pair<std::string, std::int64_t>>& figures)
{
    const auto known = std::find_if(
        figures.begin(), figures.end(), [name](const auto& figure) { return figure.first == name; });
    if (known == figures.end())
        figures.emplace_back(name, value);
    else if (name.ends_with("_bytes") || name.ends_with("_segments"))
        known->second += value;
    else if (name == "duration_us")
        known->second = std::max(known->second, value);
}

} // namespace

AnswerGathering::AnswerGathering(std::size_t ranks)
    : m_runs(ranks, true)
{ }

void AnswerGathering::asked(const std::string& command)
{
    m_questions.push_back({command, std::vector<std::optional<Answer>>(m_runs.size())});
}

void AnswerGathering::take(std::size_t rank, Answer answer)
{
    const auto question = std::find_if(m_questions.begin(), m_questions.end(),
        [&](const Question& asked) { return asked.command == answer.command && !asked.answers[rank]; });
    if (question != m_questions.end())
        question->answers[rank] = std::move(answer);
}

void AnswerGathering::rankEnded(std::size_t rank)
{
    m_runs[rank] = false;
}

std::optional<Answer> AnswerGathering::next()
{
    while (!m_questions.empty() && isWhole(m_questions.front())) {
        const Question question = std::move(m_questions.front());
        m_questions.pop_front();
        const bool wasHeard = std::any_of(question.answers.begin(), question.answers.end(),
            [](const std::optional<Answer>& answer) { return answer.has_value(); });
        if (wasHeard)
            return combined(question);
    }
    return std::nullopt;
}

bool AnswerGathering::isWhole(const Question& question) const
{
    for (std::size_t rank = 0; rank < m_runs.size(); ++rank)
        if (m_runs[rank] && !question.answers[rank])
            return false;
    return true;
}

Answer AnswerGathering::combined(const Question& question) const
{
    Answer result;
    result.command = question.command;
    for (std::size_t rank = 0; rank < question.answers.size(); ++rank) {
        const std::optional<Answer>& answer = question.answers[rank];
        if (!answer)
            continue;
        for (const auto& [name, value] : answer->figures)
            addFigure(name, value, result.figures);
        const bool isFirstRefusal = result.ok && !answer->ok;
        if (result.text.empty() || isFirstRefusal)
            result.text = m_runs.size() > 1 && !answer->ok ? fmt::format("Rank {}: {}", rank, answer->text)
                                                           : answer->text;
        result.ok = result.ok && answer->ok;
    }
    return result;
}

} // namespace tidemark::ui
