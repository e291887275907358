#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compute/data/word_history.h"

/// Memory that kernels executed by the CPU may touch.
namespace texelsort::simt {

struct Array {
  std::uintptr_t begin = 0, end = 0;   ///< what was allocated
  std::uintptr_t first = 0, last = 0;  ///< what may be touched: [first, last)
  std::string what;
  std::unique_ptr<data::WordHistory[]> words;  ///< made when a kernel first touches the array
};

/// Memory of `bytes`, aligned to 256, filled with what no kernel should take for keys. `what` names it in reports.
std::byte* allocate(std::uint64_t bytes, std::string_view what);
void release(std::byte* memory);
std::uint64_t allocated_bytes();

/// Allows only `bytes` of an array from `offset` on to be touched.
void restrict_array(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes);

/// The array that an address is in; null if in none.
Array* find_array(std::uintptr_t address);
/// The array that ends or begins nearest to an address; null if there are none.
const Array* nearest_array(std::uintptr_t address);

}  // namespace texelsort::simt
