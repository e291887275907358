#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "compute/data/error.h"

/// What fuzz targets have in common: properties that must hold for every input, and readers that may refuse.
namespace texelsort::fuzz {

/// A property that does not hold for some input. Nothing catches it under libFuzzer, which then reports the input.
struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& property) {
  if (!holds) throw Broken(property);
}

/// What `read` returns, or nothing where it refuses its input with a reason. Anything else that
/// it throws is a finding.
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
