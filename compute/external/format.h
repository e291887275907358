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

/// Formats of input records, and the order of records by their keys. The other parts of the external sort are
/// independent of the format.
namespace texelsort::external {

/// Consecutive complete records in memory.
class Records {
 public:
  Records() = default;
  /// Creates records of equal length, which need no table of offsets.
  Records(std::span<const std::byte> bytes, std::size_t record_bytes)
      : bytes_(bytes), fixed_(record_bytes), count_(bytes.size() / record_bytes) {}
  /// Creates records of different lengths. Record i ends before byte ends[i], where record i + 1 begins.
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

/// Error: a record has no valid key.
struct RecordFault {
  std::size_t at = 0;  ///< position of the error in the record, in bytes from its start
  std::string message;
  std::size_t record = 0;  ///< index of the faulty record in its chunk, from 0
};

/// Returns the first eight bytes of a key as a big-endian number. Shorter keys are padded with zeros.
std::uint64_t prefix_of_key(std::span<const std::byte> key);
/// Compares two whole keys. Returns a negative number if `a` precedes `b`, 0 for equal keys, and otherwise a positive
/// number.
int compare_keys(std::span<const std::byte> a, std::span<const std::byte> b);

/// Format of records: splits bytes into records and computes their normalised keys. The memcmp order of normalised keys
/// is the order of records. Several threads may call all functions at once.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;

  /// Returns a description for users, such as "100-byte records by bytes 0 to 9".
  virtual std::string description() const = 0;
  /// Returns the command-line options that choose this format. A resumed sort must use the same options.
  virtual std::string identity() const = 0;

  /// Returns the length of every record in bytes, or null if lengths differ.
  virtual std::optional<std::size_t> record_bytes() const = 0;
  /// Returns an explanation for users of how texelsort reads the input, one fact per line.
  virtual std::string explanation() const { return "  " + description() + "\n"; }
  /// Returns notes for users about how texelsort reads the input, one sentence each.
  virtual std::vector<std::string> notes() const { return {}; }

  /// Returns the estimated length of a record in bytes for planning, at least 1.
  virtual std::size_t usual_record_bytes() const = 0;

  /// Returns the bytes of the output before its first record, such as a header line.
  virtual std::string_view head() const { return {}; }
  /// Returns the number of bytes to skip at the start of a file, such as a header line. `start` is the whole file, or
  /// longer than head(). Throws UsageError with the file name if the skipped bytes differ from head().
  virtual std::size_t head_bytes(std::string_view start, const std::string& name) const;
  /// Returns the record terminator, such as a line end. The sort adds it if the last record of a file lacks it.
  virtual std::string_view record_end() const { return {}; }
  /// Returns the length in bytes of the record at the start of `bytes`, or null if the record is incomplete.
  virtual std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const = 0;
  /// Explains why the last bytes of a file are not a complete record.
  virtual RecordFault fault_at_end(std::span<const std::byte> bytes) const = 0;
  /// Splits bytes into records. `bytes` must contain only complete records.
  Records split(std::span<const std::byte> bytes) const;

  /// Replaces the contents of `key` by the normalised key of the record. `key` becomes empty if the sort omits the
  /// record. Throws RecordFault.
  virtual void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const = 0;
  /// Writes the key prefix of each record from `first` on to `prefixes`, as prefix_of_key() defines it.
  virtual void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const = 0;
  /// Returns whether equal key prefixes always imply equal keys.
  virtual bool prefix_decides() const = 0;
  /// Compares the whole keys of two records with equal prefixes. Returns a negative number, 0 or a positive number.
  virtual int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const = 0;

  /// Returns the average number of key bytes that runs store per record. Returns 0 if keys are so cheap to compute that
  /// runs do not store them.
  virtual std::size_t kept_key_bytes() const { return 0; }
  /// Returns the format of records in runs. It differs from this format if runs store keys.
  virtual const RecordFormat& in_runs() const { return *this; }
  /// Returns the part of a run's record that the output contains, which excludes a stored key.
  virtual std::span<const std::byte> bare(std::span<const std::byte> record) const { return record; }
  /// Appends a record to `out` in the format of runs. `key` is empty if runs store no keys.
  virtual void append_in_run(std::span<const std::byte> record, std::span<const std::byte> key,
                             std::vector<std::byte>& out) const;

  std::uint64_t prefix(std::span<const std::byte> record) const;
  /// Compares two records by their keys. Returns a negative number, 0 or a positive number.
  int compare(std::span<const std::byte> a, std::span<const std::byte> b) const;
};

/// Computes the key of record i with format.make_key(). Adds the index i to a thrown RecordFault.
void make_numbered_key(const RecordFormat& format, const Records& records, std::size_t i, std::vector<std::byte>& key);

/// Type of a key field in a record. Fields of type `bytes` are ordered like memcmp.
enum class FieldType : std::uint8_t { bytes, u8, u16, u32, u64, i8, i16, i32, i64, f32, f64 };

struct KeyField {
  std::size_t offset = 0;  ///< start of the field in the record, in bytes
  std::size_t length = 0;  ///< length of the field in bytes
  FieldType type = FieldType::bytes;
  bool big_endian = false;
  data::Order order = data::Order::ascending;
  bool operator==(const KeyField&) const = default;
};

/// Parses a key field such as "0:bytes10", "16:u32" or "8:f64:be:desc". The parts are the offset, the type, the byte
/// order (default: le) and the direction (default: asc). Throws UsageError with the expected form.
KeyField parse_key_field(std::string_view text);
std::string text(const KeyField& field);

/// Returns the format of records of equal length. The key consists of one or more fields, the most significant one
/// first. Throws UsageError if a field exceeds the record.
std::unique_ptr<const RecordFormat> fixed_format(std::size_t record_bytes, std::vector<KeyField> fields);

/// Returns the format of the sort benchmark: records of 100 bytes with a key of ten bytes.
std::unique_ptr<const RecordFormat> benchmark_format();

}  // namespace texelsort::external
