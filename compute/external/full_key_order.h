#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// Refines the order of a chunk's records from prefixes to whole keys.
class FullKeyOrder {
 public:
  /// `keys` contains the whole keys if the format stores them.
  FullKeyOrder(const RecordFormat& format, const Records& records, std::span<const std::uint64_t> prefixes,
               const KeyTable& keys);

  /// Compares whole keys. Returns a negative number, 0 or a positive number.
  int compare(std::uint32_t a, std::uint32_t b) const;

  /// Sorts records by whole keys. `order` must already follow the given part of the prefixes. Equal keys keep the input
  /// order. Uses all processors.
  void resolve(std::span<std::uint32_t> order, const SortedPart& sorted) const;

 private:
  struct Tied {
    std::uint64_t word = 0;  ///< eight bytes of the key
    std::uint32_t record = 0;
    auto operator<=>(const Tied&) const = default;
  };

  void sort(std::span<std::uint32_t> tied, bool by_prefix) const;
  void sort_by_words(std::span<Tied> tied, std::size_t word) const;
  /// Returns the key of a record. `scratch` holds a key that is not stored.
  std::span<const std::byte> key(std::uint32_t record, std::vector<std::byte>& scratch) const;

  const RecordFormat& format_;
  const Records& records_;
  std::span<const std::uint64_t> prefixes_;
  const KeyTable& keys_;
  bool decided_, kept_;
};

}  // namespace texelsort::external
