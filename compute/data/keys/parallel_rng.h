#pragma once

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Parallel generation of random numbers, with the same results as on one thread. Internal to the data layer.
namespace texelsort::data {

/// Mersenne Twister with the same numbers as std::mt19937_64. Boost's version can skip many numbers without drawing
/// them.
using Twister = boost::random::mt19937_64;

/// Random number generator for keys. Several threads can share it, and generate the same keys as one thread.
struct ParallelRng {
  /// Minimum number of draws per thread. With fewer draws, skipping those of other threads would take longer than
  /// drawing, because a skip takes as long as eight million draws.
  static constexpr std::uint64_t worth_a_thread = std::uint64_t{1} << 23;

  Twister twister;
  std::uint64_t least_share = worth_a_thread;  ///< minimum number of draws per thread
  std::uint64_t most_shares;                   ///< maximum number of threads

  explicit ParallelRng(std::uint64_t seed);
  std::uint64_t operator()() { return twister(); }
  /// Returns the number of threads that should share `draws` draws.
  std::uint64_t shares(std::uint64_t draws) const {
    return std::clamp<std::uint64_t>(draws / least_share, 1, most_shares);
  }
};

/// Returns a random number in [0, bound), as a remainder. Its bias is below bound / 2^64.
template <typename Source>
std::uint64_t draw_below(Source& source, std::uint64_t bound) {
  return source() % bound;
}

/// Calls work(share) for shares 0 to `shares` - 1, each on its own thread.
void for_each_share(std::uint64_t shares, const std::function<void(std::uint64_t)>& work);

/// Divides n keys with `each` draws per key into shares, and calls work(share, twister, first, last) in parallel. A
/// share consists of keys [first, last), and the twister's next draw belongs to key `first`. Afterwards, `draws`
/// continues after all draws of the keys.
template <typename Work>
void in_shares(std::uint64_t n, std::uint64_t each, std::uint64_t shares, ParallelRng& draws, Work work) {
  if (shares < 2) return work(std::uint64_t{0}, draws.twister, std::uint64_t{0}, n);
  const std::uint64_t share_keys = n / shares;
  std::vector<Twister> twisters(shares, draws.twister);
  for_each_share(shares, [&](std::uint64_t share) {
    Twister& own = twisters[share];
    own.discard(share * share_keys * each);
    work(share, own, share * share_keys, share + 1 == shares ? n : (share + 1) * share_keys);
  });
  draws.twister = twisters.back();
}

/// Sets keys[i] = make(twister, i) for all keys in parallel. Each call of `make` must draw `each` numbers.
template <typename Key, typename Make>
void draw_each(std::span<Key> keys, std::uint64_t each, ParallelRng& draws, Make make) {
  in_shares(keys.size(), each, draws.shares(keys.size() * each), draws,
            [&](std::uint64_t, Twister& twister, std::uint64_t first, std::uint64_t last) {
              // Use a local copy, so that the compiler knows that writes of keys do not change the twister.
              Twister own = twister;
              for (std::uint64_t i = first; i < last; ++i) keys[i] = make(own, i);
              twister = own;
            });
}

}  // namespace texelsort::data
