#pragma once

#include <cstdint>
#include <type_traits>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/cuda/kernel.h"
#include "compute/cuda/vote.h"
#include "compute/data/keys/code_masks.h"

/// Tile whose keys a block moves by a digit. Radix sorts that use it differ in the destinations of the tile's digit
/// values.
namespace texelsort::algorithms::kernels {
namespace {

inline constexpr unsigned most_digits = 256;

/// Payload type of records whose fields move with their keys.
struct Fields {};

template <typename Payload>
inline constexpr bool is_word = !std::is_same_v<Payload, NoPayload> && !std::is_same_v<Payload, Fields>;

/// Digit of the encoded keys by which a pass sorts.
struct Digit {
  unsigned shift, bits;

  __host__ __device__ unsigned count() const { return 1u << bits; }
  __host__ __device__ bool is_byte() const { return bits == 8 && shift % 8 == 0; }

  template <typename Word>
  __device__ unsigned of(Word code) const {
    return static_cast<unsigned>(code >> shift) & (count() - 1);
  }
};

/// Tile of Threads * Items keys. Each warp has a range of 32 * Items keys, and each lane every 32nd key of this range.
/// Accesses are thus coalesced, and a warp's items are in array order. `Bytes` is true if digits are whole bytes, which
/// one instruction extracts instead of two.
template <typename Word, typename PayloadType, unsigned Threads, unsigned Items, bool Bytes>
struct DigitTile {
  using Payload = PayloadType;
  static constexpr unsigned threads = Threads, items = Items;
  static constexpr unsigned warps = Threads / warp_lanes;
  static constexpr unsigned keys = Threads * Items;
  static_assert(Items % 2 == 0, "ranks are kept two a register");
  static_assert(keys <= 1u << 16, "ranks have 16 bits");

  /// A warp's counters while it ranks its items, two items at a time.
  struct Counters {
    unsigned counts[most_digits];
    unsigned lanes[most_digits];  ///< bit mask of the lanes with each digit value; zero between items
  };

  struct Shared {
    union {
      Counters counters[warps];
      Word codes[keys];  ///< encoded keys, ordered by the digit
    };
    std::conditional_t<is_word<Payload>, Payload, unsigned> payload[std::is_same_v<Payload, NoPayload> ? 1 : keys];
    std::uint64_t places[most_digits];  ///< destination of element j with digit value d is places[d] + j
    unsigned sums[most_digits / warp_lanes];
    unsigned tile;
    unsigned spare[most_digits];
  };

  /// 16-bit ranks of a thread's items, two per word.
  struct Ranks {
    unsigned pairs[Items / 2];

    __device__ unsigned operator[](unsigned item) const {
      return item & 1 ? pairs[item / 2] >> 16 : pairs[item / 2] & 0xFFFF;
    }
    __device__ void set(unsigned item, unsigned even, unsigned odd) { pairs[item / 2] = cuda::join_halves(even, odd); }
  };

  Shared& shared;
  data::CodeMasks<Word> code;
  Digit digit;
  std::uint64_t start = 0;  ///< index of the tile's first key in the array
  unsigned valid = keys;    ///< number of keys that the array has in this tile; the largest code pads the rest

  /// Returns the digit of an encoded key. Digits are recomputed at each use, because no register is left to store them.
  __device__ unsigned digit_of(Word key) const {
    if constexpr (Bytes) return cuda::byte_at(key, digit.shift);
    return cuda::bits_from(key, digit.shift) & (digit.count() - 1);
  }

  static __device__ unsigned own_lane() { return threadIdx.x % warp_lanes; }
  static __device__ unsigned own_warp() { return threadIdx.x / warp_lanes; }
  /// Returns the position in the tile of the item with this index in the thread.
  static __device__ unsigned place(unsigned item) {
    return own_warp() * warp_lanes * Items + item * warp_lanes + own_lane();
  }
  __device__ bool full() const { return valid == keys; }
  /// Returns whether this warp's thread numbers are digit values. All its lanes agree, so that they can shuffle.
  __device__ bool has_digit() const { return own_warp() * warp_lanes < digit.count(); }

  __device__ void stand_at(std::uint64_t tile, std::uint64_t n) {
    start = tile * keys;
    valid = n - start < keys ? static_cast<unsigned>(n - start) : keys;
  }

  __device__ void clear_counters() {
    constexpr unsigned all = warps * (sizeof(Counters) / sizeof(uint4));
    uint4* words = reinterpret_cast<uint4*>(shared.counters);
    for (unsigned i = threadIdx.x; i < all; i += Threads) words[i] = uint4{};
  }

