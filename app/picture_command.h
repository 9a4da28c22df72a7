// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace tidemark {

// Draws views of the window. Running it sets `exitCode`.
void addPictureCommand(CLI::App& app, int& exitCode);

} // namespace tidemark
