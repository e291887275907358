#pragma once

#include <optional>
#include <string>

#include "compute/spirv/dispatch.h"

namespace texelsort::spirv {

/// Executes a dispatch twice on copies of its memories. Returns a sentence about the first word that differs, with both
/// values and what wrote them. Null if no word differs. The dispatch's own memories do not change.
std::optional<std::string> find_difference(const Module& module, const Dispatch& dispatch, const Conditions& first,
                                           const Conditions& second);

}  // namespace texelsort::spirv
