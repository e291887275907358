#pragma once

#include <string>

#include "compute/simt/device_calls.h"

namespace texelsort::simt {

/// Returns the source location of an instruction, such as "compute/.../onesweep.cuh:83". If functions were inlined,
/// returns the innermost location that is in the source of a kernel. Returns "an unknown place" without debug
/// information.
std::string source_place(const void* code);

/// Returns an artificial address for a known source location, to use as the address of an instruction.
const void* code_of(Where where);

/// Returns a path relative to the folder of the project.
std::string short_path(const std::string& path);

}  // namespace texelsort::simt
