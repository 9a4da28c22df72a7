// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_page.h"

#include <string>

namespace tidemark {

// The page for a terminal of 80 columns; only the names in it may be wider.
std::string reportText(const ReportPage& page);

} // namespace tidemark
