#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "compute/data/text/number.h"
#include "compute/external/format.h"

namespace texelsort::external {
namespace {

struct TypeName {
  std::string_view name;
  FieldType type;
  std::size_t bytes;  ///< size of the field type in bytes; 0 if the size is part of the user's text, as in "bytes10"
};
constexpr std::array type_names{
    TypeName{"bytes", FieldType::bytes, 0}, TypeName{"u8", FieldType::u8, 1},   TypeName{"u16", FieldType::u16, 2},
    TypeName{"u32", FieldType::u32, 4},     TypeName{"u64", FieldType::u64, 8}, TypeName{"i8", FieldType::i8, 1},
    TypeName{"i16", FieldType::i16, 2},     TypeName{"i32", FieldType::i32, 4}, TypeName{"i64", FieldType::i64, 8},
    TypeName{"f32", FieldType::f32, 4},     TypeName{"f64", FieldType::f64, 8}};

std::string_view name_of(FieldType type) {
  return std::ranges::find(type_names, type, &TypeName::type)->name;
}

/// Loads an unsigned number of up to eight bytes.
std::uint64_t load(const std::byte* from, std::size_t length, bool big_endian) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const auto byte = std::to_integer<std::uint64_t>(from[big_endian ? i : length - 1 - i]);
    number = number << 8 | byte;
  }
  return number;
}

/// Encodes the bits of a key field as an unsigned integer of the same width, like data::encode(). Unsigned comparison
/// then orders fields by value.
std::uint64_t code_of(std::uint64_t bits, const KeyField& field) {
  const auto narrow = static_cast<std::uint32_t>(bits);
  switch (field.type) {
    case FieldType::i8:
    case FieldType::i16:
      return bits ^ (std::uint64_t{1} << (8 * field.length - 1));
    case FieldType::i32:
      return data::encode(std::bit_cast<std::int32_t>(narrow), data::Order::ascending);
    case FieldType::f32:
      return data::encode(std::bit_cast<float>(narrow), data::Order::ascending);
    case FieldType::i64:
      return data::encode(std::bit_cast<std::int64_t>(bits), data::Order::ascending);
    case FieldType::f64:
      return data::encode(std::bit_cast<double>(bits), data::Order::ascending);
    default:
      return bits;
  }
}

/// Writes the encoded bytes of one key field of a record to `out`. The encoded field is as long as the field itself.
void write_field(const KeyField& field, const std::byte* record, std::byte* out) {
  if (field.type == FieldType::bytes) {
    std::memcpy(out, record + field.offset, field.length);
  } else {
    const std::uint64_t code = code_of(load(record + field.offset, field.length, field.big_endian), field);
    for (std::size_t i = 0; i < field.length; ++i)
      out[i] = static_cast<std::byte>(code >> (8 * (field.length - 1 - i)));
  }
  if (field.order == data::Order::descending) {
    for (std::size_t i = 0; i < field.length; ++i) out[i] = ~out[i];
  }
}

constexpr std::size_t prefix_bytes = sizeof(std::uint64_t);

class FixedFormat final : public RecordFormat {
 public:
  FixedFormat(std::size_t record_bytes, std::vector<KeyField> fields)
      : record_bytes_(record_bytes), fields_(std::move(fields)) {
    for (const KeyField& field : fields_) {
      if (field.length == 0 || field.offset > record_bytes_ || field.length > record_bytes_ - field.offset) {
        throw UsageError(fmt::format("--key {}: bytes {} to {} are beyond the end of a record of {} bytes", text(field),
                                     field.offset, field.offset + field.length - 1, record_bytes_));
      }
      key_bytes_ += field.length;
    }
    plain_ = fields_.size() == 1 && fields_[0].type == FieldType::bytes && fields_[0].order == data::Order::ascending;
  }

  std::string description() const override {
    std::string keys;
    for (const KeyField& field : fields_) keys += (keys.empty() ? "" : ", then ") + text(field);
    return fmt::format("records of {} bytes by {}", record_bytes_, keys);
  }
  std::string identity() const override {
    std::string options = fmt::format("--record {}", record_bytes_);
    for (const KeyField& field : fields_) options += " --key " + text(field);
    return options;
  }

  std::optional<std::size_t> record_bytes() const override { return record_bytes_; }
  std::size_t usual_record_bytes() const override { return record_bytes_; }

  std::optional<std::size_t> record_length(std::span<const std::byte> bytes) const override {
    return bytes.size() < record_bytes_ ? std::nullopt : std::optional(record_bytes_);
  }
  RecordFault fault_at_end(std::span<const std::byte> bytes) const override {
    return {.message = fmt::format("the last record is incomplete: {} bytes are left, but a record has {} bytes",
                                   bytes.size(), record_bytes_)};
  }

