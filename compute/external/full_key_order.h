#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// Refines the order of a chunk's records. The order follows key prefixes before, and whole keys afterwards.
class FullKeyOrder {
 public:
  /// `keys` contains whole keys if runs store them. Otherwise records are compared directly.
  FullKeyOrder(const RecordFormat& format, const Records& records, std::span<const std::uint64_t> prefixes,
               const KeyTable& keys);

  /// Compares the whole keys of two records with the given indices. Returns a negative number, 0 or a positive number.
  int compare(std::uint32_t a, std::uint32_t b) const;

  /// Sorts record indices by whole keys. `order` must already be sorted by the part `sorted` of the prefixes. Records
  /// with equal keys keep the input order. Uses all processors.
  void resolve(std::span<std::uint32_t> order, const SortedPart& sorted) const;

 private:
  struct Tied {
    std::uint64_t word = 0;  ///< eight bytes of the record's key as a big-endian number
    std::uint32_t record = 0;
    auto operator<=>(const Tied&) const = default;
  };

  void sort(std::span<std::uint32_t> tied, bool by_prefix) const;
  void sort_by_words(std::span<Tied> tied, std::size_t word) const;
  /// Returns the key of a record. A key that is not stored is computed into `scratch`.
  std::span<const std::byte> key(std::uint32_t record, std::vector<std::byte>& scratch) const;

  const RecordFormat& format_;
  const Records& records_;
  std::span<const std::uint64_t> prefixes_;
  const KeyTable& keys_;
  bool decided_, kept_;
};

}  // namespace texelsort::external
