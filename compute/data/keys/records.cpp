#include "compute/data/keys/records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <fmt/core.h>

#include "compute/data/parallel.h"

namespace texelsort::data {
namespace {

constexpr std::array<std::string_view, 3> layout_names{"by-field", "hybrid", "by-record"};
constexpr std::string_view record_prefix = "record:";

}  // namespace

std::string_view name(Layout layout) {
  return layout_names.at(static_cast<std::size_t>(layout));
}

std::optional<Layout> parse_layout(std::string_view text) {
  const auto found = std::ranges::find(layout_names, text);
  if (found == layout_names.end()) return std::nullopt;
  return static_cast<Layout>(found - layout_names.begin());
}

std::optional<PayloadChoice> parse_payload_choice(std::string_view text) {
  if (const auto plain = parse_payload(text)) return PayloadChoice{*plain, 0};
  if (!text.starts_with(record_prefix)) return std::nullopt;
  text.remove_prefix(record_prefix.size());
  PayloadChoice choice{PayloadKind::record, 0};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), choice.fields);
  if (error != std::errc() || end != text.data() + text.size() || choice.fields > most_fields) return std::nullopt;
  return choice;
}

std::string payload_text(PayloadKind payload, const RecordShape& shape) {
  if (payload != PayloadKind::record) return std::string(name(payload));
  return fmt::format("{}{} {}", record_prefix, shape.fields, name(shape.layout));
}

RecordMemory record_memory(std::uint64_t n, KeyType type, const RecordShape& shape) {
  switch (shape.layout) {
    case Layout::by_field:
      return {n, shape.fields, 1};
    case Layout::hybrid:
      return {n, 1, shape.fields};
    case Layout::by_record:
      return {n, 1, key_words(type) + shape.fields};
  }
  return {};
}

// Mix the bits with the finalizer of MurmurHash3 (A. Appleby, public domain), in which every input bit changes half of
// the output bits on average.
std::uint32_t made_field(std::uint64_t record, std::uint32_t field) {
  if (field == 0) return static_cast<std::uint32_t>(record);
  auto word = static_cast<std::uint32_t>(record * (most_fields + 1) + field);
  word = (word ^ word >> 16) * 0x85EB'CA6Bu;
  word = (word ^ word >> 13) * 0xC2B2'AE35u;
  return word ^ word >> 16;
}

std::vector<std::uint32_t> made_fields(std::uint64_t n, const RecordShape& shape) {
  std::vector<std::uint32_t> fields(n * shape.fields);
  for_each_index(n, [&](std::uint64_t i) {
    for (std::uint32_t f = 0; f < shape.fields; ++f) fields[field_place(shape, n, i, f)] = made_field(i, f);
  });
  return fields;
}

std::vector<std::uint32_t> arrange_fields(std::span<const std::uint32_t> rows, std::uint64_t n,
                                          const RecordShape& shape) {
  std::vector<std::uint32_t> fields(rows.size());
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint32_t f = 0; f < shape.fields; ++f) {
      fields[field_place(shape, n, i, f)] = rows[i * shape.fields + f];
    }
  }
  return fields;
}

std::vector<std::uint32_t> record_words(const Keys& keys, std::span<const std::uint32_t> fields,
                                        const RecordShape& shape) {
  if (shape.layout != Layout::by_record) return {fields.begin(), fields.end()};
  const RecordMemory memory = record_memory(size(keys), type_of(keys), shape);
  const std::size_t key = key_bytes(type_of(keys));
  std::vector<std::uint32_t> words(memory.words());
  for (std::uint64_t i = 0; i < memory.n; ++i) {
    std::uint32_t* const row = words.data() + memory.row(0, i);
    std::memcpy(row, bytes(keys).data() + i * key, key);
    std::ranges::copy(fields.subspan(i * shape.fields, shape.fields), row + key_words(type_of(keys)));
  }
  return words;
}

std::vector<std::uint32_t> fields_of_words(std::vector<std::uint32_t> words, KeyType type, const RecordShape& shape) {
  if (shape.layout != Layout::by_record) return words;
  const std::size_t row_words = key_words(type) + shape.fields;
  std::vector<std::uint32_t> fields;
  fields.reserve(words.size() / row_words * shape.fields);
  for (std::size_t row = 0; row < words.size(); row += row_words) {
    const auto own = std::span(words).subspan(row + key_words(type), shape.fields);
    fields.insert(fields.end(), own.begin(), own.end());
  }
  return fields;
}

Keys keys_of_words(std::span<const std::uint32_t> words, KeyType type, const RecordShape& shape) {
  const std::size_t row_words = key_words(type) + shape.fields, n = words.size() / row_words;
  Keys keys = make_keys(type, n);
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(bytes(keys).data() + i * key_bytes(type), words.data() + i * row_words, key_bytes(type));
  }
  return keys;
}

std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> words, const RecordMemory& memory,
                                    std::span<const std::uint64_t> order) {
  std::vector<std::uint32_t> moved(words.size());
  for (std::uint32_t column = 0; column < memory.columns; ++column) {
    for_each_index(memory.n, [&](std::uint64_t i) {
      std::ranges::copy(words.subspan(memory.row(column, order[i]), memory.row_words),
                        moved.begin() + static_cast<std::ptrdiff_t>(memory.row(column, i)));
    });
  }
  return moved;
}

std::vector<std::uint32_t> columns_to_rows(std::span<const std::uint32_t> words, const RecordMemory& memory) {
  std::vector<std::uint32_t> rows;
  rows.reserve(words.size());
  for (std::uint64_t i = 0; i < memory.n; ++i) {
    for (std::uint32_t column = 0; column < memory.columns; ++column) {
      const auto row = words.subspan(memory.row(column, i), memory.row_words);
      rows.insert(rows.end(), row.begin(), row.end());
    }
  }
  return rows;
}

}  // namespace texelsort::data
