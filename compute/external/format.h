#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/keys/keys.h"
#include "compute/data/rows/row_options.h"

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

/// Why a record has no key.
struct RecordFault {
  std::size_t at = 0;  ///< in the record
  std::string message;
  std::size_t record = 0;  ///< its number, among those that it was found with
};

/// The first eight bytes of a key as a number, zeros behind one that is shorter.
std::uint64_t prefix_of_key(std::span<const std::byte> key);
/// Below, at or above 0: the order of whole keys.
int compare_keys(std::span<const std::byte> a, std::span<const std::byte> b);

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
  /// How the input was understood, a fact a line.
  virtual std::string explanation() const { return "  " + description() + "\n"; }
  /// What a person must be told of how the input was understood, a sentence each.
  virtual std::vector<std::string> notes() const { return {}; }

  /// An estimate of it, at least 1, for planning.
  virtual std::size_t usual_record_bytes() const = 0;

  /// The bytes that the output has before its records.
  virtual std::string_view head() const { return {}; }
  /// How many bytes a file has before its first record; `start` is all of it, or more than head() is long. Throws
  /// UsageError, naming the file, where these are others than they should be.
  virtual std::size_t head_bytes(std::string_view start, const std::string& name) const;
  /// What each record ends with; a file's last one gets it where it has none.
  virtual std::string_view record_end() const { return {}; }
  /// The length of the record at the front of these bytes; nothing if it does not end there.
  virtual std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const = 0;
  /// Why a file's last bytes are no record.
  virtual RecordFault fault_at_end(std::span<const std::byte> bytes) const = 0;
  /// The records of bytes that are whole ones.
  Records split(std::span<const std::byte> bytes) const;

  /// The normalised key in place of what `key` holds; an empty one where the record is left out. Throws RecordFault.
  virtual void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const = 0;
  /// The prefix_of_key() of each record.
  virtual void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const = 0;
  /// Whether records with the same prefix have the same key.
  virtual bool prefix_decides() const = 0;
  /// Below, at or above 0: the order of two records with the same prefix.
  virtual int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const = 0;

  /// Bytes of keys that are kept for each record, on average, where they are dear to make; 0: they are not.
  virtual std::size_t kept_key_bytes() const { return 0; }
  /// The format of the records as runs have them: with their keys where these are kept, else this one.
  virtual const RecordFormat& in_runs() const { return *this; }
  /// The record of the output that one of a run stands for.
  virtual std::span<const std::byte> bare(std::span<const std::byte> record) const { return record; }
  /// Appends a record as runs have it. `key` is empty where keys are not kept.
  virtual void append_in_run(std::span<const std::byte> record, std::span<const std::byte> key,
                             std::vector<std::byte>& out) const;

  std::uint64_t prefix(std::span<const std::byte> record) const;
  /// Below, at or above 0.
  int compare(std::span<const std::byte> a, std::span<const std::byte> b) const;
};

/// format.make_key() of record i; a RecordFault has its number.
void make_numbered_key(const RecordFormat& format, const Records& records, std::size_t i, std::vector<std::byte>& key);

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
