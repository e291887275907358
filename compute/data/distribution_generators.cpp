#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "compute/data/distribution_table.h"

/// To add a distribution: one filler here and one line in the table below. A filler works in integers, or in floating
/// point only where every operation is exact: libm's last bits and fused multiply-adds differ between machines.
namespace texelsort::data {
namespace {

template <typename Key>
Key draw_uniform(Twister& twister) {
  const std::uint64_t bits = twister();
  if constexpr (std::integral<Key>) {
    return static_cast<Key>(bits >> (64 - std::numeric_limits<std::make_unsigned_t<Key>>::digits));
  } else {
    // A signed integer as wide as the significand plus its sign: k / 2^(digits - 1) in [-1, 1), every step exact.
    constexpr int digits = std::numeric_limits<Key>::digits;
    constexpr auto half = std::int64_t{1} << (digits - 1);
    return static_cast<Key>(static_cast<std::int64_t>(bits >> (64 - digits)) - half) / static_cast<Key>(half);
  }
}

/// Normal with mean 0 and standard deviation 2^60: the sum of 12 uniform 32-bit numbers has the variance 2^64 (Irwin
/// and Hall), another draw fills the 28 bits below. |value| <= 6 * 2^60.
std::int64_t draw_gaussian(Twister& twister) {
  std::int64_t sum = -6 * (std::int64_t{1} << 32);
  for (int pair = 0; pair < 6; ++pair) {
    const std::uint64_t bits = twister();
    sum += static_cast<std::int64_t>(bits >> 32) + static_cast<std::int64_t>(bits & 0xffffffffu);
  }
  return sum * (std::int64_t{1} << 28) + static_cast<std::int64_t>(twister() >> 36);
}

constexpr auto uniform = []<typename Key>(std::span<Key> keys, Twister& twister) {
  for (Key& key : keys) key = draw_uniform<Key>(twister);
};

constexpr auto gaussian = []<typename Key>(std::span<Key> keys, Twister& twister) {
  for (Key& key : keys) {
    const std::int64_t value = draw_gaussian(twister);
    if constexpr (std::floating_point<Key>) {
      key = static_cast<Key>(value) / static_cast<Key>(std::int64_t{1} << 60);
    } else {
      constexpr int dropped = 64 - 8 * static_cast<int>(sizeof(Key));
      // Unsigned keys have their mean in the middle of their range.
      constexpr Key mean = std::is_signed_v<Key> ? Key{0} : static_cast<Key>(std::numeric_limits<Key>::max() / 2 + 1);
      key = static_cast<Key>(static_cast<Key>(value >> dropped) + mean);
    }
  }
};

constexpr auto sorted = []<typename Key>(std::span<Key> keys, Twister& twister) {
  uniform(keys, twister);
  std::ranges::sort(keys);
};

constexpr auto reversed = []<typename Key>(std::span<Key> keys, Twister& twister) {
  sorted(keys, twister);
  std::ranges::reverse(keys);
};

constexpr auto zero = []<typename Key>(std::span<Key> keys, Twister&) { std::ranges::fill(keys, Key{0}); };

/// 1 to n, each once. R. Durstenfeld, Algorithm 235: Random permutation, Communications of the ACM 7(7), 1964.
constexpr auto permutation = []<typename Key>(std::span<Key> keys, Twister& twister) {
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<Key>(i + 1);
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[draw_below(twister, i)]);
};

constexpr auto few_distinct = []<typename Key>(std::span<Key> keys, Twister& twister) {
  std::array<Key, 16> values;
  uniform(std::span<Key>(values), twister);
  for (Key& key : keys) key = values[draw_below(twister, values.size())];
};

/// Keys that differ in their lowest eight bits alone, if they are integers.
constexpr auto narrow = []<typename Key>(std::span<Key> keys, Twister& twister) {
  for (Key& key : keys) key = static_cast<Key>(draw_below(twister, 256));
};

constexpr auto nearly_sorted = []<typename Key>(std::span<Key> keys, Twister& twister) {
  constexpr std::uint64_t farthest = 8;
  sorted(keys, twister);
  if (keys.size() < 2) return;
  const std::uint64_t swaps = std::max<std::uint64_t>(1, keys.size() / 100);
  for (std::uint64_t swap = 0; swap < swaps; ++swap) {
    const std::uint64_t i = draw_below(twister, keys.size() - 1);
    const std::uint64_t reach = std::min<std::uint64_t>(farthest, keys.size() - 1 - i);
    std::swap(keys[i], keys[i + 1 + draw_below(twister, reach)]);
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
    // NaNs with all bits set have the largest and the smallest code there is.
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

constexpr auto special = []<typename Key>(std::span<Key> keys, Twister& twister) {
  constexpr auto values = special_values<Key>();
  for (Key& key : keys) {
    const std::uint64_t pick = draw_below(twister, 2 * values.size());
    key = pick < values.size() ? values[pick] : draw_uniform<Key>(twister);
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
    DistributionEntry{{"permutation", "Permutation", "The numbers 1 to n, each once, in random order: keys to read aloud.",
                       std::nullopt, true},
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
