// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace tidemark::tests {

inline double millisecondsOf(clockid_t clock)
{
    std::timespec time = {};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

inline double wallMilliseconds()
{
    return millisecondsOf(CLOCK_MONOTONIC);
}

// Of the calling thread, and of all threads.
inline double threadMilliseconds()
{
    return millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
}

inline double processMilliseconds()
{
    return millisecondsOf(CLOCK_PROCESS_CPUTIME_ID);
}

// Memory of this process that is in RAM now.
inline double residentBytes()
{
    std::ifstream pages("/proc/self/statm");
    double all = 0;
    double resident = 0;
    pages >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

inline double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// One figure a line, for measure.sh.
inline void tell(const char* name, double value)
{
    std::printf("%s %.3f\n", name, value);
    std::fflush(stdout);
}

} // namespace tidemark::tests
