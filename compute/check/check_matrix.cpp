#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/records/settings.h"
#include "compute/check/verify.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {
namespace {

// Problem sizes of the checks. Small sizes are 0 to 3, powers of two with their neighbours, and sizes halfway between.
// They also include sizes that cross the row ends of a small texture. Medium sizes cross the borders of workgroups with
// 256 and 1024 keys. Large sizes are not powers of two.
constexpr std::array<std::uint64_t, 23> small_sizes{0,  1,  2,  3,  4,  5,  7,  8,  9,   12,  15, 16,
                                                    17, 24, 31, 33, 48, 63, 64, 65, 100, 127, 129};
constexpr std::array<std::uint64_t, 9> tile_sizes{255, 256, 257, 511, 513, 1000, 1023, 1024, 1025};
constexpr std::array<std::uint64_t, 3> large_sizes{4095, 4097, 65'537};
constexpr std::array<std::uint64_t, 1> largest_sizes{1'000'003};

/// Number of pseudo-random sizes to add to the checks of an algorithm.
struct DrawnRange {
  std::size_t count;
  std::uint64_t least, most;
};
constexpr std::array drawn_ranges{DrawnRange{6, 5, 300}, DrawnRange{2, 301, 5000}};
constexpr std::array<std::string_view, 4> drawn_distributions{"uniform", "few-distinct", "reversed", "nearly-sorted"};

// Numbers of sequences to check merges with: 1, powers of two and their neighbours, and more sequences than small
// problems have keys.
constexpr std::array<std::uint64_t, 7> sequence_counts{2, 1, 3, 4, 7, 16, 100};
constexpr std::uint64_t many_sequences = 10'000, keys_of_many = 20'000;

constexpr std::array<std::uint32_t, 5> field_counts{0, 1, 2, 5, data::most_fields};
constexpr std::array layouts{data::Layout::by_field, data::Layout::hybrid, data::Layout::by_record};
constexpr std::array rearranges{Rearrange::gather, Rearrange::group, Rearrange::cycle, Rearrange::transpose};
constexpr std::array<std::uint64_t, 7> record_sizes{0, 37, 2, 130, 1, 12, 3};
constexpr std::uint64_t large_record_size = 1000;
constexpr std::uint64_t paper_size = 1000;
constexpr std::array<std::uint64_t, 3> compared_sizes{2, 100, 3000};

// Distributions that quick checks combine with every size. All other distributions have the order and ties of keys in
// common with one of them.
constexpr std::array<std::string_view, 8> at_every_size{"uniform", "gaussian",     "sorted",        "reversed",
                                                        "zero",    "few-distinct", "nearly-sorted", "special"};

// Distribution of keys with few bits set. With many keys, most invocations then have equal keys except for one, which
// tests the shaders' separate path for equal keys.
constexpr std::string_view nearly_alike = "anded-8";

bool is_at_every_size(const data::Distribution& distribution) {
  return std::ranges::find(at_every_size, distribution.name) != at_every_size.end();
}

/// Key types, payloads and orders that an algorithm accepts, and with which it is checked.
struct Axes {
  std::vector<data::KeyType> types;
  std::vector<data::PayloadKind> payloads;
  std::vector<data::Order> orders;

  explicit Axes(const AlgorithmInfo& info)
      : types(info.types), payloads(accepted_payloads(info)), orders(info.orders) {}

  /// Return an accepted value for cases that alternate between all values of an axis.
  data::KeyType type(std::size_t turn) const { return types[turn % types.size()]; }
  data::Order order(std::size_t turn) const { return orders[turn % orders.size()]; }
  /// Returns no payload or an index. Cases with the widest payload are chosen separately.
  data::PayloadKind payload(bool index) const {
    const data::PayloadKind wanted = index ? data::PayloadKind::index : data::PayloadKind::none;
    return std::ranges::find(payloads, wanted) != payloads.end() ? wanted : payloads.front();
  }
  bool has_index() const { return payload(true) == data::PayloadKind::index; }
};

/// Chooses key type, payload and order for a distribution and a size. Few cases then cover every pair of values of two
/// of these axes. The choice is the greedy step of AETG (D. M. Cohen, S. R. Dalal, M. L. Fredman, G. C. Patton, 1997).
/// Ties go to a choice that already occurred with a size of the same bit length. Such cases share their shaders, and
/// compilation dominates the time of checks with software rendering.
class PairCover {
 public:
  PairCover(const Axes& axes, std::size_t distributions, std::size_t sizes)
      : lengths_{axes.types.size(), axes.payloads.size(), axes.orders.size(), distributions, sizes} {
    for (std::size_t a = 0; a < axis_count; ++a) {
      for (std::size_t b = a + 1; b < axis_count; ++b) {
        first_pair_[a][b] = covered_.size();
        covered_.resize(covered_.size() + lengths_[a] * lengths_[b]);
      }
    }
  }

  struct Choice {
    std::size_t type, payload, order;
  };
  /// Returns the key type, payload and order that cover most new pairs for a problem of `n` keys. `size` is the index
  /// of the size on its axis. If `type` is not null, it fixes the key type.
  Choice take(std::size_t distribution, std::size_t size, std::uint64_t n, std::optional<std::size_t> type = {}) {
    const std::size_t choices = lengths_[0] * lengths_[1] * lengths_[2];
    std::set<std::size_t>& compiled = compiled_[std::bit_ceil(n)];
    std::optional<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < choices; ++i) {
      const std::size_t choice = (i + first_) % choices;
      const Row row = row_of(choice, distribution, size);
      if (type && row[0] != *type) continue;
      std::size_t gain = compiled.contains(choice);
      for_each_pair(row, [&](std::size_t pair) { gain += covered_[pair] ? 0 : 2; });
      if (best && gain <= most) continue;
      best = choice;
      most = gain;
    }
    // Coprime to the number of choices, which has only the prime factors 2, 3 and 5, so that every choice comes first
    // at some time.
    first_ += 7;
    const Row row = row_of(*best, distribution, size);
    for_each_pair(row, [&](std::size_t pair) { covered_[pair] = true; });
    compiled.insert(*best);
    return {row[0], row[1], row[2]};
  }

  /// Returns whether a case with this key type and this size has been chosen. Both arguments are indices on their axes.
  bool has_type_and_size(std::size_t type, std::size_t size) const {
    return covered_[first_pair_[0][axis_count - 1] + type * lengths_[axis_count - 1] + size];
  }

 private:
  static constexpr std::size_t axis_count = 5;
  using Row = std::array<std::size_t, axis_count>;

  Row row_of(std::size_t choice, std::size_t distribution, std::size_t size) const {
    return {choice % lengths_[0], choice / lengths_[0] % lengths_[1], choice / lengths_[0] / lengths_[1], distribution,
            size};
  }

  template <typename Visit>
  void for_each_pair(const Row& row, Visit visit) const {
    for (std::size_t a = 0; a < axis_count; ++a) {
      for (std::size_t b = a + 1; b < axis_count; ++b) visit(first_pair_[a][b] + row[a] * lengths_[b] + row[b]);
    }
  }

  Row lengths_;
  std::array<Row, axis_count> first_pair_{};
  std::vector<bool> covered_;
  /// Combinations of type, payload and order that were chosen for sizes up to a power of two, by this power. Cases in
  /// one entry share their shaders.
  std::map<std::uint64_t, std::set<std::size_t>> compiled_;
  std::size_t first_ = 0;
};

class Matrix {
 public:
  explicit Matrix(const Algorithm& algorithm)
      : algorithm_(algorithm), axes_(algorithm.info()), paper_(paper_values(algorithm.parameters())) {}

