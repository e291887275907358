#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// The order of a chunk's records by their whole keys, behind that by their prefixes.
class FullKeyOrder {
 public:
  /// `keys` has those of a format that keeps them.
  FullKeyOrder(const RecordFormat& format, const Records& records, std::span<const std::uint64_t> prefixes,
               const KeyTable& keys);

  /// Below, at or above 0.
  int compare(std::uint32_t a, std::uint32_t b) const;

  /// Puts records that are in the order of that part of their prefixes in that of their whole keys, those of the same
  /// key in that of the input; by all processors.
  void resolve(std::span<std::uint32_t> order, const SortedPart& sorted) const;

 private:
  struct Tied {
    std::uint64_t word = 0;  ///< eight bytes of the key
    std::uint32_t record = 0;
    auto operator<=>(const Tied&) const = default;
  };

  void sort(std::span<std::uint32_t> tied, bool by_prefix) const;
  void sort_by_words(std::span<Tied> tied, std::size_t word) const;
  /// `scratch` holds a key that is not kept.
  std::span<const std::byte> key(std::uint32_t record, std::vector<std::byte>& scratch) const;

  const RecordFormat& format_;
  const Records& records_;
  std::span<const std::uint64_t> prefixes_;
  const KeyTable& keys_;
  bool decided_, kept_;
};

}  // namespace texelsort::external
