#include "tests/fuzz/program/oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/keys/records.h"

namespace texelsort::fuzz {
namespace {

using algorithms::Problem;

std::uint64_t bits_of(const data::Keys& keys, std::uint64_t i) {
  return std::visit(
      [i]<typename Key>(const std::vector<Key>& column) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &column[i], sizeof(Key));
        return bits;
      },
      keys);
}

/// Returns an integer that orders keys like IEEE 754 totalOrder (floats) or by value (integers).
std::uint64_t ascending_code(const data::Keys& keys, std::uint64_t i) {
  const data::KeyType type = data::type_of(keys);
  const std::uint64_t bits = bits_of(keys, i), sign = std::uint64_t{1} << (8 * data::key_bytes(type) - 1);
  const std::uint64_t all = sign | (sign - 1);
  switch (type) {
    case data::KeyType::u32:
    case data::KeyType::u64:
      return bits;
    case data::KeyType::i32:
    case data::KeyType::i64:
      return bits ^ sign;
    default:
      return (bits & sign) != 0 ? all - bits : bits + sign;
  }
}

std::uint64_t compared_code(const data::Keys& keys, std::uint64_t i, data::Comparison comparison) {
  if (comparison == data::Comparison::natural) return ascending_code(keys, i);
  const std::uint64_t bits = bits_of(keys, i);
  if (comparison == data::Comparison::ones) return static_cast<std::uint64_t>(std::popcount(bits));
  return std::visit(
      [i, bits]<typename Key>(const std::vector<Key>& column) -> std::uint64_t {
        if constexpr (std::is_floating_point_v<Key>) return bits & ~(std::uint64_t{1} << (8 * sizeof(Key) - 1));
        const auto wide = static_cast<std::uint64_t>(column[i]);
        if constexpr (std::is_signed_v<Key>) return column[i] < 0 ? std::uint64_t{0} - wide : wide;
        return wide;
      },
      keys);
}

/// Returns the codes that the sort compares. Descending order reverses the comparison, but not the order of equal keys.
std::vector<std::uint64_t> compared_codes(const data::Keys& keys, data::Comparison comparison, data::Order order) {
  std::vector<std::uint64_t> codes(data::size(keys));
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    const std::uint64_t code = compared_code(keys, i, comparison);
    codes[i] = order == data::Order::ascending ? code : ~code;
  }
  return codes;
}

/// Returns a stable sort of the codes, as the original position of each element.
std::vector<std::uint64_t> stable_order(const std::vector<std::uint64_t>& codes) {
  std::vector<std::uint64_t> order(codes.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return codes[a] < codes[b]; });
  return order;
}

std::optional<std::string> find_wrong_keys(const Problem& problem, const data::Keys& result,
                                           const std::vector<std::uint64_t>& codes,
                                           const std::vector<std::uint64_t>& order) {
  const auto output = compared_codes(result, problem.comparison, problem.order);
  std::vector<std::uint64_t> before, after;
  for (std::uint64_t i = 0; i < order.size(); ++i) {
    if (output[i] != codes[order[i]]) {
      return fmt::format("key {} is {}, and {} belongs there", i, data::text(result, i),
                         data::text(problem.keys, order[i]));
    }
    before.push_back(bits_of(problem.keys, i));
    after.push_back(bits_of(result, i));
  }
  std::ranges::sort(before);
  std::ranges::sort(after);
  if (before != after) return "keys were lost and others made";
  return std::nullopt;
}

/// Returns the original position of each record of a result. This is the payload, or for records the first field.
std::vector<std::uint64_t> origins(const Problem& problem, const data::State& result) {
  if (problem.payload == data::PayloadKind::record) {
    if (problem.shape.fields == 0) return {};
    std::vector<std::uint64_t> origins(problem.n());
    for (std::uint64_t i = 0; i < origins.size(); ++i) {
      origins[i] = result.fields[data::field_place(problem.shape, problem.n(), i, 0)];
    }
    return origins;
  }
  return result.payload;
}