  void add(data::KeyType type, data::PayloadKind payload, data::Order order, const data::Distribution& distribution,
           std::uint64_t n) {
    if (distribution.fixed_n && *distribution.fixed_n != n) return;
    if (n > algorithm_.info().checked_n) return;
    CheckCase check_case{.algorithm = &algorithm_,
                         .type = type,
                         .payload = payload,
                         .order = order,
                         .distribution = std::string(distribution.name),
                         .n = n,
                         .seed = 1 + n};
    if (algorithm_.info().task == Task::select) return add_selections(check_case);
    if (algorithm_.info().task == Task::merge)
      check_case.sequences = sequence_counts[merge_++ % sequence_counts.size()];
    cases_.push_back(std::move(check_case));
  }

  /// Adds every combination of type, payload, order and distribution with each size that `sizes_of(distribution)`
  /// returns.
  template <typename SizesOf>
  void add_product(SizesOf sizes_of) {
    for (const data::KeyType type : axes_.types) {
      for (const data::PayloadKind payload : axes_.payloads) {
        for (const data::Order order : axes_.orders) {
          for (const data::Distribution& distribution : data::distributions()) {
            if (distribution.fixed_n) {
              add(type, payload, order, distribution, *distribution.fixed_n);
              continue;
            }
            for (const std::uint64_t n : sizes_of(distribution)) add(type, payload, order, distribution, n);
          }
        }
      }
    }
  }

