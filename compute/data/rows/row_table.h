#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/rows/row_order.h"

namespace texelsort::data {

/// The rows of one file in memory, with the first eight bytes of each row's key.
class RowTable {
 public:
  /// Throws UsageError as RowOrder, and with line and column for a row whose key is wrong.
  RowTable(std::string contents, std::string origin, const RowOptions& options);

  std::uint64_t size() const { return starts_.size(); }
  const RowOrder& order() const { return order_; }
  const std::string& origin() const { return origin_; }
  /// Big-endian, zeros behind shorter keys.
  const std::vector<std::uint64_t>& prefixes() const { return prefixes_; }
  /// With its line's end, if it has one.
  std::string_view row(std::uint64_t index) const;

  /// Puts rows that are in the order of their prefixes into the order of their keys, rows with equal ones as in the
  /// file.
  void resolve_ties(std::vector<std::uint64_t>& rows) const;

  /// The `count` first rows in the order of their keys, or the last ones, the last first; rows with equal keys as in the
  /// file. `prefix` is that of the row at the edge: no row on its other side is looked at.
  std::vector<std::uint64_t> rows_to(std::uint64_t prefix, std::uint64_t count, bool last) const;

  /// The header and these rows, byte for byte, each with a line's end. `rows` are in the order of their keys.
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
  bool prefixes_decide_ = true;  ///< no key is longer
};

}  // namespace texelsort::data
