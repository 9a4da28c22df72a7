// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_page.h"

#include <string>

namespace tidemark {

// The page as HTML that is also well-formed XML: complete in itself, without a script, and nothing is loaded
// from elsewhere.
std::string reportHtml(const ReportPage& page);

} // namespace tidemark
