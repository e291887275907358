#pragma once

#include <string>

namespace texelsort::data {

/// Why a write failed with this errno, for a person: "No space left on device"; a limit of the file's size with its
/// bytes.
std::string write_fault(int error);

}  // namespace texelsort::data
