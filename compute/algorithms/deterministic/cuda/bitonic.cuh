#pragma once

#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Bitonic merge sort of many segments. Executes the rounds of a ComputePlan on encoded keys. All comparators put
/// smaller keys at lower positions, so positions past the end are never exchanged. Segments may thus have any length.
namespace texelsort::algorithms::deterministic::device {
namespace {

using kernels::has_payload;
using kernels::NoPayload;
using kernels::Typed;

/// First position of a segment, and its number of keys.
struct Segment {
  unsigned first, size;
};

__device__ inline Segment segment_of(const Segments& segments, unsigned i) {
  if (segments.starts != nullptr) return {segments.starts[i], segments.starts[i + 1] - segments.starts[i]};
  return {i * segments.quotient + min(i, segments.remainder), segments.quotient + (i < segments.remainder ? 1u : 0u)};
}

/// Keys that a thread holds, with their positions. The positions differ only in the bits of the round.
template <typename Word, typename Payload, typename Less, unsigned Log, bool Ties>
struct Coset {
  static constexpr unsigned count = 1u << Log;
  static constexpr bool natural = std::is_same_v<Less, data::CodeLess>;

  Word key[count];
  Payload payload[count];
  unsigned place[count];
  unsigned valid;  ///< bit c is 1 if position c lies in the segment
  Less less;

  __device__ Coset(const Less& order, const CosetRound& round, unsigned index, unsigned limit) : less(order) {
    unsigned least = index;  // smallest position, with zeros inserted at the round's bits, lowest first
#pragma unroll
    for (unsigned j = Log; j-- > 0;) {
      const unsigned below = round.bits[j] - 1;
      least = ((least & ~below) << 1) | (least & below);
    }
    valid = 0;
#pragma unroll
    for (unsigned c = 0; c < count; ++c) {
      unsigned at = least;
#pragma unroll
      for (unsigned j = 0; j < Log; ++j) at |= c & bit_of(j) ? round.bits[j] : 0;
      if (c & bit_of(0)) at ^= round.reversed;
      place[c] = at;
      valid |= (at < limit ? 1u : 0u) << c;
    }
  }

  __device__ bool is_valid(unsigned c) const {
    return valid >> c & 1;
  }

  __device__ void apply(const CosetRound& round) {
    for (unsigned s = 0; s < round.count; ++s) {
      const unsigned step = static_cast<unsigned>(round.steps >> (4 * s)) & 15;
      apply_step<0>(step);
      if constexpr (Log > 1) apply_step<1>(step);
      if constexpr (Log > 2) apply_step<2>(step);
      if constexpr (Log > 3) apply_step<3>(step);
    }
  }

 private:
  static constexpr __host__ __device__ unsigned bit_of(unsigned j) {
    return 1u << (Log - 1 - j);
  }

  template <unsigned J>
  __device__ void apply_step(unsigned step) {
    if (step == J) exchange_all<J, false>();
    if (step == J + 8) exchange_all<J, true>();
  }

  template <unsigned J, bool Reversal>
  __device__ void exchange_all() {
    constexpr unsigned bit = bit_of(J);
#pragma unroll
    for (unsigned c = 0; c < count; ++c) {
      if ((c & bit) == 0) exchange(c, c ^ (Reversal ? 2 * bit - 1 : bit));
    }
  }

