#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/data/keys/keys.h"

/// Records of a key and m fields of 32 bits: where their words stand, and what made-up ones hold.
namespace texelsort::data {

/// A payload of a command line: "none", "index", "index64", "record:5".
struct PayloadChoice {
  PayloadKind kind = PayloadKind::none;
  std::uint32_t fields = 0;
};
std::optional<PayloadChoice> parse_payload_choice(std::string_view text);

/// "record:5 hybrid" for reports; without a record the payload's name.
std::string payload_text(PayloadKind payload, const RecordShape& shape);

/// The words that travel with keys, or hold them: `columns` arrays of n rows, one after the other, each row the
/// `row_words` that stand side by side for one record. by_field: m columns of one word; hybrid: one of m; by_record:
/// one of a key's words (low word first) and m.
struct RecordMemory {
  std::uint64_t n = 0;
  std::uint32_t columns = 0, row_words = 0;

  std::uint64_t words() const { return n * columns * row_words; }
  /// The first word of a record's row in a column.
  std::uint64_t row(std::uint32_t column, std::uint64_t record) const { return (column * n + record) * row_words; }
  bool operator==(const RecordMemory&) const = default;
};

RecordMemory record_memory(std::uint64_t n, KeyType type, const RecordShape& shape);

constexpr std::uint32_t key_words(KeyType type) {
  return static_cast<std::uint32_t>(key_bytes(type) / sizeof(std::uint32_t));
}

/// Where field f (from 0) of record i stands in State::fields: column after column by field, else record after record.
constexpr std::uint64_t field_place(const RecordShape& shape, std::uint64_t n, std::uint64_t i, std::uint32_t f) {
  return shape.layout == Layout::by_field ? f * n + i : i * shape.fields + f;
}

/// What a made-up record has in field f (from 0): its index in the first, and in the others numbers that differ from
/// record to record and from field to field, so that a single word out of place is found.
std::uint32_t made_field(std::uint64_t record, std::uint32_t field);
std::vector<std::uint32_t> made_fields(std::uint64_t n, const RecordShape& shape);

/// Fields given record after record, in the order of State::fields.
std::vector<std::uint32_t> arrange_fields(std::span<const std::uint32_t> rows, std::uint64_t n,
                                          const RecordShape& shape);

/// Keys and fields to the words of RecordMemory, and back. by_field and hybrid words are the fields alone.
std::vector<std::uint32_t> record_words(const Keys& keys, std::span<const std::uint32_t> fields,
                                        const RecordShape& shape);
std::vector<std::uint32_t> fields_of_words(std::vector<std::uint32_t> words, KeyType type, const RecordShape& shape);
/// The keys of words that stand by record.
Keys keys_of_words(std::span<const std::uint32_t> words, KeyType type, const RecordShape& shape);

/// The words once record i is the one that was record order[i]: what a rearrangement does. Every order[i] < n.
std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> words, const RecordMemory& memory,
                                    std::span<const std::uint64_t> order);

/// Rows of all columns side by side, record after record: what turning columns into rows does.
std::vector<std::uint32_t> columns_to_rows(std::span<const std::uint32_t> words, const RecordMemory& memory);

}  // namespace texelsort::data
