#pragma once

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Random numbers for many keys, drawn by all processors as one would draw them. Internal to the data layer.
namespace texelsort::data {

/// The numbers of std::mt19937_64. Unlike that one, Boost's skips many without drawing them.
using Twister = boost::random::mt19937_64;

/// Where the random numbers of keys come from.
struct ParallelRng {
  /// To skip any number of draws takes as long as eight million of them.
  static constexpr std::uint64_t worth_a_thread = std::uint64_t{1} << 23;

  Twister twister;
  std::uint64_t least_share = worth_a_thread;  ///< fewer draws are not given to a thread
  std::uint64_t most_shares;                   ///< as many as there are threads

  explicit ParallelRng(std::uint64_t seed);
  std::uint64_t operator()() { return twister(); }
  /// Among how many threads so many draws are shared.
  std::uint64_t shares(std::uint64_t draws) const {
    return std::clamp<std::uint64_t>(draws / least_share, 1, most_shares);
  }
};

/// In [0, bound). The remainder's bias is below bound / 2^64.
template <typename Source>
std::uint64_t draw_below(Source& source, std::uint64_t bound) {
  return source() % bound;
}

/// Calls work(share) for each, a thread each.
void for_each_share(std::uint64_t shares, const std::function<void(std::uint64_t)>& work);

/// Calls work(share, twister, first, last) for each share of n keys, of `each` draws, side by side: the share is of
/// keys [first, last), and the twister's next draw is the first one's. Afterwards all are drawn.
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

/// keys[i] = make(twister, i), which takes `each` draws.
template <typename Key, typename Make>
void draw_each(std::span<Key> keys, std::uint64_t each, ParallelRng& draws, Make make) {
  in_shares(keys.size(), each, draws.shares(keys.size() * each), draws,
            [&](std::uint64_t, Twister& twister, std::uint64_t first, std::uint64_t last) {
              Twister own = twister;  // the compiler knows then that keys are no part of it
              for (std::uint64_t i = first; i < last; ++i) keys[i] = make(own, i);
              twister = own;
            });
}

}  // namespace texelsort::data
