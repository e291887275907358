#include "compute/data/keys/keys.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>

#include "compute/data/keys/key_text.h"
#include "compute/data/keys/order.h"
#include "compute/data/large_pages.h"
#include "compute/data/parallel.h"

namespace texelsort::data {
namespace {

constexpr std::array<std::string_view, 6> type_names{"u32", "i32", "f32", "u64", "i64", "f64"};
constexpr std::array<std::string_view, 2> order_names{"asc", "desc"};
constexpr std::array<std::string_view, 4> payload_names{"none", "index", "index64", "record"};

template <typename Value, std::size_t N>
std::optional<Value> parse(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

/// Calls visit(0) with a 0 of the unsigned integer type that stores a payload in memory.
template <typename Visit>
void with_words_of(PayloadKind kind, Visit visit) {
  if (payload_bytes(kind) == 8) return visit(std::uint64_t{0});
  visit(std::uint32_t{0});
}

template <std::size_t... I>
Keys make_alternative(std::size_t alternative, std::uint64_t n, std::index_sequence<I...>) {
  Keys keys;
  ((I == alternative ? static_cast<void>(keys.emplace<I>(n)) : void()), ...);
  return keys;
}

}  // namespace

std::string_view name(KeyType type) {
  return type_names.at(static_cast<std::size_t>(type));
}
std::string_view name(Order order) {
  return order_names.at(static_cast<std::size_t>(order));
}
std::string_view name(PayloadKind payload) {
  return payload_names.at(static_cast<std::size_t>(payload));
}

std::optional<KeyType> parse_key_type(std::string_view text) {
  return parse<KeyType>(type_names, text);
}
std::optional<Order> parse_order(std::string_view text) {
  return parse<Order>(order_names, text);
}
std::optional<PayloadKind> parse_payload(std::string_view text) {
  const auto kind = parse<PayloadKind>(payload_names, text);
  return kind == PayloadKind::record ? std::nullopt : kind;
}

std::vector<std::byte> payload_memory(std::span<const std::uint64_t> payload, PayloadKind kind) {
  std::vector<std::byte> memory;
  resize_in_large_pages(memory, payload.size() * payload_bytes(kind));
  with_words_of(kind, [&]<typename Word>(Word) {
    for_each_index(payload.size(), [&](std::uint64_t i) {
      const auto word = static_cast<Word>(payload[i]);
      std::memcpy(memory.data() + i * sizeof word, &word, sizeof word);
    });
  });
  return memory;
}

std::vector<std::uint64_t> payload_numbers(std::span<const std::byte> memory, PayloadKind kind) {
  std::vector<std::uint64_t> payload;
  resize_in_large_pages(payload, memory.size() / payload_bytes(kind));
  with_words_of(kind, [&]<typename Word>(Word) {
    for_each_index(payload.size(), [&](std::uint64_t i) {
      Word word = 0;
      std::memcpy(&word, memory.data() + i * sizeof word, sizeof word);
      payload[i] = word;
    });
  });
  return payload;
}

KeyType type_of(const Keys& keys) {
  return static_cast<KeyType>(keys.index());
}

std::uint64_t size(const Keys& keys) {
  return std::visit([](const auto& column) -> std::uint64_t { return column.size(); }, keys);
}

Keys make_keys(KeyType type, std::uint64_t n) {
  Keys keys =
      make_alternative(static_cast<std::size_t>(type), 0, std::make_index_sequence<std::variant_size_v<Keys>>{});
  std::visit([n](auto& column) { resize_in_large_pages(column, n); }, keys);
  return keys;
}

std::span<const std::byte> bytes(const Keys& keys) {
  return std::visit([](const auto& column) { return std::as_bytes(std::span(column)); }, keys);
}

std::span<std::byte> bytes(Keys& keys) {
  return std::visit([](auto& column) { return std::as_writable_bytes(std::span(column)); }, keys);
}

std::string text(const Keys& keys, std::uint64_t i) {
  std::string out;
  std::visit([&](const auto& column) { append_text(out, column.at(i)); }, keys);
  return out;
}

double approximate(const Keys& keys, std::uint64_t i) {
  return std::visit([i](const auto& column) { return static_cast<double>(column.at(i)); }, keys);
}

Keys slice(const Keys& keys, std::uint64_t first, std::uint64_t count) {
  return std::visit(
      [=](const auto& column) -> Keys {
        const auto part = std::span(column).subspan(first, count);
        return std::remove_cvref_t<decltype(column)>(part.begin(), part.end());
      },
      keys);
}

std::vector<std::uint64_t> all_indices(std::uint64_t n) {
  std::vector<std::uint64_t> all;
  resize_in_large_pages(all, n);
  for_each_index(n, [&all](std::uint64_t i) { all[i] = i; });
  return all;
}

std::string code_text(std::uint64_t code, KeyType type, Order order) {
  Keys key = make_keys(type, 1);
  std::visit(
      [&]<typename Key>(std::vector<Key>& keys) { keys[0] = decode<Key>(static_cast<CodeOf<Key>>(code), order); }, key);
  return text(key, 0);
}

bool plain_order_agrees(const Keys& keys) {
  return std::visit(
      []<typename Key>(const std::vector<Key>& column) {
        if constexpr (std::floating_point<Key>) {
          const auto differs = [&column](std::uint64_t i) {
            return std::isnan(column[i]) || (column[i] == 0 && std::signbit(column[i]));
          };
          return first_where(column.size(), differs) == column.size();
        } else {
          return true;
        }
      },
      keys);
}

}  // namespace texelsort::data
