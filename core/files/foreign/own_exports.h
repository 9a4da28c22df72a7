// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/foreign/head_text.h"

namespace tidemark {

// What Tidemark itself writes for other programs, and cannot open again.
bool isOwnDatabase(const HeadText& head); // of `tidemark convert`
bool isOwnTrace(const HeadText& head);
bool isOwnTable(const HeadText& head); // CSV
bool isOwnTextReport(const HeadText& head); // of `tidemark report`
bool isOwnPage(std::string_view page); // the same as HTML

} // namespace tidemark
