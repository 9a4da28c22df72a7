// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tidemark {

// Frees the workspaces that cuBLAS was given and keeps, on every device: it is given others when it next
// needs one. No kernel may be running.
void freeLibraryWorkspaces();

} // namespace tidemark
