#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/keys/keys.h"

/// Records of a key and m 32-bit fields: their memory layout, and generated fields.
namespace texelsort::data {

/// A payload on the command line: "none", "index", "index64", "record:5".
struct PayloadChoice {
  PayloadKind kind = PayloadKind::none;
  std::uint32_t fields = 0;
};
std::optional<PayloadChoice> parse_payload_choice(std::string_view text);

/// Returns "record:5 hybrid" for records, otherwise the payload's name.
std::string payload_text(PayloadKind payload, const RecordShape& shape);

/// Memory of the words that are moved with keys or contain them: `columns` arrays of n rows. A row is the `row_words`
/// consecutive words of one record. by_field: m columns with rows of one word; hybrid: one column with rows of m words;
/// by_record: one column with rows of the key's words (low word first) and m fields.
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

/// Returns the index in State::fields of field f (from 0) of record i: column by column for by_field, otherwise record
/// by record.
constexpr std::uint64_t field_place(const RecordShape& shape, std::uint64_t n, std::uint64_t i, std::uint32_t f) {
  return shape.layout == Layout::by_field ? f * n + i : i * shape.fields + f;
}

/// Return generated fields. Field 0 is the record's index. The others differ between records and fields, so that every
/// misplaced word is detected.
std::uint32_t made_field(std::uint64_t record, std::uint32_t field);
std::vector<std::uint32_t> made_fields(std::uint64_t n, const RecordShape& shape);

/// Converts fields from record-by-record order to the order of State::fields.
std::vector<std::uint32_t> arrange_fields(std::span<const std::uint32_t> rows, std::uint64_t n,
                                          const RecordShape& shape);

/// Converts keys and fields to the words of RecordMemory, and back. For by_field and hybrid, the words are only the
/// fields.
std::vector<std::uint32_t> record_words(const Keys& keys, std::span<const std::uint32_t> fields,
                                        const RecordShape& shape);
std::vector<std::uint32_t> fields_of_words(std::vector<std::uint32_t> words, KeyType type, const RecordShape& shape);
/// Returns the keys of by_record words.
Keys keys_of_words(std::span<const std::uint32_t> words, KeyType type, const RecordShape& shape);

/// Returns the words after a rearrangement that moves record order[i] to position i. Every order[i] < n.
std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> words, const RecordMemory& memory,
                                    std::span<const std::uint64_t> order);

/// Converts columns to rows: places the rows of all columns next to each other, record by record.
std::vector<std::uint32_t> columns_to_rows(std::span<const std::uint32_t> words, const RecordMemory& memory);

}  // namespace texelsort::data
