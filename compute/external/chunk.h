#pragma once

#include <memory>

#include "compute/external/input.h"
#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// A part of the input that is in memory, and what becomes of it on its way to a run.
struct Chunk {
  std::unique_ptr<std::byte[]> memory;
  std::size_t room = 0, touched = 0;
  Position begin, end;
  InputPart part;
  std::vector<std::uint64_t> prefixes;
  KeyTable keys;
  std::vector<std::uint32_t> order;
  SortedPart part_of_prefix;  ///< by which order is

  const Records& records() const { return part.records; }
};

}  // namespace texelsort::external