  __device__ void load(const Word* in, Word (&codes)[Items]) const {
    in += start;
    if (full()) {
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) codes[i] = in[place(i)];
    } else {
#pragma unroll
      for (unsigned i = 0; i < Items; ++i) codes[i] = place(i) < valid ? in[place(i)] : code.decode(~Word{0});
    }
    if (code.is_identity()) return;
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) codes[i] = code.encode(codes[i]);
  }

  /// Ranks every key among its warp's keys with the same digit value. Afterwards, the counters hold the warp's counts.
  __device__ Ranks rank_in_warps(const Word (&codes)[Items]) {
    // Lanes with the same digit value access one word of shared memory one after another. If more than `crowd` lanes
    // share a digit value, votes are faster.
    constexpr int crowd = 8;
    const auto either = [this](const unsigned(&digits)[2], unsigned(&peers)[2]) { meet_and_vote(digits, peers); };
    const auto vote = [this](const unsigned(&digits)[2], unsigned(&peers)[2]) { vote_peers(digits, peers); };
    Ranks ranks;
    const int met = rank_pair(codes, 0, ranks, either);
    if (!__any_sync(every_lane, met > crowd)) {
#pragma unroll
      for (unsigned i = 2; i < Items; i += 2) rank_pair(codes, i, ranks, either);
    } else if (!rank_one_digit(codes, ranks)) {
#pragma unroll
      for (unsigned i = 2; i < Items; i += 2) rank_pair(codes, i, ranks, vote);
    }
    return ranks;
  }

  /// Returns the sum of the counts of all smaller digit values, where each thread has one value. All threads of the
  /// block must call it, and pass a barrier before the next call.
  __device__ unsigned scan_digits(unsigned count) {
    unsigned sum = count;
    if (has_digit()) {
      sum = warp_inclusive_scan(count);
      if (own_lane() == warp_lanes - 1) shared.sums[own_warp()] = sum;
    }
    __syncthreads();
    sum -= count;
    if (has_digit()) {
      for (unsigned w = 0; w < own_warp(); ++w) sum += shared.sums[w];
    }
    return sum;
  }

  /// Number of the tile's keys for one digit value. Each thread handles the digit value equal to its number.
  struct Column {
    unsigned count = 0;   ///< keys that have the digit value
    unsigned before = 0;  ///< keys that have smaller digit values
  };

  /// Converts the warps' counts of every digit value into bases. A base is the position in the tile of the warp's first
  /// key with the value or, with `in_digit`, this key's rank among the tile's keys with the value. Calls publish(count)
  /// with the count of the thread's digit value as soon as it is known. All threads call it, between barriers.
  template <typename Publish>
  __device__ Column scan_columns(bool in_digit, Publish publish) {
    Column column;
    const unsigned own = threadIdx.x;
    unsigned all = 0;
    if (has_digit()) {
#pragma unroll
      for (unsigned w = 0; w < warps; ++w) all += shared.counters[w].counts[own];
      column.count = all - (own == digit.count() - 1 ? keys - valid : 0);
      if (own < digit.count()) publish(column.count);
    }
    column.before = scan_digits(all);
    if (has_digit()) {
      unsigned base = in_digit ? 0 : column.before;
      // Reads the warps' counts again, because keeping them across the barrier would occupy registers.
#pragma unroll
      for (unsigned w = 0; w < warps; ++w) {
        const unsigned count = shared.counters[w].counts[own];
        shared.counters[w].counts[own] = base;
        base += count;
      }
    }
    __syncthreads();
    return column;
  }

  /// Converts ranks within a warp's range to ranks within the tile, by adding the warp's bases.
  __device__ void add_bases(const Word (&codes)[Items], Ranks& ranks) const {
    const unsigned* bases = shared.counters[own_warp()].counts;
#pragma unroll
    for (unsigned i = 0; i < Items; i += 2) {
      ranks.pairs[i / 2] += bases[digit_of(codes[i])] + (bases[digit_of(codes[i + 1])] << 16);
    }
  }

  /// Computes every key's position in the ordered tile or, with `in_digit`, its rank among the tile's keys with its
  /// digit value. Needs cleared counters and a barrier before. scan_columns() calls publish(count).
  template <typename Publish>
  __device__ Column rank(const Word (&codes)[Items], Ranks& ranks, bool in_digit, Publish publish) {
    ranks = rank_in_warps(codes);
    __syncthreads();
    const Column column = scan_columns(in_digit, publish);
    add_bases(codes, ranks);
    return column;
  }

