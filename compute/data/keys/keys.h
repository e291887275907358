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

/// Key types, in the order of the alternatives of `Keys`.
enum class KeyType : std::uint8_t { u32, i32, f32, u64, i64, f64 };

inline constexpr std::array all_key_types{KeyType::u32, KeyType::i32, KeyType::f32,
                                          KeyType::u64, KeyType::i64, KeyType::f64};

enum class Order : std::uint8_t { ascending, descending };

/// Payload of a key: nothing, the key's index in the input as an unsigned integer of 32 or 64 bits, or the fields of a
/// record (see RecordShape).
enum class PayloadKind : std::uint8_t { none, index, index64, record };

std::string_view name(KeyType type);
std::string_view name(Order order);          ///< "asc" or "desc"
std::string_view name(PayloadKind payload);  ///< "none", "index", "index64" or "record"
std::optional<KeyType> parse_key_type(std::string_view text);
std::optional<Order> parse_order(std::string_view text);
/// Parses all kinds except records, which need a number of fields: see parse_payload_choice().
std::optional<PayloadKind> parse_payload(std::string_view text);

/// Returns the bytes per key: 4 or 8.
constexpr std::size_t key_bytes(KeyType type) {
  return type == KeyType::u64 || type == KeyType::i64 || type == KeyType::f64 ? 8 : 4;
}

/// Returns the bytes of one payload in memory: 4 or 8 for an index, otherwise 0. The fields of records are in
/// RecordMemory.
constexpr std::size_t payload_bytes(PayloadKind payload) {
  return payload == PayloadKind::index ? 4 : payload == PayloadKind::index64 ? 8 : 0;
}

/// Returns the type of a payload's elements in memory.
constexpr KeyType payload_type(PayloadKind payload) {
  return payload_bytes(payload) == 8 ? KeyType::u64 : KeyType::u32;
}

/// Convert payloads to their memory, payload_bytes(kind) each, and back.
std::vector<std::byte> payload_memory(std::span<const std::uint64_t> payload, PayloadKind kind);
std::vector<std::uint64_t> payload_numbers(std::span<const std::byte> memory, PayloadKind kind);

/// A column of keys of one type, in host memory.
using Keys = std::variant<std::vector<std::uint32_t>, std::vector<std::int32_t>, std::vector<float>,
                          std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<double>>;

KeyType type_of(const Keys& keys);
std::uint64_t size(const Keys& keys);
Keys make_keys(KeyType type, std::uint64_t n);

/// Returns the memory of the keys in native byte order, n * key_bytes() bytes.
std::span<const std::byte> bytes(const Keys& keys);
std::span<std::byte> bytes(Keys& keys);

/// Returns key i as the shortest text that reads back as the same key, including "nan", "-nan", "inf" and "-0".
std::string text(const Keys& keys, std::uint64_t i);

/// Returns key i as a double, for drawing only: 64-bit integers are rounded.
double approximate(const Keys& keys, std::uint64_t i);

/// Returns keys [first, first + count).
Keys slice(const Keys& keys, std::uint64_t first, std::uint64_t count);

/// Keys with payload or record fields. `payload` contains indices, always 64-bit on the host; empty if there are none.
/// `fields` contains n * shape.fields words in the layout's order, without keys, so that by_record equals hybrid; empty
/// if there are no records.
struct State {
  Keys keys;
  std::vector<std::uint64_t> payload;
  std::vector<std::uint32_t> fields{};
  RecordShape shape{};
};

/// Returns 0, 1, ..., n - 1.
std::vector<std::uint64_t> all_indices(std::uint64_t n);

/// Formats the key that an encoded key represents (see order.h), for messages.
std::string code_text(std::uint64_t code, KeyType type, Order order);

/// Returns whether `<` and `>` of the key type order these keys in the same way as their encoded keys (see order.h).
/// This is true for integers, and for floats without NaN, which `<` does not order, and without -0, which equals +0.
bool plain_order_agrees(const Keys& keys);

/// Checks as require_memory() that n keys and the output of their sort fit in memory.
void require_sorting_memory(KeyType type, std::uint64_t n);

}  // namespace texelsort::data