  /// Adds eight distributions with every size, and every other distribution with every key type and alternating sizes.
  /// Chooses payloads, orders and remaining types so that every pair of values of two axes occurs. Adds two large sizes
  /// of the uniform distribution with every key type.
  void add_pairs() {
    std::vector<std::uint64_t> sizes(small_sizes.begin(), small_sizes.end());
    sizes.insert(sizes.end(), tile_sizes.begin(), tile_sizes.end());
    const bool selects = algorithm_.info().task == Task::select;
    std::erase_if(sizes, [&](std::uint64_t n) { return n > algorithm_.info().checked_n || (selects && n == 0); });
    const std::size_t first_large = sizes.size(), first_fixed = first_large + 2;
    const auto all = data::distributions();
    PairCover cover(axes_, all.size(), first_fixed + all.size());
    const auto take = [&](std::size_t distribution, std::size_t size, std::uint64_t n,
                          std::optional<std::size_t> type = {}) {
      const PairCover::Choice choice = cover.take(distribution, size, n, type);
      add(axes_.types[choice.type], axes_.payloads[choice.payload], axes_.orders[choice.order], all[distribution], n);
    };
    std::size_t turn = 0;
    for (std::size_t d = 0; d < all.size(); ++d) {
      if (!is_at_every_size(all[d])) continue;
      for (std::size_t s = 0; s < sizes.size(); ++s) take(d, s, sizes[s]);
    }
    for (std::size_t type = 0; type < axes_.types.size(); ++type) {
      for (std::size_t d = 0; d < all.size(); ++d) {
        if (all[d].fixed_n) {
          take(d, first_fixed + d, *all[d].fixed_n, type);
        } else if (all[d].name == nearly_alike && large_sizes[1] <= algorithm_.info().checked_n) {
          take(d, first_large + 1, large_sizes[1], type);
        } else if (!is_at_every_size(all[d])) {
          const std::size_t s = turn++ * 11 % sizes.size();
          take(d, s, sizes[s], type);
        } else if (all[d].name == "uniform") {
          for (std::size_t i = 0; i < 2; ++i) take(d, first_large + i, large_sizes[i], type);
          // Add the pairs of key type and size that the greedy choice missed. Eight distributions per size leave few
          // chances for six types.
          for (std::size_t s = 0; s < sizes.size(); ++s) {
            if (!cover.has_type_and_size(type, s)) take(d, s, sizes[s], type);
          }
        }
      }
    }
  }

  /// Adds the pseudo-random sizes of drawn_sizes(), each with three key types. Payloads, orders and distributions
  /// alternate.
  void add_drawn(std::uint64_t seed) {
    constexpr std::size_t types_of_each = 3;
    std::size_t turn = 0;
    for (const std::uint64_t n : drawn_sizes(algorithm_, seed)) {
      for (std::size_t i = 0; i < types_of_each; ++i, ++turn) {
        add(axes_.type(turn), axes_.payloads[turn / 2 % axes_.payloads.size()], axes_.order(turn / types_of_each),
            data::find_distribution(drawn_distributions[turn % 4]), n);
      }
    }
  }

