#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>

#include "compute/data/parallel.h"
#include "compute/network/zero_one_states.h"

namespace texelsort::network {
namespace {

/// Number of states that are processed at the same time, one bit each.
constexpr std::uint64_t lanes = 512;
constexpr std::uint64_t lane_words = lanes / 64;

/// 512 states in bit-sliced form: bit k of the words of a place is the value of state k at this place.
struct alignas(64) Slices {
  std::uint64_t of[most_exhaustive_places][lane_words];
};

/// Combined groups of places that are bit-sliced only once. The search tests their states with all states of the other
/// groups.
struct Low {
  std::uint32_t places = 0;
  /// States of the combined groups, padded to a multiple of 512 with copies of one state.
  std::vector<Reached> reached;
  std::vector<Slices> slices;
};

/// Maximum number of bit-sliced states. They fit in a cache (28 KB if every place is its own group), and few states are
/// padding.
constexpr std::uint64_t most_low = 1 << 14;

Low lay_out(Group group) {
  Low low{group.places, std::move(group.reached), {}};
  while (low.reached.size() % lanes != 0) low.reached.push_back(low.reached.front());
  low.slices.resize(low.reached.size() / lanes);
  for (std::uint64_t k = 0; k < low.reached.size(); ++k) {
    auto& slices = low.slices[k / lanes];
    for (std::uint32_t rest = low.reached[k].state; rest != 0; rest &= rest - 1) {
      slices.of[std::countr_zero(rest)][k % lanes / 64] |= std::uint64_t{1} << k % 64;
    }
  }
  return low;
}

Group combined(const Group& one, const Group& other) {
  Group both{one.places | other.places, {}};
  for (const Reached& a : one.reached) {
    for (const Reached& b : other.reached) both.reached.push_back({a.state | b.state, a.input | b.input});
  }
  return both;
}

/// Enumerates all combinations of the states of several groups, and returns each by its number.
class High {
 public:
  explicit High(std::vector<Group> groups) : groups_(std::move(groups)) {
    for (const Group& group : groups_) count_ *= group.reached.size();
  }
  std::uint64_t count() const { return count_; }
  Reached at(std::uint64_t number) const {
    Reached all;
    for (const Group& group : groups_) {
      const Reached& one = group.reached[number % group.reached.size()];
      number /= group.reached.size();
      all = {all.state | one.state, all.input | one.input};
    }
    return all;
  }

 private:
  std::vector<Group> groups_;
  std::uint64_t count_ = 1;
};

template <class Vector>
[[gnu::always_inline]] inline Vector* row(Slices& slices, std::uint64_t place) {
  return reinterpret_cast<Vector*>(slices.of[place]);
}

/// Executes comparators on bit-sliced states, with an AND and an OR of the words of two places. Inlined into one
/// function per instruction set.
template <class Vector>
[[gnu::always_inline]] inline void work(Slices& slices, const std::vector<NarrowComparator>& comparators,
                                        std::uint64_t n, std::uint64_t* unsorted) {
  constexpr std::uint64_t parts = 8 * lane_words / sizeof(Vector);
  for (const NarrowComparator c : comparators) {
    Vector* smaller = row<Vector>(slices, c.smaller);
    Vector* larger = row<Vector>(slices, c.larger);
    for (std::uint64_t part = 0; part < parts; ++part) {
      const Vector a = smaller[part], b = larger[part];
      smaller[part] = a & b;
      larger[part] = a | b;
    }
  }
  for (std::uint64_t part = 0; part < parts; ++part) {
    Vector one_before_zero{};
    for (std::uint64_t i = 1; i < n; ++i)
      one_before_zero |= row<Vector>(slices, i - 1)[part] & ~row<Vector>(slices, i)[part];
    reinterpret_cast<Vector*>(unsorted)[part] = one_before_zero;
  }
}

// Vectors of 64-bit words for one instruction set. They need may_alias, because they access memory of another type.
using Vector128 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

void work_everywhere(Slices& slices, const std::vector<NarrowComparator>& comparators, std::uint64_t n,
                     std::uint64_t* unsorted) {
  work<Vector128>(slices, comparators, n, unsorted);
}

#ifdef __x86_64__
using Vector256 [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;

[[gnu::target("avx2")]] void work_avx2(Slices& slices, const std::vector<NarrowComparator>& comparators,
                                       std::uint64_t n, std::uint64_t* unsorted) {
  work<Vector256>(slices, comparators, n, unsorted);
}
#endif

auto* fastest_work() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) return &work_avx2;
#endif
  return &work_everywhere;
}

/// Executes the remaining comparators on all combinations of the groups' states, and finds the smallest unsorted input.
class Search {
 public:
  Search(const States& states, Low low, High high)
      : n_(states.n), comparators_(states.comparators), low_(std::move(low)), high_(std::move(high)) {}

