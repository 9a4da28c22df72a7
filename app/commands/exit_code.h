// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tidemark {

// Exit codes of every command, for scripts.
enum ExitCode : int {
    ExitFine = 0,
    ExitCheckFailed = 1,
    ExitWrongUsage = 2,
    ExitUnreadable = 3, // one line on standard error says what and where
};

} // namespace tidemark