  /// Stores the encoded keys in shared memory in the order of the digit. Needs a barrier before and after the call.
  __device__ void place_codes(const Word (&codes)[Items], const Ranks& ranks) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) shared.codes[ranks[i]] = codes[i];
  }

  template <typename Element>
  __device__ void load_with(const Element* in, Element (&loaded)[Items]) const {
    in += start;
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      loaded[i] = full() || place(i) < valid ? in[place(i)] : Element{};
    }
  }

  /// Loads payload words, and stores each in shared memory at the position of its key.
  __device__ void place_payload(const Payload* in, const Ranks& ranks) {
    Payload loaded[Items];
    load_with(in, loaded);
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) shared.payload[ranks[i]] = loaded[i];
  }

  /// Returns the place in the array of element j of the ordered tile.
  __device__ std::uint64_t target(unsigned j) const {
    return shared.places[digit_of(shared.codes[j])] + j;
  }

  /// Writes the decoded keys, and payload words if any, to their destinations. `shared.places` must be set before.
  __device__ void write(Word* out, Payload* payload_out) const {
    if (code.is_identity()) {
      write_each(payload_out, [out](std::uint64_t at, Word element) { out[at] = element; });
    } else {
      write_each(payload_out, [out, this](std::uint64_t at, Word element) { out[at] = code.decode(element); });
    }
  }

 private:
  /// Returns a bit mask of the lanes with the same digit value, by one vote per bit of the digit.
  __device__ unsigned vote_for(unsigned value) const {
    unsigned peers = every_lane;
#pragma unroll
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (Bytes || bit < digit.bits) peers &= cuda::lanes_of_same_bit(value, bit);
    }
    return peers;
  }
  __device__ void vote_peers(const unsigned (&digits)[2], unsigned (&peers)[2]) const {
    peers[0] = vote_for(digits[0]);
    peers[1] = vote_for(digits[1]);
  }

  /// Finds the lanes with the same digit value: for the first item by bits in a word of shared memory, for the second
  /// item by votes. This uses both shared memory and arithmetic units. A pass over 2^26 32-bit keys needs 0.92 of the
  /// time with shared memory alone, and 0.91 of the time with votes alone (H200).
  __device__ void meet_and_vote(const unsigned (&digits)[2], unsigned (&peers)[2]) {
    unsigned& lanes = shared.counters[own_warp()].lanes[digits[0]];
    atomicOr(&lanes, 1u << own_lane());
    peers[1] = vote_for(digits[1]);
    __syncwarp();
    peers[0] = lanes;
    __syncwarp();
    lanes = 0;
  }

  /// Ranks items i and i + 1. Returns how many lanes have the same digit value in item i as this lane.
  template <typename FindPeers>
  __device__ int rank_pair(const Word (&codes)[Items], unsigned i, Ranks& ranks, FindPeers find_peers) {
    Counters& own = shared.counters[own_warp()];
    const unsigned below = (1u << own_lane()) - 1;
    const unsigned digits[2] = {digit_of(codes[i]), digit_of(codes[i + 1])};
    unsigned peers[2], first[2]{};
    find_peers(digits, peers);
#pragma unroll
    for (unsigned j = 0; j < 2; ++j) {
      if ((peers[j] & below) == 0) first[j] = atomicAdd(&own.counts[digits[j]], __popc(peers[j]));
      __syncwarp();
    }
#pragma unroll
    for (unsigned j = 0; j < 2; ++j) {
      first[j] = __shfl_sync(every_lane, first[j], __ffs(peers[j]) - 1) + __popc(peers[j] & below);
    }
    ranks.set(i, first[0], first[1]);
    return __popc(peers[0]);
  }

  /// Ranks a range whose keys all have one digit value, as in sorted input. The first pair must already be ranked.
  __device__ bool rank_one_digit(const Word (&codes)[Items], Ranks& ranks) {
    Word differing = codes[0] ^ __shfl_sync(every_lane, codes[0], 0);
#pragma unroll
    for (unsigned i = 1; i < Items; ++i) differing |= codes[i] ^ codes[0];
    if (!__all_sync(every_lane, digit_of(differing) == 0)) return false;
#pragma unroll
    for (unsigned i = 2; i < Items; i += 2) {
      ranks.set(i, i * warp_lanes + own_lane(), (i + 1) * warp_lanes + own_lane());
    }
    if (own_lane() == 0) shared.counters[own_warp()].counts[digit_of(codes[0])] = Items * warp_lanes;
    return true;
  }

  template <typename WriteKey>
  __device__ void write_each(Payload* payload_out, WriteKey write_key) const {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned j = i * Threads + threadIdx.x;
      if (!full() && j >= valid) continue;
      const Word element = shared.codes[j];
      const std::uint64_t at = shared.places[digit_of(element)] + j;
      write_key(at, element);
      if constexpr (is_word<Payload>) payload_out[at] = shared.payload[j];
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
