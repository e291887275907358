#include "compute/external/rows_format.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/rows/row_order.h"
#include "compute/data/text/source.h"
#include "compute/external/byte_stream.h"

namespace texelsort::external {
namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Appends a number in LEB128: 7 bits per byte, least significant first. The highest bit is set if more bytes follow.
void append_number(std::uint64_t number, std::vector<std::byte>& out) {
  for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::byte>(number | 0x80));
  out.push_back(static_cast<std::byte>(number));
}

std::uint64_t take_number(const std::byte*& at) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(*at++);
    number |= (byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
}

/// Parts of a row in a run: the length of the key, the length of the row, the key and the row. With the stored key, a
/// merge neither parses fields nor computes keys.
struct KeyedRow {
  explicit KeyedRow(const std::byte* at) {
    const std::uint64_t key_bytes = take_number(at), row_bytes = take_number(at);
    key = {at, key_bytes};
    row = {at + key_bytes, row_bytes};
  }
  std::span<const std::byte> key, row;
};

/// Base class of the formats of rows in the input and of rows with keys in runs.
class RowsBase : public RecordFormat {
 public:
  std::optional<std::size_t> record_bytes() const override { return std::nullopt; }
  bool prefix_decides() const override { return false; }
};

class KeyedRowsFormat final : public RowsBase {
 public:
  KeyedRowsFormat(std::string description, std::string identity, std::size_t usual_bytes)
      : description_(std::move(description)), identity_(std::move(identity)), usual_bytes_(usual_bytes) {}

  std::string description() const override { return description_; }
  std::string identity() const override { return identity_; }
  std::size_t usual_record_bytes() const override { return usual_bytes_; }

  std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const override {
    const KeyedRow keyed(bytes.data());
    return static_cast<std::size_t>(keyed.row.data() + keyed.row.size() - bytes.data());
  }
  RecordFault fault_at_end(std::span<const std::byte>) const override { return {.message = "a run is cut"}; }

  void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const override {
    const KeyedRow keyed(record.data());
    key.assign(keyed.key.begin(), keyed.key.end());
  }
  void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const override {
    for (std::size_t i = 0; i < prefixes.size(); ++i)
      prefixes[i] = prefix_of_key(KeyedRow(records[first + i].data()).key);
  }
  int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const override {
    return compare_keys(KeyedRow(a.data()).key, KeyedRow(b.data()).key);
  }
  std::span<const std::byte> bare(std::span<const std::byte> record) const override {
    return KeyedRow(record.data()).row;
  }

 private:
  std::string description_, identity_;
  std::size_t usual_bytes_;
};

class RowsFormat final : public RowsBase {
 public:
  RowsFormat(const Sample& sample, const std::string& path, const data::RowOptions& options)
      : order_(sample.bytes, sample.whole, input_name(path), options),
        options_(options),
        origin_(input_name(path)),
        head_(sample.bytes.substr(0, order_.head_bytes())) {
    if (order_.has_header() && !head_.ends_with(order_.line_end())) head_ += order_.dialect().line_end;
    measure(std::string_view(sample.bytes).substr(order_.head_bytes()));
    in_runs_ = std::make_unique<const KeyedRowsFormat>(description(), identity(),
                                                       usual_row_bytes_ + usual_key_bytes_ + 2 * sizeof(std::uint16_t));
  }

  std::string description() const override {
    const std::string_view end = order_.dialect().line_end;
    return fmt::format("rows by {}; separated by {}, {}, lines end by {}", order_.description(),
                       data::separator_name(order_.dialect().separator),
                       order_.has_header() ? "the first one is a header" : "without a header",
                       end == "\n"   ? "LF"
                       : end == "\r" ? "CR"
                                     : "CR LF");
  }
  std::string identity() const override {
    data::DialectOptions found = options_.dialect;
    found.separator = order_.dialect().separator;
    found.header = order_.has_header();
    std::string words =
        fmt::format("--by {} {}", data::text(order_.columns()), fmt::join(data::option_words(found), " "));
    if (options_.missing != data::Missing::error) words += fmt::format(" --missing {}", data::name(options_.missing));
    return words;
  }
  std::string explanation() const override { return order_.explanation(); }
  std::vector<std::string> notes() const override { return order_.notes(); }