  /// Adds cases of every algorithm with the sizes of AlgorithmInfo::form_sizes, in two forms: ascending u32 keys
  /// without payload, and descending f64 keys with the widest payload. Algorithms that do not accept these have their
  /// first and last values instead. A selection finds the last and the second key of the first form, and the median of
  /// the second form.
  void add_forms() {
    for (const std::uint64_t n : algorithm_.info().form_sizes) {
      add_form(axes_.types.front(), axes_.payload(false), axes_.orders.front(), n, n - 1);
      if (algorithm_.info().task == Task::select)
        add_form(axes_.types.front(), axes_.payload(false), axes_.orders.front(), n, 1);
      add_form(axes_.types.back(), axes_.payloads.back(), axes_.orders.back(), n, n / 2);
    }
  }

  /// Adds one case for each key type, order and payload that the algorithm does not accept, although others of its
  /// backend do. These cases are skipped with the reason, so that a report says what was not checked.
  void add_refused() {
    const AlgorithmInfo& info = algorithm_.info();
    const data::Distribution& uniform = data::find_distribution("uniform");
    const std::uint64_t n = std::clamp<std::uint64_t>(info.min_n, 1, info.checked_n);
    const auto is_missing = [](const auto& accepted, auto value) {
      return std::ranges::find(accepted, value) == accepted.end();
    };
    for (const data::KeyType type : data::all_key_types) {
      if (is_missing(axes_.types, type)) add(type, axes_.payload(false), axes_.orders.front(), uniform, n);
    }
    for (const data::Order order : data::all_orders) {
      if (is_missing(axes_.orders, order)) add(axes_.types.front(), axes_.payload(false), order, uniform, n);
    }
    for (const data::PayloadKind payload : payloads_of(info.task, info.backend)) {
      if (is_missing(axes_.payloads, payload)) add(axes_.types.front(), payload, axes_.orders.front(), uniform, n);
    }
  }

  /// Adds records with every number of fields, every layout and every way to rearrange them. If the algorithm can sort
  /// records directly, also adds direct sorts with default and with the paper's parameter values. Key types, orders and
  /// sizes alternate.
  void add_records(Depth depth) {
    if (algorithm_.info().task != Task::sort || !axes_.has_index()) return;
    std::size_t turn = 0;
    for (const std::uint32_t fields : field_counts) {
      for (const data::Layout layout : layouts) {
        const data::RecordShape shape{fields, layout};
        for (const Rearrange rearrange : rearranges) {
          if (rearrange_refusal(rearrange, layout, algorithm_)) continue;
          add_record(turn++, shape, {{"records", "indirect"}, {"rearrange", std::string(name(rearrange))}}, depth);
        }
        if (algorithm_.moves_records()) add_direct(turn, shape, depth);
      }
    }
  }

  /// Adds cases with the paper's parameter values for every key type, if the algorithm has such values. Payloads and
  /// orders alternate.
  void add_paper() {
    if (paper_.empty()) return;
    std::size_t turn = 0;
    for (const data::KeyType type : axes_.types) {
      const std::size_t before = cases_.size();
      add(type, axes_.payload(turn % 2 == 0), axes_.order(turn / 2), data::find_distribution("few-distinct"),
          paper_size);
      for (std::size_t i = before; i < cases_.size(); ++i) cases_[i].parameters = paper_;
      ++turn;
    }
  }

  /// Adds every comparison except the natural one, with every key type and several sizes. Payloads and orders
  /// alternate.
  void add_comparisons() {
    if (!algorithm_.info().compares) return;
    std::size_t turn = 0;
    for (const data::Comparison comparison : data::all_comparisons) {
      if (comparison == data::Comparison::natural) continue;
      for (const data::KeyType type : axes_.types) {
        for (const std::uint64_t n : compared_sizes) {
          add(type, axes_.payload(turn % 3 != 0), axes_.order(turn),
              data::find_distribution(turn % 4 == 3 ? "few-distinct" : "uniform"), n);
          if (!cases_.empty()) cases_.back().comparison = comparison;
          ++turn;
        }
      }
    }
  }

