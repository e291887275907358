#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/rows/row_order.h"

namespace texelsort::data {

/// The rows of one file in memory, with the first eight bytes (prefix) of each row's sort key.
class RowTable {
 public:
  /// Throws UsageError as RowOrder, and with line and column for a row with an invalid key.
  RowTable(std::string contents, std::string origin, const RowOptions& options);

  std::uint64_t size() const { return starts_.size(); }
  const RowOrder& order() const { return order_; }
  const std::string& origin() const { return origin_; }
  /// Prefixes as big-endian numbers. Shorter keys are padded with zeros.
  const std::vector<std::uint64_t>& prefixes() const { return prefixes_; }
  /// Returns a row, including its line end if it has one.
  std::string_view row(std::uint64_t index) const;

  /// Reorders rows that are sorted by prefix so that they are sorted by their whole keys. Rows with equal keys keep the
  /// file's order.
  void resolve_ties(std::vector<std::uint64_t>& rows) const;

  /// Returns the first `count` rows in key order or, if `last`, the last rows in reverse key order. Rows with equal
  /// keys keep the file's order. `prefix` is that of the last row to return; rows beyond it are ignored.
  std::vector<std::uint64_t> rows_to(std::uint64_t prefix, std::uint64_t count, bool last) const;

  /// Returns the header and the given rows byte for byte, each with a line end. `rows` must be in key order.
  std::string text(std::span<const std::uint64_t> rows, const RowSelection& selection) const;

 private:
  std::vector<std::byte> key(std::uint64_t index) const;
  bool same_key(std::uint64_t a, std::uint64_t b) const;
  [[noreturn]] void fail(std::size_t start, std::size_t length) const;
  void split();
  void make_prefixes();

  std::string contents_, origin_;
  RowOrder order_;
  std::vector<std::uint64_t> starts_, ends_;
  std::vector<std::uint64_t> prefixes_;
  bool prefixes_decide_ = true;  ///< true if no key is longer than its prefix
};

}  // namespace texelsort::data
