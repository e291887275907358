#include <array>
#include <bit>
#include <concepts>
#include <limits>
#include <utility>
#include <vector>

#include "compute/data/keys/distribution_table.h"
#include "compute/data/parallel.h"

/// Input distributions of N. Leischner, GPU algorithms for comparison-based sorting and for merging based on multiway
/// selection, diploma thesis, Karlsruhe, 2010, section 5.5.2. The uniform and sorted inputs of the thesis are among the
/// plain generators. The distributions originate from D. R. Helman, D. A. Bader and J. JaJa, A Randomized Parallel
/// Sorting Algorithm with an Experimental Study, Journal of Parallel and Distributed Computing 52, 1998. That paper
/// specifies two details that the thesis leaves open: the position of the second half of staggered, and that the ranges
/// of g-group restart at 0 after the last. X. Ye and others, High Performance Comparison-Based Sorting Algorithm on
/// Many-Core GPUs (Warpsort), 2010, use five of the distributions: zero, sorted, uniform, bucket (here bucket-sorted)
/// and gaussian.
///
/// Blocks and ranges count from 0 here, and from 1 in the thesis. Both sources generate unsigned keys. For other key
/// types, texelsort uses the key at the same relative position in the order of the type, which preserves the shape.
namespace texelsort::data {
namespace {

/// Parameters of the thesis: p blocks, groups of g blocks, and run values below r.
constexpr std::uint64_t p = 240, g = 8, r = 32;

/// Maps a number in [0, 2^64) to the key at the same relative position in the range of the key type. The range of
/// floats is [-1, 1). All operations are exact.
template <typename Key>
Key key_at(std::uint64_t place) {
  if constexpr (std::integral<Key>) {
    using Unsigned = std::make_unsigned_t<Key>;
    constexpr int digits = std::numeric_limits<Unsigned>::digits;
    constexpr Unsigned sign = std::is_signed_v<Key> ? Unsigned{1} << (digits - 1) : Unsigned{0};
    return static_cast<Key>(static_cast<Unsigned>(place >> (64 - digits)) ^ sign);
  } else {
    constexpr int digits = std::numeric_limits<Key>::digits;
    constexpr auto half = std::int64_t{1} << (digits - 1);
    return static_cast<Key>(static_cast<std::int64_t>(place >> (64 - digits)) - half) / static_cast<Key>(half);
  }
}

/// Returns the start of part k if [0, 2^64) is divided into `parts` equal parts: floor(k 2^64 / parts), for k < parts <
/// 2^32.
constexpr std::uint64_t part_start(std::uint64_t k, std::uint64_t parts) {
  const std::uint64_t whole = ~std::uint64_t{0} / parts, rest = ~std::uint64_t{0} % parts + 1;
  return k * whole + k * rest / parts;
}
static_assert(part_start(1, 2) == std::uint64_t{1} << 63 && part_start(15, p) == std::uint64_t{1} << 60);

/// Draws a random key from range k, if the key range is divided into `parts` > 1 equal ranges.
template <typename Key>
Key draw_from(Twister& twister, std::uint64_t k, std::uint64_t parts) {
  const std::uint64_t start = part_start(k, parts);
  // 0 means 2^64, because the subtraction below wraps around.
  const std::uint64_t end = k + 1 == parts ? 0 : part_start(k + 1, parts);
  return key_at<Key>(start + draw_below(twister, end - start));
}

/// Returns the part that contains element i, if n elements are divided into `parts` equal parts.
std::uint64_t part_of(std::uint64_t i, std::uint64_t n, std::uint64_t parts) {
  return i * parts / n;
}

constexpr auto gaussian_4 = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 4, draws, [](Twister& twister, std::uint64_t) {
    std::uint64_t sum = 0;  // each summand is a quarter, so that the sum of four cannot overflow
    for (int i = 0; i < 4; ++i) sum += twister() >> 2;
    return key_at<Key>(sum);
  });
};

constexpr auto bucket_sorted = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 1, draws, [n = keys.size()](Twister& twister, std::uint64_t i) {
    return draw_from<Key>(twister, part_of(i, n, p * p) % p, p);
  });
};

/// Number of ranges of width 2^31 / p that 32-bit keys have. The thesis divides only half of the key range into p
/// parts.
constexpr std::uint64_t half_range_parts = 2 * p;

constexpr auto staggered = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 1, draws, [n = keys.size()](Twister& twister, std::uint64_t i) {
    const std::uint64_t block = part_of(i, n, p);
    return draw_from<Key>(twister, block < p / 2 ? 2 * block + 1 : 2 * block - p, half_range_parts);
  });
};

constexpr auto g_group = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, 1, draws, [n = keys.size()](Twister& twister, std::uint64_t i) {
    const std::uint64_t section = part_of(i, n, p * g);
    const std::uint64_t group = section / g / g;
    return draw_from<Key>(twister, (group * g + p / 2 + section % g) % p, half_range_parts);
  });
};

constexpr auto deterministic_duplicates = []<typename Key>(std::span<Key> keys, ParallelRng&) {
  const auto log2 = [](std::uint64_t x) { return std::bit_width(x) - 1; };
  for_each_index(keys.size(), [&](std::uint64_t i) {
    const std::uint64_t blocks_left = p - part_of(i, keys.size(), p);
    keys[i] = static_cast<Key>(log2(keys.size()) - log2(p / blocks_left));
  });
};

