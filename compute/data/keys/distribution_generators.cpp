#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "compute/data/keys/distribution_table.h"
#include "compute/data/parallel.h"

/// Plain generators of keys. A new distribution needs a fill function here and a line in the table below. Fill
/// functions use integers, or floating-point operations that are exact, because the last bits of libm and of fused
/// multiply-adds differ between machines.
namespace texelsort::data {
namespace {

template <typename Key>
Key uniform_key(std::uint64_t bits) {
  if constexpr (std::integral<Key>) {
    return static_cast<Key>(bits >> (64 - std::numeric_limits<std::make_unsigned_t<Key>>::digits));
  } else {
    // Compute k / 2^(digits - 1) in [-1, 1) exactly, from an integer k with as many bits as significand and sign.
    constexpr int digits = std::numeric_limits<Key>::digits;
    constexpr auto half = std::int64_t{1} << (digits - 1);
    return static_cast<Key>(static_cast<std::int64_t>(bits >> (64 - digits)) - half) / static_cast<Key>(half);
  }
}

/// Number of 64-bit draws for one normally distributed number with mean 0 and standard deviation 2^60. The sum of 12
/// uniform 32-bit numbers has variance 2^64 (Irwin and Hall), and one more draw fills the 28 bits below. The absolute
/// value is at most 6 * 2^60.
constexpr std::uint64_t gaussian_draws = 7;
std::int64_t draw_gaussian(Twister& twister) {
  std::int64_t sum = -6 * (std::int64_t{1} << 32);
  for (int pair = 0; pair < 6; ++pair) {
    const std::uint64_t bits = twister();
    sum += static_cast<std::int64_t>(bits >> 32) + static_cast<std::int64_t>(bits & 0xffffffffu);
  }
  return sum * (std::int64_t{1} << 28) + static_cast<std::int64_t>(twister() >> 36);
}

/// Generates uniform keys in ascending order. Draws all keys twice: first to count the keys per bucket of equal leading
/// bits, then to place them in their buckets. Threads sort one bucket each.
template <typename Key>
void draw_by_buckets(std::span<Key> keys, std::uint64_t shares, ParallelRng& draws) {
  constexpr int leading = 12;
  constexpr std::uint64_t buckets = std::uint64_t{1} << leading;
  // Flip the highest bit of signed buckets, because keys with this bit are negative and come first.
  constexpr std::uint64_t turned = std::integral<Key> && std::is_signed_v<Key> ? buckets / 2 : 0;
  const auto bucket_of = [](std::uint64_t bits) { return (bits >> (64 - leading)) ^ turned; };
  std::vector<std::vector<std::uint64_t>> places(shares, std::vector<std::uint64_t>(buckets));
  const auto each = [&](ParallelRng& from, auto take) {
    in_shares(keys.size(), 1, shares, from,
              [&](std::uint64_t share, Twister& twister, std::uint64_t first, std::uint64_t last) {
                std::vector<std::uint64_t> own = places[share];
                for (std::uint64_t i = first; i < last; ++i) take(own, twister());
                places[share] = std::move(own);
              });
  };
  ParallelRng counted = draws;
  each(counted, [&](std::vector<std::uint64_t>& own, std::uint64_t bits) { ++own[bucket_of(bits)]; });
  std::vector<std::uint64_t> starts;
  std::uint64_t place = 0;
  for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
    starts.push_back(place);
    for (auto& own : places) place += std::exchange(own[bucket], place);
  }
  starts.push_back(place);
  each(draws, [&](std::vector<std::uint64_t>& own, std::uint64_t bits) {
    keys[own[bucket_of(bits)]++] = uniform_key<Key>(bits);
  });
  for_each_part(buckets, keys.size() >= worth_threads, [&](std::uint64_t bucket) {
    std::ranges::sort(keys.subspan(starts[bucket], starts[bucket + 1] - starts[bucket]));
  });
}

constexpr auto uniform = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 1, draws, [](Twister& twister, std::uint64_t) { return uniform_key<Key>(twister()); });
};

constexpr auto gaussian = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, gaussian_draws, draws, [](Twister& twister, std::uint64_t) {
    const std::int64_t value = draw_gaussian(twister);
    if constexpr (std::floating_point<Key>) {
      return static_cast<Key>(value) / static_cast<Key>(std::int64_t{1} << 60);
    } else {
      constexpr int dropped = 64 - 8 * static_cast<int>(sizeof(Key));
      // Put the mean of unsigned keys in the middle of their range.
      constexpr Key mean = std::is_signed_v<Key> ? Key{0} : static_cast<Key>(std::numeric_limits<Key>::max() / 2 + 1);
      return static_cast<Key>(static_cast<Key>(value >> dropped) + mean);
    }
  });
};

constexpr auto sorted = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  const std::uint64_t shares = draws.shares(keys.size());
  if (shares > 1) return draw_by_buckets(keys, shares, draws);
  uniform(keys, draws);
  std::ranges::sort(keys);
};

constexpr auto reversed = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  sorted(keys, draws);
  for_each_index(keys.size() / 2, [keys](std::uint64_t i) { std::swap(keys[i], keys[keys.size() - 1 - i]); });
};

