#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/rows/row_order.h"

namespace texelsort::data {

/// Rows of a CSV file in memory, with the first eight bytes (the prefix) of each row's sort key.
class RowTable {
 public:
  /// Splits a file into rows. Throws the errors of RowOrder, and UsageError with line and column for a row with an
  /// invalid key.
  RowTable(std::string contents, std::string origin, const RowOptions& options);

  std::uint64_t size() const { return starts_.size(); }
  const RowOrder& order() const { return order_; }
  const std::string& origin() const { return origin_; }
  /// Returns the prefixes of all sort keys as big-endian numbers. Shorter keys are padded with zeros.
  const std::vector<std::uint64_t>& prefixes() const { return prefixes_; }
  /// Returns the text of a row, including its line end if it has one.
  std::string_view row(std::uint64_t index) const;

  /// Completes a sort by prefixes: orders rows of equal prefix by whole keys. `rows` must be sorted by prefix. Rows
  /// with equal keys keep the file's order.
  void resolve_ties(std::vector<std::uint64_t>& rows) const;

  /// Returns the first `count` rows in key order, or the last ones in reverse key order if `last` is true. Rows with
  /// equal keys keep the file's order. `prefix` must be the key prefix of the last row to return, so that rows beyond
  /// it can be ignored.
  std::vector<std::uint64_t> rows_to(std::uint64_t prefix, std::uint64_t count, bool last) const;

  /// Returns the header and the selected rows byte for byte, each with a line end. `rows` must be in key order.
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
  bool prefixes_decide_ = true;  ///< true if prefixes decide the order, because no sort key is longer
};

}  // namespace texelsort::data