/// Generates runs of equal keys. The relative lengths and the values of the runs are random numbers below r.
template <typename Key>
class Runs {
 public:
  explicit Runs(ParallelRng& draws) {
    for (std::uint64_t& end : ends_) end = sum_ += draw_below(draws, r);
    if (sum_ == 0) ends_.back() = sum_ = 1;
    for (Key& value : values_) value = static_cast<Key>(draw_below(draws, r));
  }

  void fill(std::span<Key> block) const {
    std::uint64_t i = 0;
    for (std::size_t run = 0; run < r; ++run) {
      for (; i < ends_[run] * block.size() / sum_; ++i) block[i] = values_[run];
    }
  }

 private:
  std::array<std::uint64_t, r> ends_;
  std::uint64_t sum_ = 0;
  std::array<Key, r> values_;
};

constexpr auto randomized_duplicates = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  const auto start = [n = keys.size()](std::uint64_t block) { return block * n / p; };
  std::vector<std::pair<std::span<Key>, Runs<Key>>> blocks;
  for (std::uint64_t block = 0; block < p; ++block) {
    const std::uint64_t first = start(block), last = start(block + 1);
    if (first < last) blocks.emplace_back(keys.subspan(first, last - first), Runs<Key>(draws));
  }
  for_each_part(blocks.size(), keys.size() >= worth_threads,
                [&](std::uint64_t i) { blocks[i].second.fill(blocks[i].first); });
};

/// Generates keys by a bitwise AND of random words. Each bit is set in one of 2^`words` keys. The thesis reduces the
/// entropy of its keys in this way (section 6.3.2, figure 16). With 4 words, 32-bit keys have 10.78 bits of entropy.
template <int words>
constexpr auto anded = []<typename Key>(std::span<Key> keys, ParallelRng& draws) {
  draw_each(keys, words, draws, [](Twister& twister, std::uint64_t) {
    std::uint64_t place = twister();
    for (int i = 1; i < words; ++i) place &= twister();
    return key_at<Key>(place);
  });
};

constexpr std::array benchmark_table{
    DistributionEntry{{"gaussian-4", "Gaussian, average of four",
                       "Each key is the average of 4 uniform ones over the whole range (Leischner 2010, section "
                       "5.5.2: Gaussian).",
                       std::nullopt},
                      fill<gaussian_4>},
    DistributionEntry{{"bucket-sorted", "Bucket sorted",
                       "240 blocks, and in each the i-th 240th is uniform in the i-th 240th of the range (Leischner "
                       "2010, section 5.5.2, after Helman, Bader and JaJa 1998; the Bucket of Ye and others, "
                       "Warpsort, 2010).",
                       std::nullopt},
                      fill<bucket_sorted>},
    DistributionEntry{{"staggered", "Staggered",
                       "240 blocks, each uniform in one 240th of the range's lower half: in the odd ones the first 120 "
                       "blocks, in the even ones the others, counted from 0 (Leischner 2010, section 5.5.2, after "
                       "Helman, Bader and JaJa 1998).",
                       std::nullopt},
                      fill<staggered>},
    DistributionEntry{{"g-group", "g-group",
                       "240 blocks in groups of 8; each block of group j, from 0, runs through the 8 of 240 parts of "
                       "the range's lower half from 8 j + 120 on, modulo 240 (Leischner 2010, section 5.5.2, after "
                       "Helman, Bader and JaJa 1998).",
                       std::nullopt},
                      fill<g_group>},
    DistributionEntry{{"deterministic-duplicates", "Deterministic duplicates",
                       "The first half of 240 blocks holds log2 n, the next quarter log2 n - 1, the next eighth "
                       "log2 n - 2, and so on, rounded down (Leischner 2010, section 5.5.2, after Helman, Bader and "
                       "JaJa 1998).",
                       std::nullopt},
                      fill<deterministic_duplicates>},
    DistributionEntry{{"randomized-duplicates", "Randomized duplicates",
                       "240 blocks of 32 runs of random lengths, each run one random value from 0 to 31 (Leischner "
                       "2010, section 5.5.2, after Helman, Bader and JaJa 1998).",
                       std::nullopt},
                      fill<randomized_duplicates>},
    DistributionEntry{{"anded-2", "Two keys combined by and",
                       "Each key is the bitwise and of 2 uniform ones: 26.0 bits of entropy in 32 (Leischner 2010, "
                       "section 6.3.2).",
                       std::nullopt},
                      fill<anded<2>>},
    DistributionEntry{{"anded-4", "Four keys combined by and",
                       "Each key is the bitwise and of 4 uniform ones: 10.8 bits of entropy in 32 (Leischner 2010, "
                       "section 6.3.2, figure 16).",
                       std::nullopt},
                      fill<anded<4>>},
    DistributionEntry{{"anded-8", "Eight keys combined by and",
                       "Each key is the bitwise and of 8 uniform ones: 1.2 bits of entropy in 32 (Leischner 2010, "
                       "section 6.3.2).",
                       std::nullopt},
                      fill<anded<8>>},
};

}  // namespace

std::span<const DistributionEntry> benchmarks() {
  return benchmark_table;
}

}  // namespace texelsort::data