  void make_key(std::span<const std::byte> record, std::vector<std::byte>& key) const override {
    key.resize(key_bytes_);
    std::byte* out = key.data();
    for (const KeyField& field : fields_) {
      write_field(field, record.data(), out);
      out += field.length;
    }
  }

  void make_prefixes(const Records& records, std::size_t first, std::span<std::uint64_t> prefixes) const override {
    if (plain_ && fields_[0].length >= prefix_bytes) {
      for (std::size_t i = 0; i < prefixes.size(); ++i) {
        prefixes[i] = prefix_of_key({records[first + i].data() + fields_[0].offset, prefix_bytes});
      }
      return;
    }
    for (std::size_t i = 0; i < prefixes.size(); ++i) prefixes[i] = general_prefix(records[first + i].data());
  }

  bool prefix_decides() const override { return key_bytes_ <= prefix_bytes; }

  int compare_ties(std::span<const std::byte> a, std::span<const std::byte> b) const override {
    if (prefix_decides()) return 0;
    if (plain_) {
      const std::size_t from = fields_[0].offset + prefix_bytes;
      return std::memcmp(a.data() + from, b.data() + from, fields_[0].length - prefix_bytes);
    }
    std::vector<std::byte> of_a, of_b;
    make_key(a, of_a);
    make_key(b, of_b);
    return std::memcmp(of_a.data(), of_b.data(), key_bytes_);
  }

 private:
  std::uint64_t general_prefix(const std::byte* record) const {
    std::array<std::byte, prefix_bytes> key{};
    std::size_t done = 0;
    for (const KeyField& field : fields_) {
      const std::size_t room = prefix_bytes - done;
      if (field.length <= room) {
        write_field(field, record, key.data() + done);
      } else if (field.type == FieldType::bytes) {
        KeyField part = field;
        part.length = room;
        write_field(part, record, key.data() + done);
      } else {
        std::array<std::byte, prefix_bytes> whole_field{};
        write_field(field, record, whole_field.data());
        std::copy_n(whole_field.begin(), room, key.begin() + done);
      }
      done += std::min(field.length, room);
      if (done == prefix_bytes) break;
    }
    return prefix_of_key(key);
  }

  std::size_t record_bytes_;
  std::vector<KeyField> fields_;
  std::size_t key_bytes_ = 0;
  bool plain_ = false;  ///< true if the sort key is a copy of consecutive bytes of the record, which needs no encoding
};

[[noreturn]] void fail_at_field(std::string_view text) {
  throw UsageError(
      fmt::format("--key '{}': expected OFFSET:TYPE[:be][:desc], TYPE one of bytesN, u8, u16, u32, u64, i8, i16, i32, "
                  "i64, f32, f64, such as 0:bytes10 or 16:u32:be:desc",
                  text));
}

std::vector<std::string_view> split_at_colons(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

KeyField parse_key_field(std::string_view text) {
  const std::vector<std::string_view> words = split_at_colons(text);
  if (words.size() < 2) fail_at_field(text);
  KeyField field;
  const auto offset = data::parse_size(words[0]);
  if (!offset) fail_at_field(text);
  field.offset = *offset;
  if (words[1].starts_with("bytes")) {
    const auto length = data::read_number<std::size_t>(words[1].substr(5));
    if (!length || *length == 0) fail_at_field(text);
    field.length = *length;
  } else {
    const auto type = std::ranges::find(type_names, words[1], &TypeName::name);
    if (type == type_names.end()) fail_at_field(text);
    field.type = type->type;
    field.length = type->bytes;
  }
  for (std::size_t i = 2; i < words.size(); ++i) {
    const bool ordered = field.type != FieldType::bytes;
    if (words[i] == "desc") {
      field.order = data::Order::descending;
    } else if (words[i] == "be" && ordered) {
      field.big_endian = true;
    } else if (words[i] != "asc" && !(words[i] == "le" && ordered)) {
      fail_at_field(text);
    }
  }
  return field;
}

std::string text(const KeyField& field) {
  std::string words = fmt::format("{}:{}", field.offset, name_of(field.type));
  if (field.type == FieldType::bytes) words += fmt::format("{}", field.length);
  if (field.big_endian) words += ":be";
  if (field.order == data::Order::descending) words += ":desc";
  return words;
}

std::unique_ptr<const RecordFormat> fixed_format(std::size_t record_bytes, std::vector<KeyField> fields) {
  if (record_bytes == 0) throw UsageError("--record 0: expected at least one byte per record");
  if (fields.empty()) fields.push_back({.offset = 0, .length = record_bytes});
  return std::make_unique<FixedFormat>(record_bytes, std::move(fields));
}

}  // namespace texelsort::external
