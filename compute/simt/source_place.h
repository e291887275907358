#pragma once

#include <string>

#include "compute/simt/device_calls.h"

namespace texelsort::simt {

/// "compute/.../onesweep.cuh:83" for an instruction's address: the innermost place that a kernel's author wrote.
/// Without debug information "an unknown place".
std::string source_place(const void* code);

/// Stands for a place that is known, where an instruction's address is asked for.
const void* code_of(Where where);

/// A path as it is below the project's folder.
std::string short_path(const std::string& path);

}  // namespace texelsort::simt
