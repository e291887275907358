#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compute/data/keys/record_shape.h"

namespace texelsort::data {

/// The six key types, in the order of the alternatives of `Keys`.
enum class KeyType : std::uint8_t { u32, i32, f32, u64, i64, f64 };

inline constexpr std::array all_key_types{KeyType::u32, KeyType::i32, KeyType::f32,
                                          KeyType::u64, KeyType::i64, KeyType::f64};

enum class Order : std::uint8_t { ascending, descending };

/// What travels with a key: nothing, its index in the input as an unsigned integer of 32 or of 64 bits, or the fields
/// of a record, see RecordShape.
enum class PayloadKind : std::uint8_t { none, index, index64, record };

std::string_view name(KeyType type);
std::string_view name(Order order);          ///< "asc" or "desc"
std::string_view name(PayloadKind payload);  ///< "none", "index", "index64" or "record"
std::optional<KeyType> parse_key_type(std::string_view text);
std::optional<Order> parse_order(std::string_view text);
/// All but records, which are no kind without their number of fields: see parse_payload_choice.
std::optional<PayloadKind> parse_payload(std::string_view text);

/// Bytes of one key: 4 or 8.
constexpr std::size_t key_bytes(KeyType type) {
  return type == KeyType::u64 || type == KeyType::i64 || type == KeyType::f64 ? 8 : 4;
}

/// Bytes of one payload in memory: 0, 4 or 8. Fields of records are counted by RecordMemory.
constexpr std::size_t payload_bytes(PayloadKind payload) {
  return payload == PayloadKind::index ? 4 : payload == PayloadKind::index64 ? 8 : 0;
}

/// What a payload's elements are in memory.
constexpr KeyType payload_type(PayloadKind payload) {
  return payload_bytes(payload) == 8 ? KeyType::u64 : KeyType::u32;
}

/// Payloads to their memory, payload_bytes(kind) each, and back.
std::vector<std::byte> payload_memory(std::span<const std::uint64_t> payload, PayloadKind kind);
std::vector<std::uint64_t> payload_numbers(std::span<const std::byte> memory, PayloadKind kind);

/// A column of keys of one type, on the host.
using Keys = std::variant<std::vector<std::uint32_t>, std::vector<std::int32_t>, std::vector<float>,
                          std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<double>>;

KeyType type_of(const Keys& keys);
std::uint64_t size(const Keys& keys);
Keys make_keys(KeyType type, std::uint64_t n);

/// The keys' memory, native byte order; the length is n * key_bytes.
std::span<const std::byte> bytes(const Keys& keys);
std::span<std::byte> bytes(Keys& keys);

/// Key i as the shortest text that reads back as the same key ("nan", "-nan", "inf", "-0" included).
std::string text(const Keys& keys, std::uint64_t i);

/// Key i as a double, for drawing only: 64-bit integers are rounded.
double approximate(const Keys& keys, std::uint64_t i);

/// Keys [first, first + count).
Keys slice(const Keys& keys, std::uint64_t first, std::uint64_t count);

/// Keys and what travels with them. `payload` are indices, of 64 bits on the host whatever their width in memory; empty
/// without. `fields` are those of records beside their keys, n times shape.fields words in the layout's order, where
/// by_record is as hybrid; empty without.
struct State {
  Keys keys;
  std::vector<std::uint64_t> payload;
  std::vector<std::uint32_t> fields{};
  RecordShape shape{};
};

}  // namespace texelsort::data
