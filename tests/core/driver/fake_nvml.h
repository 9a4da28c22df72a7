// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tidemark::tests {

// What a libnvidia-ml.so.1 of the tests' own answers. The tests change it between the library's calls.
struct FakeNvml {
    struct Process {
        unsigned pid = 0;
        unsigned long long bytes = 0;
    };
    struct Device {
        std::string uuid;
        std::string busId;
        unsigned long long total = 0;
        unsigned long long reserved = 0;
        unsigned long long free = 0;
        std::vector<Process> processes;
        bool isForbidden = false; // no handle by its number
        int memoryResult = 0; // of all that asks for memory
        int memory2Result = 0; // of the second version only
        int processResult = 0; // of the question with room
        unsigned newcomers = 0; // that come between a question for the number and the next one, each time
    };

    int initResult = 0;
    std::vector<Device> devices;
    int inits = 0;
    int shutdowns = 0;
    int processQuestions = 0;
};

} // namespace tidemark::tests
