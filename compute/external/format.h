#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/keys.h"

/// What the records of a file are and how they are ordered. Nothing else of the external sort knows.
namespace texelsort::external {

/// A block of whole records in memory.
class Records {
 public:
  Records() = default;
  /// All of the same length, without a table.
  Records(std::span<const std::byte> bytes, std::size_t record_bytes)
      : bytes_(bytes), fixed_(record_bytes), count_(bytes.size() / record_bytes) {}
  /// Record i ends before byte ends[i], and the next begins there.
  Records(std::span<const std::byte> bytes, std::vector<std::uint64_t> ends)
      : bytes_(bytes), count_(ends.size()), ends_(std::move(ends)) {}

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::span<const std::byte> operator[](std::size_t i) const {
    if (fixed_ != 0) return bytes_.subspan(i * fixed_, fixed_);
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return bytes_.subspan(begin, ends_[i] - begin);
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t fixed_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> ends_;
};

/// Splits bytes into records and orders these by a normalised key: bytes whose order as of memcmp is the records'
/// order. Functions may be called by several threads at a time.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;

  /// For a person: "100-byte records by bytes 0 to 9".
  virtual std::string description() const = 0;
  /// The options that say the same, for identifying sorts.
  virtual std::string identity() const = 0;

  /// The length that all records have; nothing if they differ.
  virtual std::optional<std::size_t> record_bytes() const = 0;
  /// An estimate of it, at least 1, for planning.
  virtual std::size_t usual_record_bytes() const = 0;

  /// How many bytes from the start are whole records. `at_end`: no more bytes follow. Throws UsageError for what can be
  /// no record, saying at which of these bytes; `name` and `offset` say where they were read.
  virtual std::size_t whole(std::span<const std::byte> bytes, bool at_end, const std::string& name,
                            std::uint64_t offset) const = 0;
  /// The records of bytes that are whole ones.
  virtual Records split(std::span<const std::byte> bytes) const = 0;

  /// Bytes of every normalised key; nothing if they differ.
  virtual std::optional<std::size_t> key_bytes() const = 0;
  /// The normalised key in place of what `key` holds.
  virtual void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const = 0;
  /// The first eight bytes of the key of each record as a number, zeros behind keys that are shorter.
  virtual void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const = 0;
  /// Whether records with the same prefix have the same key.
  virtual bool prefix_decides() const = 0;
  /// Below, at or above 0: the order of two records with the same prefix.
  virtual int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const = 0;

  std::uint64_t prefix(std::span<const std::byte> record) const;
  /// Below, at or above 0.
  int compare(std::span<const std::byte> a, std::span<const std::byte> b) const;
};

/// What a field of a record holds. `bytes` are ordered as of memcmp.
enum class FieldType : std::uint8_t { bytes, u8, u16, u32, u64, i8, i16, i32, i64, f32, f64 };

struct KeyField {
  std::size_t offset = 0;  ///< from the record's start
  std::size_t length = 0;  ///< in bytes
  FieldType type = FieldType::bytes;
  bool big_endian = false;
  data::Order order = data::Order::ascending;
  bool operator==(const KeyField&) const = default;
};

/// "0:bytes10", "16:u32", "8:f64:be:desc": offset, type (bytes with their number), byte order (le unless be is said),
/// direction (asc unless desc is said). Throws UsageError with the form.
KeyField parse_key_field(std::string_view text);
std::string text(const KeyField& field);

/// Records of one length, ordered by one or more fields, the first of these first. Throws UsageError where a field is
/// not within the record.
std::unique_ptr<const RecordFormat> fixed_format(std::size_t record_bytes, std::vector<KeyField> fields);

/// That of the sort benchmark.
std::unique_ptr<const RecordFormat> benchmark_format();

}  // namespace texelsort::external
