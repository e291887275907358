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

/// An error is a line for a terminal, whatever bytes it talks about.
inline void require_one_line(std::string_view message) {
  require(!message.empty(), "a refusal has a reason");
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    require(byte >= 0x20 && byte != 0x7f, "a refusal has no control bytes: " + std::string(message));
  }
}

/// What `read` returns of words of a command line, or nothing where it refuses them with a reason. Anything else that
/// it throws is a finding.
template <std::invocable Read>
std::optional<std::invoke_result_t<Read>> accepted_words(const Read& read) {
  try {
    return read();
  } catch (const UsageError& refusal) {
    require(*refusal.what() != '\0', "a refusal has a reason");
    return std::nullopt;
  }
}

/// The same of a file, whose bytes are shown as text only.
template <std::invocable Read>
std::optional<std::invoke_result_t<Read>> accepted(const Read& read) {
  return accepted_words([&] {
    try {
      return read();
    } catch (const UsageError& refusal) {
      require_one_line(refusal.what());
      throw;
    }
  });
}

}  // namespace texelsort::fuzz
