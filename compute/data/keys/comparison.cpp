#include "compute/data/keys/comparison.h"

#include <algorithm>

#include "compute/data/keys/order.h"

namespace texelsort::data {
namespace {

struct Row {
  Comparison comparison;
  std::string_view name, summary;
};

constexpr Row comparison_rows[] = {
    {Comparison::natural, "natural", "integers by value, floats by IEEE 754 totalOrder"},
    {Comparison::magnitude, "magnitude", "by absolute value, so -3 and 3 are equivalent"},
    {Comparison::ones, "ones",
     "by the number of one bits of a key in memory, so there are few classes of equivalent "
     "keys"},
};

const Row& row_of(Comparison comparison) {
  return *std::ranges::find(comparison_rows, comparison, &Row::comparison);
}

template <typename Word>
std::uint64_t rank_of(Word code, Comparison comparison, KeyType type, Order order) {
  if (comparison == Comparison::natural) return code;
  const Word bits = code_masks<Word>(type, order).decode(code);
  const Word rank = comparison == Comparison::ones ? static_cast<Word>(count_ones(bits)) : magnitude(bits, type);
  return order == Order::descending ? static_cast<Word>(~rank) : rank;
}

}  // namespace

std::string_view name(Comparison comparison) {
  return row_of(comparison).name;
}

std::string_view summary(Comparison comparison) {
  return row_of(comparison).summary;
}

std::optional<Comparison> parse_comparison(std::string_view text) {
  const auto* found = std::ranges::find(comparison_rows, text, &Row::name);
  if (found == std::end(comparison_rows)) return std::nullopt;
  return found->comparison;
}

std::uint64_t rank_of_code(std::uint64_t code, Comparison comparison, KeyType type, Order order) {
  if (key_bytes(type) == 4) return rank_of(static_cast<std::uint32_t>(code), comparison, type, order);
  return rank_of(code, comparison, type, order);
}

std::vector<std::uint64_t> ranks(const Keys& keys, Order order, Comparison comparison) {
  std::vector<std::uint64_t> numbers = codes(keys, order);
  if (comparison == Comparison::natural) return numbers;
  const KeyType type = type_of(keys);
  for (std::uint64_t& number : numbers) number = rank_of_code(number, comparison, type, order);
  return numbers;
}

}  // namespace texelsort::data
