// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace tidemark::ui {

// A line of a source file, as stacks name it.
struct SourcePlace {
    QString file;
    int line = 0; // from 1; 0: not known

    bool operator==(const SourcePlace&) const = default;
};

// "/a/b.py:12"; without a line where none is named.
SourcePlace sourcePlaceOf(const QString& fullPlace);

// As the target of a link in rich text, and back; nothing for a target that is something else.
QString sourceTarget(const SourcePlace& place);
std::optional<SourcePlace> sourceFromTarget(const QString& target);

} // namespace tidemark::ui