constexpr auto zero = []<typename Key>(std::span<Key> keys, ParallelRng&) {
  for_each_index(keys.size(), [keys](std::uint64_t i) { keys[i] = Key{0}; });
};

/// Generates the numbers 1 to n in random order (R. Durstenfeld, Algorithm 235: Random permutation, Communications of
/// the ACM 7(7), 1964).
constexpr auto permutation = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  for_each_index(keys.size(), [keys](std::uint64_t i) { keys[i] = static_cast<Key>(i + 1); });
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[draw_below(draws, i)]);
};

constexpr auto few_distinct = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  std::array<Key, 16> values;
  uniform(std::span<Key>(values), draws);
  draw_each(keys, 1, draws,
            [&values](Twister& twister, std::uint64_t) { return values[draw_below(twister, values.size())]; });
};

/// Generates keys below 256. Integers then differ only in their lowest eight bits.
constexpr auto narrow = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 1, draws, [](Twister& twister, std::uint64_t) { return static_cast<Key>(draw_below(twister, 256)); });
};

constexpr auto nearly_sorted = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  constexpr std::uint64_t farthest = 8;
  sorted(keys, draws);
  if (keys.size() < 2) return;
  const std::uint64_t swaps = std::max<std::uint64_t>(1, keys.size() / 100);
  for (std::uint64_t swap = 0; swap < swaps; ++swap) {
    const std::uint64_t i = draw_below(draws, keys.size() - 1);
    const std::uint64_t reach = std::min<std::uint64_t>(farthest, keys.size() - 1 - i);
    std::swap(keys[i], keys[i + 1 + draw_below(draws, reach)]);
  }
};

template <typename Key>
constexpr auto special_values() {
  using Limits = std::numeric_limits<Key>;
  if constexpr (std::integral<Key>) {
    constexpr Key sign = static_cast<Key>(std::make_unsigned_t<Key>{1} << (8 * sizeof(Key) - 1));
    return std::array{Key{0},        Key{1}, static_cast<Key>(-1),       Limits::min(),
                      Limits::max(), sign,   static_cast<Key>(sign + 1), static_cast<Key>(Limits::max() - 1)};
  } else {
    using Code = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
    // NaNs with all bits set, which have the largest and the smallest encoded key.
    constexpr Key full_nan = std::bit_cast<Key>(static_cast<Code>(~Code{0} >> 1));
    constexpr Key full_negative_nan = std::bit_cast<Key>(~Code{0});
    constexpr Key negative_nan =
        std::bit_cast<Key>(static_cast<Code>(std::bit_cast<Code>(Limits::quiet_NaN()) | ~(~Code{0} >> 1)));
    return std::array{Key{0},        -Key{0},        Limits::infinity(), -Limits::infinity(),  Limits::quiet_NaN(),
                      negative_nan,  full_nan,       full_negative_nan,  Limits::denorm_min(), -Limits::denorm_min(),
                      Limits::min(), -Limits::min(), Limits::max(),      Limits::lowest(),     Key{1},
                      Key{-1}};
  }
}

constexpr auto special = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  constexpr auto values = special_values<Key>();
  for (Key& key : keys) {
    const std::uint64_t pick = draw_below(draws, 2 * values.size());
    key = pick < values.size() ? values[pick] : uniform_key<Key>(draws());
  }
};

constexpr std::array generator_table{
    DistributionEntry{{"uniform", "Uniform", "Independent keys over the whole range of an integer type, or in [-1, 1).",
                       std::nullopt},
                      fill<uniform>},
    DistributionEntry{{"gaussian", "Gaussian",
                       "A bell curve: mean 0, or the middle of an unsigned range; standard deviation 1 for floats, a "
                       "sixteenth of the range for integers.",
                       std::nullopt},
                      fill<gaussian>},
    DistributionEntry{{"sorted", "Sorted", "Uniform keys, already ascending.", std::nullopt}, fill<sorted>},
    DistributionEntry{{"reversed", "Reversed", "Uniform keys, descending.", std::nullopt}, fill<reversed>},
    DistributionEntry{{"zero", "All zero", "Every key is 0.", std::nullopt}, fill<zero>},
    DistributionEntry{{"permutation", "Permutation",
                       "The numbers 1 to n, each once, in random order: keys to read aloud.", std::nullopt, true},
                      fill<permutation>},
    DistributionEntry{{"few-distinct", "Few distinct values", "Each key is one of 16 random values.", std::nullopt},
                      fill<few_distinct>},
    DistributionEntry{{"narrow", "Eight bits wide", "Independent numbers from 0 to 255.", std::nullopt}, fill<narrow>},
    DistributionEntry{{"nearly-sorted", "Nearly sorted",
                       "Ascending, then n/100 (at least 1) random swaps of keys at most 8 places apart.", std::nullopt},
                      fill<nearly_sorted>},
    DistributionEntry{{"special", "Special values",
                       "Half extremes (NaN, infinities, both zeros, denormals; the ends of integer ranges), half "
                       "uniform keys.",
                       std::nullopt},
                      fill<special>},
};

}  // namespace

std::span<const DistributionEntry> generators() {
  return generator_table;
}

}  // namespace texelsort::data