  /// Adds a merge of 10,000 sequences, more than a user can step through in the window.
  void add_many_sequences() {
    if (algorithm_.info().task != Task::merge) return;
    cases_.push_back({.algorithm = &algorithm_,
                      .type = data::KeyType::u32,
                      .payload = data::PayloadKind::index,
                      .order = data::Order::ascending,
                      .distribution = "uniform",
                      .n = keys_of_many,
                      .seed = 1,
                      .sequences = many_sequences});
  }

  std::vector<CheckCase> take() { return std::move(cases_); }

 private:
  /// Adds a direct sort of records for every key type and each rearrangement that direct sorts support. Also adds the
  /// paper's parameter values, if any.
  void add_direct(std::size_t& turn, const data::RecordShape& shape, Depth depth) {
    // Skip records with keys inside, because direct sorts need separate keys.
    if (shape.layout == data::Layout::by_record) return;
    for (const Rearrange rearrange : {Rearrange::gather, Rearrange::group}) {
      if (rearrange_refusal(rearrange, shape.layout, Backend::cuda)) continue;
      for (const bool paper : {false, true}) {
        if (paper && paper_.empty()) continue;
        std::map<std::string, std::string> parameters = paper ? paper_ : std::map<std::string, std::string>{};
        parameters["records"] = "direct";
        parameters["rearrange"] = name(rearrange);
        for (std::size_t i = 0; i < axes_.types.size(); ++i) add_record(turn++, shape, parameters, depth);
      }
    }
  }

  void add_form(data::KeyType type, data::PayloadKind payload, data::Order order, std::uint64_t n, std::uint64_t rank) {
    const std::size_t before = cases_.size();
    add(type, payload, order, data::find_distribution("uniform"), n);
    if (algorithm_.info().task != Task::select) return;
    cases_.resize(before + 1);
    cases_.back().ranks = {rank};
  }

  void add_record(std::size_t turn, const data::RecordShape& shape, std::map<std::string, std::string> parameters,
                  Depth depth) {
    // Choose the size and the pair of type and order with coprime periods, so that all combinations occur.
    CheckCase check_case{.algorithm = &algorithm_,
                         .type = axes_.type(turn),
                         .payload = data::PayloadKind::record,
                         .order = axes_.order(turn / axes_.types.size()),
                         .distribution = "few-distinct",
                         .n = record_sizes[turn % record_sizes.size()],
                         .seed = 1 + turn,
                         .parameters = std::move(parameters),
                         .shape = shape};
    const bool large = depth == Depth::full || turn % 13 == 12;
    if (large && algorithm_.info().checked_n >= large_record_size) check_case.n = large_record_size;
    if (check_case.n <= algorithm_.info().max_n.value_or(check_case.n)) cases_.push_back(std::move(check_case));
  }
  void add_selections(CheckCase check_case) {
    if (check_case.n == 0 || check_case.payload != data::PayloadKind::none) return;
    check_case.ranks = checked_ranks(check_case.n, check_case.seed);
    cases_.push_back(check_case);
    if (check_case.ranks.size() == 1) return;
    check_case.ranks = {check_case.ranks[single_++ % check_case.ranks.size()]};
    cases_.push_back(std::move(check_case));
  }

  const Algorithm& algorithm_;
  Axes axes_;
  std::map<std::string, std::string> paper_;  ///< the paper's parameter values; empty if the algorithm has none
  std::vector<CheckCase> cases_;
  std::size_t single_ = 0, merge_ = 0;
};

/// Returns whether the algorithm rejects most keys of the types that it accepts, as blending does. Such algorithms need
/// all combinations, because most chosen pairs would be rejected.
bool refuses_most_keys(const Algorithm& algorithm) {
  return algorithm.info().id.ends_with("/blend");
}

}  // namespace

std::vector<std::uint64_t> checked_ranks(std::uint64_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::set<std::uint64_t> ranks;
  for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{2}, n / 2, n - 1, n}) {
    if (k >= 1 && k <= n) ranks.insert(n - k);
  }
  for (int i = 0; i < 3; ++i) ranks.insert(random() % n);
  return {ranks.begin(), ranks.end()};
}

