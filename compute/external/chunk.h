#pragma once

#include <memory>

#include "compute/external/input.h"
#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// Part of the input in memory, with the keys of its records and their sorted order.
struct Chunk {
  std::unique_ptr<std::byte[]> memory;
  std::size_t room = 0, touched = 0;
  Position begin, end;
  InputPart part;
  std::vector<std::uint64_t> prefixes;
  KeyTable keys;
  std::vector<std::uint32_t> order;
  SortedPart part_of_prefix;  ///< mapping from a key prefix to the bits by which `order` is sorted

  const Records& records() const { return part.records; }
};

}  // namespace texelsort::external