std::optional<std::string> find_wrong_fields(const Problem& problem, const data::State& result,
                                             const std::vector<std::uint64_t>& origins) {
  const std::uint64_t n = problem.n();
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint32_t f = 0; f < problem.shape.fields; ++f) {
      const std::uint32_t found = result.fields[data::field_place(problem.shape, n, i, f)];
      const std::uint32_t expected = problem.fields[data::field_place(problem.shape, n, origins[i], f)];
      if (found != expected) return fmt::format("field {} of record {} is {}, not {}", f, i, found, expected);
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_wrong_payload(const Problem& problem, const data::State& result,
                                              const std::vector<std::uint64_t>& order, bool stable) {
  const auto from = origins(problem, result);
  const bool expected = problem.payload == data::PayloadKind::index || problem.payload == data::PayloadKind::index64 ||
                        problem.shape.fields > 0;
  if (!expected) return std::nullopt;
  if (from.size() != problem.n()) return fmt::format("{} keys have {} payloads", problem.n(), from.size());
  std::vector<bool> seen(problem.n());
  for (std::uint64_t i = 0; i < from.size(); ++i) {
    if (from[i] >= problem.n() || seen[from[i]]) return fmt::format("payload {} is {}: none or twice", i, from[i]);
    seen[from[i]] = true;
    if (bits_of(problem.keys, from[i]) != bits_of(result.keys, i)) return fmt::format("payload {} has lost its key", i);
    if (stable && from[i] != order[i]) return fmt::format("payload {} is {}, stable is {}", i, from[i], order[i]);
  }
  if (problem.payload == data::PayloadKind::record) return find_wrong_fields(problem, result, from);
  return std::nullopt;
}

/// Returns the two positions in sorted order whose keys answer a question by interpolation. The positions are equal if
/// the answer is a single key.
std::pair<std::uint64_t, std::uint64_t> answering_places(const algorithms::Question& question, std::uint64_t n) {
  using Kind = algorithms::Question::Kind;
  using algorithms::Interpolation;
  const auto both = [](std::uint64_t place) { return std::pair(place, place); };
  switch (question.kind) {
    case Kind::largest:
      return both(n - question.k);
    case Kind::smallest:
      return both(question.k - 1);
    case Kind::minimum:
      return both(0);
    case Kind::maximum:
      return both(n - 1);
    default:
      break;
  }
  const double q = question.kind == Kind::median ? 0.5 : question.quantile;
  const double place = static_cast<double>(n - 1) * q;
  const auto below = static_cast<std::uint64_t>(std::floor(place)),
             above = static_cast<std::uint64_t>(std::ceil(place));
  if (question.interpolation == Interpolation::lower) return both(below);
  if (question.interpolation == Interpolation::higher) return both(above);
  if (question.interpolation == Interpolation::nearest) {
    const double down = place - static_cast<double>(below), up = static_cast<double>(above) - place;
    return both(down < up || (down == up && below % 2 == 0) ? below : above);
  }
  if (question.interpolation == Interpolation::inverted_cdf) {
    const double least = std::ceil(static_cast<double>(n) * q);
    return both(least <= 1 ? 0 : static_cast<std::uint64_t>(least) - 1);
  }
  return {below, above};
}

}  // namespace

std::optional<std::string> find_wrong_result(const Problem& problem, const data::State& result, bool stable) {
  if (data::type_of(result.keys) != problem.type()) return "the keys' type has changed";
  if (data::size(result.keys) != problem.n()) {
    return fmt::format("{} keys became {}", problem.n(), data::size(result.keys));
  }
  const auto codes = compared_codes(problem.keys, problem.comparison, problem.order);
  const auto order = stable_order(codes);
  if (auto wrong = find_wrong_keys(problem, result.keys, codes, order)) return wrong;
  return find_wrong_payload(problem, result, order, stable);
}

std::optional<std::string> find_wrong_answer(const Problem& problem, const std::vector<algorithms::Question>& questions,
                                             const algorithms::Selection& selection) {
  const auto codes = compared_codes(problem.keys, data::Comparison::natural, data::Order::ascending);
  const auto order = stable_order(codes);
  for (const algorithms::Question& question : questions) {
    const auto [low, high] = answering_places(question, problem.n());
    const std::string answer = algorithms::answer(question, problem, selection).text;
    const std::string least = data::text(problem.keys, order[low]), most = data::text(problem.keys, order[high]);
    if (codes[order[low]] == codes[order[high]]) {
      if (answer != least) return fmt::format("the {} is {}, not {}", text(question), least, answer);
      continue;
    }
    const double value = std::stod(answer), from = std::stod(least), to = std::stod(most);
    if (std::isnan(value) && (std::isnan(from) || std::isnan(to) || std::isinf(from) || std::isinf(to))) continue;
    if (!(value >= from && value <= to)) {
      return fmt::format("the {} is between {} and {}, not {}", text(question), least, most, answer);
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_wrong_sequences(const Problem& problem, const data::Keys& made) {
  const auto codes = compared_codes(made, problem.comparison, problem.order);
  const auto& starts = problem.sequences;
  if (starts.empty() || starts.front() != 0 || starts.back() != problem.n() || data::size(made) != problem.n()) {
    return "sequences are not all of the keys";
  }
  for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
    if (starts[s] > starts[s + 1]) return "sequences overlap";
    const auto first = static_cast<std::ptrdiff_t>(starts[s]), last = static_cast<std::ptrdiff_t>(starts[s + 1]);
    const auto order = stable_order({codes.begin() + first, codes.begin() + last});
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (bits_of(problem.keys, starts[s] + i) != bits_of(made, starts[s] + order[i])) {
        return fmt::format("sequence {} is not its keys sorted, at position {}", s, i);
      }
    }
  }
  return std::nullopt;
}

}  // namespace texelsort::fuzz
