// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <benchmark/benchmark.h>
#include <cstdio>

namespace tidemark::tests {

// The main() of benchmarks of the window's parts. Fails when nothing was measured: a filter that matches
// nothing must not look like a success.
inline int runGuiBenchmarks(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    if (benchmark::RunSpecifiedBenchmarks() > 0)
        return 0;
    std::fputs("Nothing was measured.\n", stderr);
    return 1;
}

} // namespace tidemark::tests
