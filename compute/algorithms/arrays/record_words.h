#pragma once

#include "compute/algorithms/core/view.h"
#include "compute/data/keys/records.h"

/// Functions that access the words of records (data::RecordMemory) in any memory.
namespace texelsort::algorithms {

/// Returns a view of the fields of all records. A row of the view is one field of all records if the memory stores
/// records by field. Otherwise, a row is one record.
inline View fields_view(const data::RecordMemory& memory, decltype(View::holder) holder, std::uint64_t offset) {
  const std::uint64_t width = memory.row_words > 1 || memory.columns <= 1 ? memory.row_words : memory.n;
  return {tables::Fields{}, data::KeyType::u32, memory.words(), static_cast<std::uint32_t>(width), holder, offset};
}

/// Returns the words of records [first, first + count). The caller's function `read(at, count)` reads `count`
/// consecutive words of the memory, from word `at` on.
template <typename Read>
std::vector<std::uint32_t> read_records(const data::RecordMemory& memory, std::uint64_t first, std::uint64_t count,
                                        const Read& read) {
  if (count == memory.n) return read(0, memory.words());
  std::vector<std::uint32_t> words;
  for (std::uint32_t column = 0; column < memory.columns; ++column) {
    const std::vector<std::uint32_t> part = read(memory.row(column, first), count * memory.row_words);
    words.insert(words.end(), part.begin(), part.end());
  }
  return words;
}

}  // namespace texelsort::algorithms
