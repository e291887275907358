#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/external/key_sorter.h"
#include "compute/external/key_table.h"

namespace texelsort::external {

/// Second stage of sorting a chunk: orders records of equal key prefix by their whole keys.
class FullKeyOrder {
 public:
  /// `keys` contains whole keys if runs store them. Otherwise, the format compares records directly.
  FullKeyOrder(const RecordFormat& format, const Records& records, std::span<const std::uint64_t> prefixes,
               const KeyTable& keys);

  /// Compares the whole keys of two records with the given indices. Returns a negative number, 0 or a positive number.
  int compare(std::uint32_t a, std::uint32_t b) const;

  /// Sorts record indices by whole keys. `order` must already be sorted by the part `sorted` of the prefixes. Records
  /// with equal keys keep the input order. Uses all processors.
  void resolve(std::span<std::uint32_t> order, const SortedPart& sorted) const;

 private:
  struct Tied {
    /// Eight bytes of the record's key as a big-endian number, so that comparing numbers compares bytes.
    std::uint64_t word = 0;
    std::uint32_t record = 0;
    auto operator<=>(const Tied&) const = default;
  };

  void sort(std::span<std::uint32_t> tied, bool by_prefix) const;
  void sort_by_words(std::span<Tied> tied, std::size_t word) const;
  /// Returns the key of a record. Computes it into `scratch` if it is not stored.
  std::span<const std::byte> key(std::uint32_t record, std::vector<std::byte>& scratch) const;

  const RecordFormat& format_;
  const Records& records_;
  std::span<const std::uint64_t> prefixes_;
  const KeyTable& keys_;
  bool decided_, kept_;
};

}  // namespace texelsort::external
