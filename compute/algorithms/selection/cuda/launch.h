#pragma once

#include <algorithm>
#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/selection/rank_state.h"

/// Launches of the kernels of a radix selection. All pointers are device addresses. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::selection {

using kernels::Stream;

/// Number of copies of a histogram in the shared memory of a block that counts one prefix. Additions of a warp to one
/// word are serialised, and lanes of different copies add to different words.
inline constexpr unsigned histogram_copies = 4;

/// Returns the number of counters in the shared memory of a counting block.
constexpr std::uint64_t shared_counters(unsigned prefixes, unsigned digit_bits) {
  return std::uint64_t{prefixes == 1 ? histogram_copies : prefixes} << digit_bits;
}
/// Returns the bytes of shared memory of a counting block. The block also stores the prefixes, if there are several.
constexpr std::uint64_t counting_bytes(unsigned prefixes, unsigned digit_bits, std::uint64_t key_bytes) {
  return shared_counters(prefixes, digit_bits) * sizeof(std::uint32_t) + (prefixes > 1 ? prefixes * key_bytes : 0);
}

/// Returns the number of threads of the single block that scans histograms. From 64 bins on, a thread scans two or more
/// bins.
inline constexpr unsigned most_scanning_threads = 1024;
constexpr unsigned scanning_threads(unsigned digit_bits) {
  return std::clamp(1u << digit_bits >> 1, 32u, most_scanning_threads);
}

/// Digit of a level, and the tables of the level.
struct Level {
  unsigned shift = 0, width = 0;  ///< position of the lowest bit of the digit, and number of bits of the digit
  unsigned digit_bits = 8;        ///< the row of a prefix in a histogram has 2^digit_bits bins
  RankState layout{};
  std::uint32_t* state = nullptr;
  std::uint32_t* histogram = nullptr;
  std::uint32_t* kept = nullptr;  ///< number of matching keys per counting block, of which at most `share` are stored
  std::uint32_t blocks = 1, share = 0;  ///< number of counting blocks, and maximum number of candidates of each

  constexpr unsigned bins() const { return 1u << digit_bits; }
};

struct Keys {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  const void* keys = nullptr;  ///< n keys, aligned to 16 bytes
  std::uint32_t n = 0;
  std::uint64_t lowest = 0;  ///< smallest encoded key, which is subtracted from every key
};

/// Sample of the keys: `vectors` vectors of 16 bytes, in runs of `run` adjacent vectors. Each run is at a random place
/// in a range of `range` vectors; see sampled_vectors().
struct Sample {
  std::uint32_t vectors = 0, run = 1, range = 0;
  std::uint32_t low_rank = 0, high_rank = 0;  ///< ranks in the sorted sample of the first and the last guessed bin
};

struct Counting {
  unsigned threads = 0;  ///< number of threads per block
  bool first = false;    ///< true for the first level, which counts all keys
  bool keeps = false;    ///< true if the level may store candidates
  std::uint32_t first_prefix = 0;
  unsigned prefixes = 1;       ///< maximum number of prefixes that the launch counts
  void* candidates = nullptr;  ///< `share` keys per block, from which `lowest` has been subtracted
};

struct Launches {
  /// Finds the bins of the sample's keys of low_rank and high_rank, and writes them to the state.
  virtual void guess(const Keys& keys, const Level& level, const Sample& sample, Stream stream) const = 0;
  virtual void count(const Keys& keys, const Level& level, const Counting& counting, Stream stream) const = 0;
};

struct DecideLaunches {
  /// Finds the digit of each rank, appends it to the rank's prefix, and numbers the distinct prefixes. Clears the next
  /// level's histogram. Decides whether the next level reads candidates: if the level `keeps` them, none is lost, and
  /// the guessed bins, if the level `guesses`, contain all ranks.
  virtual void decide(const Level& level, std::uint32_t* next_histogram, bool keeps, bool guesses,
                      Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::selection