  /// Exchanges keys a and b of the coset if they are out of order. Key a must have the lower position.
  __device__ void exchange(unsigned a, unsigned b) {
    if constexpr (natural && !has_payload<Payload>) {
      const Word smaller = min(key[a], key[b]);  //: compares
      key[b] = max(key[a], key[b]);
      key[a] = smaller;
    } else {
      bool wrong = less(key[b], key[a]);  //: compares
      if constexpr (Ties) wrong = wrong || (!less(key[a], key[b]) && payload[b] < payload[a]);
      // In natural order, positions past the end hold the largest code, which no key exceeds.
      if constexpr (!natural) wrong = wrong && is_valid(b);
      const Word smaller = wrong ? key[b] : key[a];
      key[b] = wrong ? key[a] : key[b];
      key[a] = smaller;
      if constexpr (has_payload<Payload>) {
        const Payload left = wrong ? payload[b] : payload[a];
        payload[b] = wrong ? payload[a] : payload[b];
        payload[a] = left;
      }
    }
  }
};

/// Returns the segment of a part, and replaces `part` by its index in the segment. Empty after the last segment.
__device__ inline Segment find_part(const BitonicPass& pass, std::uint64_t& part) {
  const std::uint64_t i = part / pass.parts;
  part -= i * pass.parts;
  return i < pass.segments.count ? segment_of(pass.segments, static_cast<unsigned>(i)) : Segment{0, 0};
}

/// Executes all rounds whose comparators stay within tiles, one block per tile.
template <typename Word, typename Payload, typename Less, unsigned Log, bool Ties>
__global__ void __launch_bounds__(most_bitonic_threads(Log))
    tile_kernel(const Typed<Word, Payload, Less> typed, const BitonicPass pass) {
  Word* keys = cuda::dynamic_shared<Word>();
  Payload* payload = reinterpret_cast<Payload*>(keys + banked(pass.tile));
  std::uint64_t tile = blockIdx.x;
  const Segment segment = find_part(pass, tile);
  if (segment.size <= pass.sorted || tile * pass.tile >= segment.size) return;
  const unsigned first = segment.first + static_cast<unsigned>(tile) * pass.tile;
  const unsigned limit = min(segment.size - static_cast<unsigned>(tile) * pass.tile, pass.tile);
  for (unsigned i = threadIdx.x; i < limit; i += blockDim.x) {
    keys[banked(i)] = typed.load(first + i);  //: reads
    if constexpr (has_payload<Payload>) payload[banked(i)] = typed.payload_in[first + i];
  }
  for (unsigned r = 0; r < pass.rounds; ++r) {
    const CosetRound& round = pass.round[r];
    Coset<Word, Payload, Less, Log, Ties> coset(typed.less, round, threadIdx.x, limit);
    __syncthreads();
#pragma unroll
    for (unsigned c = 0; c < coset.count; ++c) {
      coset.key[c] = ~Word{0};
      if constexpr (Ties) coset.payload[c] = ~0u;
      if (!coset.is_valid(c)) continue;
      coset.key[c] = keys[banked(coset.place[c])];
      if constexpr (has_payload<Payload>) coset.payload[c] = payload[banked(coset.place[c])];
    }
    coset.apply(round);
#pragma unroll
    for (unsigned c = 0; c < coset.count; ++c) {
      if (!coset.is_valid(c)) continue;
      keys[banked(coset.place[c])] = coset.key[c];
      if constexpr (has_payload<Payload>) payload[banked(coset.place[c])] = coset.payload[c];
    }
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < limit; i += blockDim.x) {
    typed.store(first + i, keys[banked(i)]);  //: writes
    if constexpr (has_payload<Payload>) typed.payload_out[first + i] = payload[banked(i)];
  }
}

/// Executes one round in global memory, with one thread per coset.
template <typename Word, typename Payload, typename Less, unsigned Log, bool Ties>
__global__ void __launch_bounds__(most_bitonic_threads(Log))
    coset_kernel(const Typed<Word, Payload, Less> typed, const BitonicPass pass) {
  std::uint64_t index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Segment segment = find_part(pass, index);
  if (segment.size <= pass.sorted) return;
  const CosetRound& round = pass.round[0];
  Coset<Word, Payload, Less, Log, Ties> coset(typed.less, round, static_cast<unsigned>(index), segment.size);
#pragma unroll
  for (unsigned c = 0; c < coset.count; ++c) {
    coset.key[c] = ~Word{0};
    if constexpr (Ties) coset.payload[c] = ~0u;
    if (!coset.is_valid(c)) continue;
    coset.key[c] = typed.load(segment.first + coset.place[c]);  //: reads
    if constexpr (has_payload<Payload>) coset.payload[c] = typed.payload_in[segment.first + coset.place[c]];
  }
  coset.apply(round);
#pragma unroll
  for (unsigned c = 0; c < coset.count; ++c) {
    if (!coset.is_valid(c)) continue;
    typed.store(segment.first + coset.place[c], coset.key[c]);  //: writes
    if constexpr (has_payload<Payload>) typed.payload_out[segment.first + coset.place[c]] = coset.payload[c];
  }
}

template <unsigned Log, bool Ties, typename Word, typename Payload, typename Less>
void launch_bitonic(const Typed<Word, Payload, Less>& typed, const BitonicPass& pass, Stream stream) {
  const std::uint64_t parts = pass.parts * pass.segments.count;
  if (pass.tile > 0) {
    const auto kernel = tile_kernel<Word, Payload, Less, Log, Ties>;
    const std::uint64_t shared = bitonic_shared_bytes(pass.tile, sizeof(Word), has_payload<Payload>);
    cuda::launch("bitonic sort of segments", {static_cast<unsigned>(parts), pass.threads, shared, stream}, kernel,
                 typed, pass);
  } else {
    const unsigned blocks = cuda::blocks_for(parts, pass.threads);
    cuda::launch("bitonic sort of segments", {blocks, pass.threads, 0, stream},
                 coset_kernel<Word, Payload, Less, Log, Ties>, typed, pass);
  }
}

template <typename Word>
void launch_bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) {
  kernels::with_types<Word>(arrays, [&]<typename Payload, typename Less>(const Typed<Word, Payload, Less>& typed) {
    if constexpr (has_payload<Payload>) {
      if (pass.by_payload && pass.log2_keys == 2) return launch_bitonic<2, true>(typed, pass, stream);
      if (pass.by_payload) return launch_bitonic<4, true>(typed, pass, stream);
    }
    if (pass.log2_keys == 2) return launch_bitonic<2, false>(typed, pass, stream);
    launch_bitonic<4, false>(typed, pass, stream);
  });
}

}  // namespace
}  // namespace texelsort::algorithms::deterministic::device
