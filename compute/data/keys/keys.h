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

/// Key types, in the same order as the alternatives of `Keys`.
enum class KeyType : std::uint8_t { u32, i32, f32, u64, i64, f64 };

inline constexpr std::array all_key_types{KeyType::u32, KeyType::i32, KeyType::f32,
                                          KeyType::u64, KeyType::i64, KeyType::f64};

enum class Order : std::uint8_t { ascending, descending };

inline constexpr std::array all_orders{Order::ascending, Order::descending};

/// Payload that moves with a key. `index` and `index64` are the key's index in the input, with 32 or 64 bits. `record`
/// means the fields of a record (see RecordShape).
enum class PayloadKind : std::uint8_t { none, index, index64, record };

std::string_view name(KeyType type);
std::string_view name(Order order);          ///< Returns "asc" or "desc".
std::string_view name(PayloadKind payload);  ///< Returns "none", "index", "index64" or "record".
std::optional<KeyType> parse_key_type(std::string_view text);
std::optional<Order> parse_order(std::string_view text);
/// Parses the name of a payload. Returns null for "record" and other texts, because parse_payload_choice() parses
/// records with their number of fields.
std::optional<PayloadKind> parse_payload(std::string_view text);

/// Returns the bytes per key: 4 or 8.
constexpr std::size_t key_bytes(KeyType type) {
  return type == KeyType::u64 || type == KeyType::i64 || type == KeyType::f64 ? 8 : 4;
}

/// Returns the bytes of one payload in memory: 4 or 8 for an index, otherwise 0. The fields of records are not counted,
/// see RecordMemory.
constexpr std::size_t payload_bytes(PayloadKind payload) {
  return payload == PayloadKind::index ? 4 : payload == PayloadKind::index64 ? 8 : 0;
}

/// Returns the key type of the same width as the payload: u32 or u64. Arrays of payload can then be treated as arrays
/// of keys.
constexpr KeyType payload_type(PayloadKind payload) {
  return payload_bytes(payload) == 8 ? KeyType::u64 : KeyType::u32;
}

/// Convert payload numbers to their memory on a device, which has payload_bytes(kind) bytes per payload, and back.
std::vector<std::byte> payload_memory(std::span<const std::uint64_t> payload, PayloadKind kind);
std::vector<std::uint64_t> payload_numbers(std::span<const std::byte> memory, PayloadKind kind);

/// Column of keys in host memory, all of the same type.
using Keys = std::variant<std::vector<std::uint32_t>, std::vector<std::int32_t>, std::vector<float>,
                          std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<double>>;

KeyType type_of(const Keys& keys);
std::uint64_t size(const Keys& keys);
Keys make_keys(KeyType type, std::uint64_t n);

/// Returns the memory of the keys, n * key_bytes() bytes in native byte order.
std::span<const std::byte> bytes(const Keys& keys);
std::span<std::byte> bytes(Keys& keys);

/// Returns the shortest text that reads back as key i. The text may be "nan", "-nan", "inf" or "-0".
std::string text(const Keys& keys, std::uint64_t i);

/// Returns key i as a double, which is exact enough to draw it. 64-bit integers are rounded.
double approximate(const Keys& keys, std::uint64_t i);

/// Returns a copy of keys [first, first + count).
Keys slice(const Keys& keys, std::uint64_t first, std::uint64_t count);

/// Keys with their payload or record fields. `payload` contains indices, which have 64 bits on the host. It is empty if
/// there are none. `fields` contains n * shape.fields words in the order of the layout. It is empty if there are no
/// records. The words never contain keys, so that the layouts by_record and hybrid look the same here.
struct State {
  Keys keys;
  std::vector<std::uint64_t> payload;
  std::vector<std::uint32_t> fields{};
  RecordShape shape{};
};

/// Returns the indices 0, 1, ..., n - 1.
std::vector<std::uint64_t> all_indices(std::uint64_t n);

/// Formats an encoded key as the key that it represents, for messages (see order.h).
std::string code_text(std::uint64_t code, KeyType type, Order order);

/// Returns whether C++'s `<` orders these keys in the same way as their encoded keys (see order.h). This is true for
/// integers. It is true for floats without NaN, which `<` does not order, and without -0, which equals +0.
bool plain_order_agrees(const Keys& keys);

/// Throws UsageError if n keys and the output of their sort exceed this machine's memory.
void require_sorting_memory(KeyType type, std::uint64_t n);

}  // namespace texelsort::data