std::vector<std::uint64_t> checked_sequences(std::uint64_t n, std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> starts{0, n};
  // Start sequences at random positions, and give every third sequence zero or one key.
  while (starts.size() < count + 1) {
    const std::uint64_t start = random() % (n + 1);
    starts.push_back(starts.size() % 3 == 0 ? std::min(n, starts.back() + random() % 2) : start);
  }
  std::ranges::sort(starts);
  return starts;
}

std::string text(const CheckCase& check_case) {
  std::string line = fmt::format("{}  {}  {}  {}  {}  n={}", check_case.algorithm->info().id, name(check_case.type),
                                 data::payload_text(check_case.payload, check_case.shape), name(check_case.order),
                                 check_case.distribution, check_case.n);
  if (!check_case.ranks.empty()) line += fmt::format("  places {}", fmt::join(check_case.ranks, ","));
  if (check_case.comparison != data::Comparison::natural) {
    line += fmt::format("  by {}", data::name(check_case.comparison));
  }
  if (check_case.sequences > 0) line += fmt::format("  {} sequences", check_case.sequences);
  for (const auto& [parameter, value] : check_case.parameters) line += fmt::format("  {}={}", parameter, value);
  return line;
}

std::vector<std::uint64_t> drawn_sizes(const Algorithm& algorithm, std::uint64_t seed) {
  std::vector<std::uint64_t> words(algorithm.info().id.begin(), algorithm.info().id.end());
  words.insert(words.end(), {seed & 0xFFFF'FFFF, seed >> 32});
  std::seed_seq sequence(words.begin(), words.end());
  std::mt19937_64 random(sequence);
  std::vector<std::uint64_t> sizes;
  for (const DrawnRange& range : drawn_ranges) {
    std::vector<std::uint64_t> left;
    for (std::uint64_t n = range.least; n <= std::min(range.most, algorithm.info().checked_n); ++n) {
      if (!std::has_single_bit(n)) left.push_back(n);
    }
    for (std::size_t i = 0; i < range.count && !left.empty(); ++i) {
      const auto at = left.begin() + static_cast<std::ptrdiff_t>(random() % left.size());
      sizes.push_back(*at);
      left.erase(at);
    }
  }
  return sizes;
}

std::vector<CheckCase> check_matrix(const Algorithm& algorithm, Depth depth, std::uint64_t seed) {
  if (depth == Depth::quick && refuses_most_keys(algorithm)) depth = Depth::product;
  Matrix matrix(algorithm);
  using Sizes = std::vector<std::uint64_t>;
  std::size_t turn = 0, large = 0, other = 0;
  switch (depth) {
    case Depth::quick:
      matrix.add_pairs();
      break;
    case Depth::product:
      matrix.add_product([&](const data::Distribution& distribution) {
        if (!is_at_every_size(distribution)) {
          const std::size_t place = other++;
          return Sizes{small_sizes[place % small_sizes.size()], tile_sizes[place % tile_sizes.size()]};
        }
        Sizes sizes(small_sizes.begin(), small_sizes.end());
        sizes.push_back(tile_sizes[turn++ % tile_sizes.size()]);
        if (distribution.name == "uniform") sizes.push_back(large_sizes[large++ % 2]);
        return sizes;
      });
      break;
    case Depth::full:
      matrix.add_product([&](const data::Distribution& distribution) {
        Sizes sizes(small_sizes.begin(), small_sizes.end());
        sizes.insert(sizes.end(), tile_sizes.begin(), tile_sizes.end());
        sizes.insert(sizes.end(), large_sizes.begin(), large_sizes.end());
        if (distribution.name == "uniform") sizes.insert(sizes.end(), largest_sizes.begin(), largest_sizes.end());
        return sizes;
      });
      break;
  }
  matrix.add_drawn(seed);
  matrix.add_forms();
  matrix.add_refused();
  matrix.add_paper();
  matrix.add_records(depth);
  matrix.add_comparisons();
  matrix.add_many_sequences();
  return matrix.take();
}

}  // namespace texelsort::algorithms
