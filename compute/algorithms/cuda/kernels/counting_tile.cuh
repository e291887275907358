#pragma once

#include "compute/algorithms/cuda/kernels/digit_tile.cuh"

namespace texelsort::algorithms::kernels {
namespace {

/// Ranks a tile's keys, as in GRS by Bandyopadhyay and Sahni (phase 1) and SRTS by Merrill and Grimshaw (bottom-level
/// scan). Each thread counts consecutive keys, with a private counter per digit value. A scan of all counters, by digit
/// value and thread, gives the position of each counter's first key. Digits have at most `Bits` bits.
template <typename Word, typename PayloadType, unsigned Threads, unsigned Items, unsigned Bits>
struct CountingTile : DigitTile<Word, PayloadType, Threads, Items, false> {
  using Base = DigitTile<Word, PayloadType, Threads, Items, false>;
  using Ranks = typename Base::Ranks;
  using Column = typename Base::Column;
  static constexpr unsigned most_counters = Threads << Bits;

  struct Shared : Base::Shared {
    std::uint16_t ranks[Base::keys + 2 * Threads];  ///< digits of the tile's keys; their ranks later replace them
    std::uint16_t counters[most_counters];          ///< one counter per digit value and thread
    unsigned warp_sums[most_sums];
  };

  __device__ Shared& own_shared() const { return static_cast<Shared&>(this->shared); }

  /// Returns the padded index of a position. One padding word per thread maps adjacent threads to different banks.
  static __device__ unsigned spread(unsigned place) { return place + place / Items * 2; }
  static __device__ unsigned counter_of(unsigned digit, unsigned thread) { return digit * Threads + thread; }

  __device__ void clear_counters() {
    for (unsigned i = 0; i < this->digit.count(); ++i) own_shared().counters[counter_of(i, threadIdx.x)] = 0;
  }

  /// Ranks the keys like DigitTile::rank(), but with counters per thread.
  template <typename Publish>
  __device__ Column rank(const Word (&codes)[Items], Ranks& ranks, bool in_digit, Publish publish) {
    Shared& own = own_shared();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      own.ranks[spread(Base::place(i))] = static_cast<std::uint16_t>(this->digit_of(codes[i]));
    }
    __syncthreads();
    for (unsigned i = threadIdx.x * Items; i < (threadIdx.x + 1) * Items; ++i) {
      std::uint16_t& counter = own.counters[counter_of(own.ranks[spread(i)], threadIdx.x)];
      own.ranks[spread(i)] = counter++;
    }
    __syncthreads();
    scan_counters();
    const Column column = own_column();
    if (threadIdx.x < this->digit.count()) publish(column.count);
    const auto in_tile = [&](unsigned item) {
      const unsigned value = this->digit_of(codes[item]), counted_by = Base::place(item) / Items;
      const unsigned before = in_digit ? own.counters[counter_of(value, 0)] : 0;
      return own.ranks[spread(Base::place(item))] + own.counters[counter_of(value, counted_by)] - before;
    };
#pragma unroll
    for (unsigned i = 0; i < Items; i += 2) ranks.set(i, in_tile(i), in_tile(i + 1));
    return column;
  }

 private:
  /// Scans all counters: each thread sums a range, the sums are scanned, and each thread then scans its range.
  __device__ void scan_counters() {
    Shared& own = own_shared();
    const unsigned first = threadIdx.x * this->digit.count(), last = first + this->digit.count();
    unsigned sum = 0;
    for (unsigned i = first; i < last; ++i) sum += own.counters[i];
    unsigned before = exclusive_scan(whole_block(), sum, own.warp_sums).before;
    for (unsigned i = first; i < last; ++i) {
      const unsigned count = own.counters[i];
      own.counters[i] = static_cast<std::uint16_t>(before);
      before += count;
    }
    __syncthreads();
  }

  /// Returns the counts of the thread's digit value. Keys past the array's end count as last keys of the largest value.
  __device__ Column own_column() const {
    const unsigned own = threadIdx.x, digits = this->digit.count();
    if (own >= digits) return {};
    const Shared& from = own_shared();
    const unsigned before = from.counters[counter_of(own, 0)];
    const unsigned end = own + 1 < digits ? from.counters[counter_of(own + 1, 0)] : this->valid;
    return {end - before, before};
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
