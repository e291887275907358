#pragma once

#include <string>

#include "compute/simt/device_calls.h"

namespace texelsort::simt {

/// Returns the source location of an instruction, "compute/.../onesweep.cuh:83": the innermost one in a kernel's own
/// source. Returns "an unknown place" without debug information.
std::string source_place(const void* code);

/// Returns a pseudo-address for a known location, to use as an instruction's address.
const void* code_of(Where where);

/// Returns a path relative to the project's folder.
std::string short_path(const std::string& path);

}  // namespace texelsort::simt
