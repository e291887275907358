#pragma once

#include <string>

namespace texelsort::data {

/// Describes why a write failed with this errno: "No space left on device"; for a file size limit, with its bytes.
std::string write_fault(int error);

}  // namespace texelsort::data
