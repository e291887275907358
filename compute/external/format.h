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

/// Formats of records and their order. The rest of the external sort does not depend on them.
namespace texelsort::external {

/// Consecutive complete records in memory.
class Records {
 public:
  Records() = default;
  /// Records of equal length, without an offset table.
  Records(std::span<const std::byte> bytes, std::size_t record_bytes)
      : bytes_(bytes), fixed_(record_bytes), count_(bytes.size() / record_bytes) {}
  /// Record i ends before byte ends[i], where the next one begins.
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

/// Reason why a record has no key.
struct RecordFault {
  std::size_t at = 0;  ///< position of the error in the record, in bytes
  std::string message;
  std::size_t record = 0;  ///< index among the records that were examined together
};

/// Returns the first eight bytes of a key as a number, padded with zeros.
std::uint64_t prefix_of_key(std::span<const std::byte> key);
/// Compares whole keys. Returns a negative number, 0 or a positive number.
int compare_keys(std::span<const std::byte> a, std::span<const std::byte> b);

/// Splits bytes into records and orders them by a normalised key, whose memcmp order is the order of the records.
/// Several threads may call all functions at once.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;

  /// Returns a description for users: "100-byte records by bytes 0 to 9".
  virtual std::string description() const = 0;
  /// Returns the options that choose this format, which identify a sort.
  virtual std::string identity() const = 0;

  /// Length of every record, in bytes. Null if lengths differ.
  virtual std::optional<std::size_t> record_bytes() const = 0;
  /// Explains how the input was interpreted, one fact per line.
  virtual std::string explanation() const { return "  " + description() + "\n"; }
  /// Notes for the user about how the input was interpreted, one sentence each.
  virtual std::vector<std::string> notes() const { return {}; }

  /// Estimated record length for planning, in bytes, at least 1.
  virtual std::size_t usual_record_bytes() const = 0;

  /// Bytes of the output before its first record.
  virtual std::string_view head() const { return {}; }
  /// Returns the number of bytes before a file's first record. `start` is the whole file, or longer than head(). Throws
  /// UsageError with the file name if these bytes are not as expected.
  virtual std::size_t head_bytes(std::string_view start, const std::string& name) const;
  /// Terminator of each record. It is added to a file's last record if missing.
  virtual std::string_view record_end() const { return {}; }
  /// Returns the length of the record at the start of these bytes. Null if the record is incomplete.
  virtual std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const = 0;
  /// Explains why a file's last bytes are not a record.
  virtual RecordFault fault_at_end(std::span<const std::byte> bytes) const = 0;
  /// Splits bytes that hold only complete records.
  Records split(std::span<const std::byte> bytes) const;

  /// Replaces `key` by the normalised key of the record. It is empty if the record is left out. Throws RecordFault.
  virtual void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const = 0;
  /// Computes the prefix_of_key() of each record.
  virtual void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const = 0;
  /// Returns whether records with equal prefixes have equal keys.
  virtual bool prefix_decides() const = 0;
  /// Compares two records with equal prefixes. Returns a negative number, 0 or a positive number.
  virtual int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const = 0;

  /// Average bytes per record of the keys that runs store. 0 if runs store no keys, because keys are cheap to compute.
  virtual std::size_t kept_key_bytes() const { return 0; }
  /// Format of the records in runs: with their keys if these are stored, otherwise this format.
  virtual const RecordFormat& in_runs() const { return *this; }
  /// Returns the part of a run's record that the output stores.
  virtual std::span<const std::byte> bare(std::span<const std::byte> record) const { return record; }
  /// Appends a record in the format of runs. `key` is empty if keys are not stored.
  virtual void append_in_run(std::span<const std::byte> record, std::span<const std::byte> key,
                             std::vector<std::byte>& out) const;

  std::uint64_t prefix(std::span<const std::byte> record) const;
  /// Compares two records. Returns a negative number, 0 or a positive number.
  int compare(std::span<const std::byte> a, std::span<const std::byte> b) const;
};

/// Calls format.make_key() for record i. Adds the record's number to a RecordFault.
void make_numbered_key(const RecordFormat& format, const Records& records, std::size_t i, std::vector<std::byte>& key);

/// Type of a field of a record. `bytes` are ordered like memcmp.
enum class FieldType : std::uint8_t { bytes, u8, u16, u32, u64, i8, i16, i32, i64, f32, f64 };

struct KeyField {
  std::size_t offset = 0;  ///< bytes from the start of the record
  std::size_t length = 0;  ///< in bytes
  FieldType type = FieldType::bytes;
  bool big_endian = false;
  data::Order order = data::Order::ascending;
  bool operator==(const KeyField&) const = default;
};

/// Parses a field such as "0:bytes10", "16:u32" or "8:f64:be:desc": offset, type (bytes with their number), byte order
/// (default: le), direction (default: asc). Throws UsageError with the expected form.
KeyField parse_key_field(std::string_view text);
std::string text(const KeyField& field);

/// Returns the format of records of equal length, ordered by one or more fields, most significant first. Throws
/// UsageError if a field exceeds the record.
std::unique_ptr<const RecordFormat> fixed_format(std::size_t record_bytes, std::vector<KeyField> fields);

/// Returns the format of the sort benchmark.
std::unique_ptr<const RecordFormat> benchmark_format();

}  // namespace texelsort::external
