#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/core/settings.h"

/// Settings that several radix sorts share.
namespace texelsort::algorithms {

/// Maximum digit width in bits: for a workgroup, and for a serial invocation, which has its counters in private memory.
inline constexpr std::uint32_t most_cooperative_bits = 8, most_serial_bits = 11;

/// Maximum number of keys for which the default is narrow digits, so that the table is easy to read. A table of 256
/// digit values would be mostly zeros.
inline constexpr std::uint64_t most_shown_keys = 1024;

/// Returns the default width of a digit in bits for n keys.
constexpr std::uint32_t tuned_digit(std::uint64_t n) {
  return n <= most_shown_keys ? 4 : 8;
}

/// Method by which groups of 32 invocations find keys with the same digit. matching: in shared memory between workgroup
/// barriers. subgroups: by subgroup operations.
enum class GroupRanking : std::uint8_t { matching, subgroups };

template <typename Settings>
Field<Settings> digit_field(std::optional<std::uint32_t> paper, std::uint32_t most, std::string_view tuned) {
  return field(
      &Settings::digit, "digit", "bits", IntegerRange{1, most}, paper,
      fmt::format("Bits per digit: a 32-bit key has 8 digits of 4 bits or 4 of 8. The last digit may be "
                  "narrower. Default: 4 for up to 1,024 keys, so that the table is easy to read, otherwise 8{}.",
                  tuned));
}
template <typename Settings>
Field<Settings> digit_field(std::optional<std::uint32_t> paper) {
  return digit_field<Settings>(paper, most_cooperative_bits, "");
}

template <typename Settings>
Field<Settings> look_back_reads_field() {
  return field(&Settings::look_back_reads, "look_back_reads", "reads", IntegerRange{0, 1 << 20}, std::nullopt,
               "Number of times that a tile reads the status of an earlier, uncounted tile before it counts that "
               "tile's digits itself. 0: it counts them at once. The limit is needed because neither CUDA nor OpenGL "
               "guarantees that the other tile makes progress.");
}

template <typename Settings>
Field<Settings> group_ranking_field() {
  return field(
      &Settings::ranking, "ranking", "", Choices{{"matching", "subgroups"}}, std::nullopt,
      "Method by which groups of 32 invocations find keys with the same digit. matching: masks in shared memory, with "
      "workgroup barriers. subgroups: votes of subgroups. Default: subgroups if the device has them.");
}

}  // namespace texelsort::algorithms
