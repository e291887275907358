#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "compute/data/error.h"

/// Shared functions of fuzz targets: properties that must hold for every input, and readers that may reject an input.
namespace texelsort::fuzz {

/// Exception for a property that does not hold for an input. No code catches it, so that libFuzzer reports the input.
struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& property) {
  if (!holds) throw Broken(property);
}

/// Returns the result of `read`. Null if `read` rejects its input with a reason. Any other exception is a finding.
template <std::invocable Read>
std::optional<std::invoke_result_t<Read>> accepted(const Read& read) {
  try {
    return read();
  } catch (const UsageError& refusal) {
    require(*refusal.what() != '\0', "a refusal has a reason");
    return std::nullopt;
  }
}

}  // namespace texelsort::fuzz
