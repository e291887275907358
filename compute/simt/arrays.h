#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compute/data/word_history.h"

/// Memory that kernels on the CPU may access.
namespace texelsort::simt {

struct Array {
  std::uintptr_t begin = 0, end = 0;   ///< allocated range
  std::uintptr_t first = 0, last = 0;  ///< accessible range: [first, last)
  std::string what;
  /// Access history of each word, created when a kernel first accesses the array.
  std::unique_ptr<data::WordHistory[]> words;
};

/// Allocates `bytes` bytes, aligned to 256 and filled with a pattern that does not look like keys. `what` names the
/// array in reports.
std::byte* allocate(std::uint64_t bytes, std::string_view what);
void release(std::byte* memory);

/// Restricts access to `bytes` bytes of an array from `offset` on.
void restrict_array(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes);

/// Returns the array that contains an address. Null if there is none.
Array* find_array(std::uintptr_t address);
/// Returns the array whose start or end is nearest to an address. Null if there are no arrays.
const Array* nearest_array(std::uintptr_t address);

}  // namespace texelsort::simt