  /// Returns the number of combinations of states in the groups that are not bit-sliced.
  std::uint64_t count() const { return high_.count(); }
  /// Returns the approximate cost of one combination, in executions of a comparator on 512 states.
  std::uint64_t cost() const { return low_.slices.size() * (comparators_.size() + 2 * n_ + 1); }

  void attempt(std::uint64_t number) {
    const Reached high = high_.at(number);
    // Skip a combination whose input is too large already, because the bit-sliced groups can only increase the input.
    if (high.input >= best_.load(std::memory_order_relaxed)) return;
    Slices slices;
    alignas(64) std::uint64_t unsorted[lane_words];
    for (std::uint64_t block = 0; block < low_.slices.size(); ++block) {
      for (std::uint32_t i = 0; i < n_; ++i) {
        const bool is_low = (low_.places >> i & 1) != 0;
        const std::uint64_t all = (high.state >> i & 1) != 0 ? ~std::uint64_t{0} : 0;
        for (std::uint64_t k = 0; k < lane_words; ++k) slices.of[i][k] = is_low ? low_.slices[block].of[i][k] : all;
      }
      work_(slices, comparators_, n_, unsorted);
      for (std::uint64_t k = 0; k < lane_words; ++k) {
        for (std::uint64_t rest = unsorted[k]; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::uint64_t>(std::countr_zero(rest));
          keep_smaller(high.input | low_.reached[block * lanes + k * 64 + lane].input);
        }
      }
    }
  }

  std::optional<std::uint32_t> found() const {
    const std::uint64_t best = best_;
    return best == none ? std::nullopt : std::optional(static_cast<std::uint32_t>(best));
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  void keep_smaller(std::uint64_t input) {
    std::uint64_t best = best_.load(std::memory_order_relaxed);
    while (input < best && !best_.compare_exchange_weak(best, input, std::memory_order_relaxed)) {
    }
  }

  std::uint32_t n_;
  const std::vector<NarrowComparator>& comparators_;
  Low low_;
  High high_;
  decltype(fastest_work()) work_ = fastest_work();
  std::atomic<std::uint64_t> best_ = none;
};

Search make_search(const States& states) {
  std::vector<Group> groups = states.groups;
  std::ranges::sort(groups, std::ranges::greater{}, [](const Group& group) { return group.reached.size(); });
  Group low{0, {{0, 0}}};
  std::erase_if(groups, [&low](const Group& group) {
    const bool fits = low.places == 0 || low.reached.size() * group.reached.size() <= most_low;
    if (fits) low = combined(low, group);
    return fits;
  });
  return {states, lay_out(std::move(low)), High(std::move(groups))};
}

}  // namespace

std::optional<std::uint32_t> find_smallest_unsorted(const States& states, const std::function<void(double)>& progress) {
  // Work between two progress reports, in executions of a comparator on 512 states. It lasts some hundredths of a
  // second.
  constexpr std::uint64_t share_cost = std::uint64_t{1} << 24;
  constexpr std::uint64_t part = 16;  // number of combinations that a thread processes at a time
  Search search = make_search(states);
  const std::uint64_t count = search.count(), share = std::max<std::uint64_t>(share_cost / search.cost(), 1);
  for (std::uint64_t first = 0; first < count; first += share) {
    if (progress) progress(static_cast<double>(first) / static_cast<double>(count));
    const std::uint64_t last = std::min(count, first + share);
    data::for_each_part((last - first + part - 1) / part, last - first > part, [&](std::uint64_t i) {
      const std::uint64_t end = std::min(last, first + (i + 1) * part);
      for (std::uint64_t number = first + i * part; number < end; ++number) search.attempt(number);
    });
  }
  return search.found();
}

}  // namespace texelsort::network
