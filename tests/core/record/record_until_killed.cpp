// SPDX-License-Identifier: GPL-3.0-or-later
// Records into the file that the argument names until somebody kills it. Sizes are the events' numbers.
#include "core/record/recorder.h"

#include <cstdint>
#include <cstdio>
#include <fcntl.h>

using namespace tidemark;

int main(int argc, char** argv)
{
    const int fd = argc == 2 ? open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    RunDescription run;
    run.producer = "record_until_killed";
    auto recorder = Recorder::start(fd, run);
    if (!recorder) {
        std::fprintf(stderr, "%s\n", recorder.error().message.c_str());
        return 1;
    }
    for (std::uint64_t number = 0;; ++number) {
        const ContextScope scope(**recorder, FrameKind::Scope, number % 2 == 0 ? "even" : "odd");
        (*recorder)->device().onEvent({Action::Alloc, number * 512, number, 0});
    }
}
