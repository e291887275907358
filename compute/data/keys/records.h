#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/keys/keys.h"

/// Records of a key and m 32-bit fields: conversions between memory layouts, and generated fields.
namespace texelsort::data {

/// Payload as chosen on the command line, such as "none", "index", "index64" or "record:5".
struct PayloadChoice {
  PayloadKind kind = PayloadKind::none;
  std::uint32_t fields = 0;
};
std::optional<PayloadChoice> parse_payload_choice(std::string_view text);

/// Returns the payload's name or, for records, a text such as "record:5 hybrid".
std::string payload_text(PayloadKind payload, const RecordShape& shape);

/// Memory of records on a device: `columns` arrays with n rows each. A row is `row_words` consecutive words of one
/// record. `by_field` has m columns with rows of one word. `hybrid` has one column with rows of m words. `by_record`
/// has one column, whose rows contain the words of the key (low word first) and m fields.
struct RecordMemory {
  std::uint64_t n = 0;
  std::uint32_t columns = 0, row_words = 0;

  std::uint64_t words() const { return n * columns * row_words; }
  /// Returns the index of the first word of a record's row in a column.
  std::uint64_t row(std::uint32_t column, std::uint64_t record) const { return (column * n + record) * row_words; }
  bool operator==(const RecordMemory&) const = default;
};

RecordMemory record_memory(std::uint64_t n, KeyType type, const RecordShape& shape);

constexpr std::uint32_t key_words(KeyType type) {
  return static_cast<std::uint32_t>(key_bytes(type) / sizeof(std::uint32_t));
}

/// Returns the index of field f of record i in State::fields. Fields are stored column by column for by_field, and
/// record by record for other layouts.
constexpr std::uint64_t field_place(const RecordShape& shape, std::uint64_t n, std::uint64_t i, std::uint32_t f) {
  return shape.layout == Layout::by_field ? f * n + i : i * shape.fields + f;
}

/// Return generated fields of records. Field 0 is the record's index. Other fields differ between records and fields,
/// so that checks detect every misplaced word.
std::uint32_t made_field(std::uint64_t record, std::uint32_t field);
std::vector<std::uint32_t> made_fields(std::uint64_t n, const RecordShape& shape);

/// Converts fields from record-by-record order to the order of State::fields.
std::vector<std::uint32_t> arrange_fields(std::span<const std::uint32_t> rows, std::uint64_t n,
                                          const RecordShape& shape);

/// Convert keys and fields to the words of RecordMemory, and back. For the layouts by_field and hybrid, the words
/// contain only fields.
std::vector<std::uint32_t> record_words(const Keys& keys, std::span<const std::uint32_t> fields,
                                        const RecordShape& shape);
std::vector<std::uint32_t> fields_of_words(std::vector<std::uint32_t> words, KeyType type, const RecordShape& shape);
/// Returns the keys that the words of by_record records contain.
Keys keys_of_words(std::span<const std::uint32_t> words, KeyType type, const RecordShape& shape);

/// Returns the words of records after a rearrangement that moves record order[i] to index i. Every order[i] must be
/// less than n.
std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> words, const RecordMemory& memory,
                                    std::span<const std::uint64_t> order);

/// Converts an array of columns to an array of records, with the words of all columns next to each other.
std::vector<std::uint32_t> columns_to_rows(std::span<const std::uint32_t> words, const RecordMemory& memory);

}  // namespace texelsort::data
