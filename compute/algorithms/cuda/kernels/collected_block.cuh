#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/cuda/kernels/sorted_block.cuh"
#include "compute/cuda/kernel.h"

/// Block that collects keys from all tiles of an array, one piece of consecutive keys per tile, and sorts them.
namespace texelsort::algorithms::kernels {
namespace {

/// Consecutive keys of one tile that belong to the block. `from` is an index relative to the start of the first tile.
struct Piece {
  unsigned from = 0, size = 0;
};

/// Lists of pieces in shared memory, for as many tiles at a time as there are threads. Long pieces are split, because
/// one tile may contain all keys of a bucket. Warps share the resulting lengths.
template <unsigned Threads>
struct PieceLists {
  static constexpr unsigned most = 2 * Threads;
  unsigned from[most], to[most + 1];
  std::uint64_t sums[most_sums];

  /// Calls put(i, place, load(place)) for key i of all pieces in order, on any thread. piece_of(tile) returns the piece
  /// of each of `tiles` tiles, with `all` keys in total. Loads several keys at a time. Ends with a barrier.
  template <typename PieceOf, typename Load, typename Put>
  __device__ void collect(std::uint64_t tiles, std::uint64_t all, const PieceOf& piece_of, const Load& load,
                          const Put& put) {
    const Team team{Threads, threadIdx.x};
    // Keys per length: few enough for a warp to load at once, and enough that the lists have space for all lengths.
    constexpr unsigned short_length = group * warp_lanes;
    const unsigned length = max(short_length, static_cast<unsigned>((all + Threads - 1) / Threads));
    unsigned before = 0;
    for (std::uint64_t base = 0; base < tiles; base += Threads) {
      const std::uint64_t tile = base + threadIdx.x;
      const Piece piece = tile < tiles ? piece_of(tile) : Piece{};
      // Packs two counts (lengths, and keys) into one word, so that one scan sums both.
      constexpr unsigned half = 32;
      const unsigned lengths = (piece.size + length - 1) / length;
      const auto scanned = exclusive_scan(team, std::uint64_t{lengths} << half | piece.size, sums);
      const auto first = static_cast<unsigned>(scanned.before >> half);
      const auto there = static_cast<unsigned>(scanned.all >> half);
      for (unsigned i = 0; i < lengths; ++i) {
        from[first + i] = piece.from + i * length;
        to[first + i] = before + static_cast<unsigned>(scanned.before) + i * length;
      }
      before += static_cast<unsigned>(scanned.all);
      if (threadIdx.x == 0) to[there] = before;
      __syncthreads();
      for (unsigned own = team.warp(); own < there; own += group * team.warps()) carry(own, there, load, put);
      __syncthreads();
    }
  }

 private:
  static constexpr unsigned group = 4;  ///< number of keys that each lane loads before it stores any of them

  template <typename Load, typename Put>
  __device__ void carry(unsigned own, unsigned there, const Load& load, const Put& put) const {
    unsigned source[group], target[group], size[group], most_keys = 0;
#pragma unroll
    for (unsigned g = 0; g < group; ++g, own += Threads / warp_lanes) {
      source[g] = own < there ? from[own] : 0;
      target[g] = own < there ? to[own] : 0;
      size[g] = own < there ? to[own + 1] - target[g] : 0;
      most_keys = max(most_keys, size[g]);
    }
    for (unsigned i = threadIdx.x % warp_lanes; i < most_keys; i += warp_lanes) {
      decltype(load(0u)) loaded[group];
#pragma unroll
      for (unsigned g = 0; g < group; ++g) {
        if (i < size[g]) loaded[g] = load(source[g] + i);
      }
#pragma unroll
      for (unsigned g = 0; g < group; ++g) {
        if (i < size[g]) put(target[g] + i, source[g] + i, loaded[g]);
      }
    }
  }
};

/// Source and destination of the keys that a block collects, as indices of the input and output arrays.
struct CollectedRange {
  std::uint64_t first_in = 0, first_out = 0;  ///< start of the first tile; start of the sorted keys
  std::uint64_t tiles = 0, size = 0;
};

template <typename WordType, typename LessType, bool HasFields, unsigned Threads, unsigned Items>
struct CollectedBlock {
  using Word = WordType;
  using Less = LessType;
  using Block = SortedBlock<Word, Less, HasFields, Threads, Items>;
  using Kind = typename Block::Kind;
  static constexpr unsigned threads = Threads, capacity = Block::capacity;

  struct Shared {
    typename Block::Sorter::Shared elements;  // first member: the sorter expects elements at the start of the memory
    PieceLists<Threads> pieces;
  };

  Shared& shared;
  const Word* in;
  Word* out;
  data::CodeMasks<Word> code;
  Less less;
  const FieldArrays& fields;
  std::uint64_t n;

  /// Collects and sorts keys that fit in shared memory: at most `capacity`.
  template <typename PieceOf>
  __device__ void sort(const CollectedRange& range, const PieceOf& piece_of) const {
    const Word* from = in + range.first_in;
    shared.pieces.collect(
        range.tiles, range.size, piece_of, [from](unsigned place) { return from[place]; },
        [&](unsigned i, unsigned place, Word key) { shared.elements.set(i, Kind::make(code.encode(key), place)); });
    const auto size = static_cast<unsigned>(range.size);
    Block::Sorter::sort(Kind::compare(less), size);
    Block::write(code, out, fields,
                 {.n = n, .first_in = range.first_in, .first_out = range.first_out, .size = size, .in_place = false});
  }

  /// Collects keys beyond the capacity at their destination, and sorts them there. Such large buckets are rare.
  template <typename PieceOf>
  __device__ void sort_large(const CollectedRange& range, const PieceOf& piece_of) const {
    const Word* from = in + range.first_in;
    shared.pieces.collect(
        range.tiles, range.size, piece_of, [from](unsigned place) { return from[place]; },
        [&](unsigned i, unsigned place, Word key) {
          out[range.first_out + i] = key;
          if constexpr (HasFields) copy_record(range.first_in + place, range.first_out + i);
        });
    Block::sort_in_place(code, less, out, fields, n, range.first_out, range.size);
  }

 private:
  /// Copies the fields of the record at index `from` of the input to index `to` of the output.
  __device__ void copy_record(std::uint64_t from, std::uint64_t to) const {
    for (unsigned f = 0; f < fields.count; ++f) {
      if (fields.rows) {
        fields.out[to * fields.count + f] = fields.in[from * fields.count + f];
      } else {
        fields.out[f * n + to] = fields.in[f * n + from];
      }
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
