#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compute/data/word_history.h"

/// Arrays, the only global memory that kernels on the CPU may access.
namespace texelsort::simt {

struct Array {
  std::uintptr_t begin = 0, end = 0;   ///< addresses of the allocated bytes: [begin, end)
  std::uintptr_t first = 0, last = 0;  ///< addresses that kernels may access: [first, last)
  std::string what;
  /// Access history of each word. Null until a kernel accesses the array.
  std::unique_ptr<data::WordHistory[]> words;
};

/// Allocates an array of `bytes` bytes. The address is a multiple of 256, and a pattern unlike keys fills the array.
/// `what` names the array in error reports.
std::byte* allocate(std::uint64_t bytes, std::string_view what);
void release(std::byte* memory);

/// Allows kernels to access only `bytes` bytes of an array from `offset` on.
void restrict_array(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes);

/// Returns the array that contains an address, or null if no array does.
Array* find_array(std::uintptr_t address);
/// Returns the array whose start or end is nearest to an address, or null if there are no arrays.
const Array* nearest_array(std::uintptr_t address);

}  // namespace texelsort::simt