  std::size_t usual_record_bytes() const override { return usual_row_bytes_; }
  std::string_view head() const override { return head_; }
  std::size_t head_bytes(std::string_view start, const std::string& name) const override;
  std::string_view record_end() const override { return order_.dialect().line_end; }
  std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const override {
    return bytes.empty() ? std::nullopt : order_.row_length(text_of(bytes));
  }
  RecordFault fault_at_end(std::span<const std::byte> bytes) const override {
    const auto fault = order_.fault(text_of(bytes));
    return {.at = fault.at, .message = fault.message};
  }

  void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const override {
    key.clear();
    switch (order_.append_key(text_of(record), key)) {
      case data::RowOrder::Outcome::made:
        return;
      case data::RowOrder::Outcome::dropped:
        return key.clear();
      case data::RowOrder::Outcome::wrong:
        throw fault_at_end(record);
    }
  }
  void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const override {
    std::vector<std::byte> key;
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      make_key(records[first + i], key);
      prefixes[i] = prefix_of_key(key);
    }
  }
  int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const override {
    std::vector<std::byte> of_a, of_b;
    make_key(a, of_a);
    make_key(b, of_b);
    return compare_keys(of_a, of_b);
  }

  /// Reserve a quarter more memory for keys than the sample needs, so that few keys do not fit and are computed twice.
  std::size_t kept_key_bytes() const override { return usual_key_bytes_ + usual_key_bytes_ / 4 + 4; }
  const RecordFormat& in_runs() const override { return *in_runs_; }
  void append_in_run(std::span<const std::byte> record, std::span<const std::byte> key,
                     std::vector<std::byte>& out) const override {
    append_number(key.size(), out);
    append_number(record.size(), out);
    out.insert(out.end(), key.begin(), key.end());
    out.insert(out.end(), record.begin(), record.end());
  }

 private:
  /// Computes the typical lengths of rows and keys from sample rows.
  void measure(std::string_view rows) {
    std::size_t count = 0, bytes = 0, key_bytes = 0;
    std::vector<std::byte> key;
    while (const auto length = rows.empty() ? std::nullopt : order_.row_length(rows)) {
      key.clear();
      order_.append_key(rows.substr(0, *length), key);
      ++count;
      bytes += *length;
      key_bytes += key.size();
      rows.remove_prefix(*length);
    }
    if (count == 0) count = 1, bytes = std::max<std::size_t>(1, rows.size());
    usual_row_bytes_ = std::max<std::size_t>(1, bytes / count);
    usual_key_bytes_ = (key_bytes + count - 1) / count;
  }

  data::RowOrder order_;
  data::RowOptions options_;
  std::string origin_, head_;
  std::size_t usual_row_bytes_ = 1, usual_key_bytes_ = 0;
  std::unique_ptr<const KeyedRowsFormat> in_runs_;
};

std::size_t RowsFormat::head_bytes(std::string_view start, const std::string& name) const {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  const auto mark_of = [&](std::string_view text) {
    return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  };
  const std::size_t mark = mark_of(start);
  std::string_view header = head_;
  header.remove_prefix(mark_of(header));
  const std::string_view found = start.substr(mark);
  if (found.starts_with(header)) return mark + header.size();
  // Accept headers whose line end is CR LF in one file and LF in another.
  const std::string_view other_end = order_.dialect().line_end == "\n" ? "\r\n" : "\n";
  const std::string other =
      std::string(header.substr(0, header.size() - order_.dialect().line_end.size())) + std::string(other_end);
  if (order_.has_header() && order_.line_end() == '\n' && found.starts_with(other)) return mark + other.size();
  if (!order_.has_header() || start.empty()) return mark;
  // Also accept a file that consists of the header without its line end.
  header.remove_suffix(order_.dialect().line_end.size());
  if (found == header) return start.size();
  throw UsageError(
      fmt::format("{}: the header is {}, but that of {} is {}: files that are sorted together need the same header, "
                  "byte for byte",
                  name, data::quoted(found.substr(0, found.find(order_.line_end()))), origin_, data::quoted(header)));
}

}  // namespace

Sample read_sample(const std::string& path) {
  ByteStream stream(path);
  Sample sample;
  sample.bytes.resize(data::dialect_sample_bytes);
  sample.bytes.resize(stream.look_at_start(std::as_writable_bytes(std::span(sample.bytes))));
  sample.whole = sample.bytes.size() < data::dialect_sample_bytes;
  return sample;
}

std::unique_ptr<const RecordFormat> rows_format(const Sample& sample, const std::string& path,
                                                const data::RowOptions& options) {
  return std::make_unique<RowsFormat>(sample, path, options);
}

}  // namespace texelsort::external
