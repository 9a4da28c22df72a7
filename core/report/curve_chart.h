// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_page.h"

#include <string>

namespace tidemark {

// The three curves as an inline SVG picture, coloured by the page's style. Empty without events.
std::string curveChartSvg(const ReportCurves& curves);

// The same for a terminal, `width` columns wide: "█" is allocated, "▒" active beyond it, "░" reserved beyond
// both. In each column the highest value. Empty without events.
std::string curveChartText(const ReportCurves& curves, std::size_t width = 64, std::size_t height = 12);

} // namespace tidemark
