// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/module_scope.h"

namespace tidemark {

thread_local const std::string* ModuleScope::s_current = nullptr;

} // namespace tidemark
