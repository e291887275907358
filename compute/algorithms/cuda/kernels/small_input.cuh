#pragma once

#include <algorithm>

#include "compute/algorithms/cuda/kernels/collected_block.cuh"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/cuda/kernels/sample_places.h"
#include "compute/cuda/kernel.h"

/// Sort of small inputs, for which launch overhead would dominate. One block sorts all keys, or each block sorts a tile
/// while another block sorts samples for splitters. A second launch then collects the keys between two splitters from
/// all tiles and sorts them (Parallel sorting by regular sampling, Shi and Schaeffer 1992, with random samples).
namespace texelsort::algorithms::kernels {
namespace {

/// Sorts the tiles. With several parts, the first block sorts the samples instead; no other block waits for it.
template <typename Block>  //: launch sort of tiles
__global__ void __launch_bounds__(Block::threads)
    sort_tiles_kernel(const typename Block::Word* in, typename Block::Word* out, FieldArrays fields, std::uint64_t n,
                      data::CodeMasks<typename Block::Word> code, typename Block::Less less, KeyParts parts,
                      typename Block::Word* splitters) {
  cuda::wait_for_earlier();
  auto& elements = Block::Sorter::elements();
  const bool samples = parts.parts > 1 && blockIdx.x == 0;
  const std::uint64_t first = samples ? 0 : (blockIdx.x - (parts.parts > 1 ? 1 : 0)) * std::uint64_t{parts.tile};
  const auto size = static_cast<unsigned>(min(std::uint64_t{parts.tile}, n - first));
  const SamplePlaces place(parts.seed, 0, size, n);
  typename Block::Word loaded[Block::items];  // all loads come first, so that their latencies overlap
#pragma unroll
  for (unsigned i = 0; i < Block::items; ++i) {
    const unsigned j = i * Block::threads + threadIdx.x;
    if (j < size) loaded[i] = in[samples ? place(j) : first + j];  //: reads
  }
#pragma unroll
  for (unsigned i = 0; i < Block::items; ++i) {
    const unsigned j = i * Block::threads + threadIdx.x;
    if (j < size) elements.set(j, Block::Kind::make(code.encode(loaded[i]), j));
  }
  __syncthreads();
  Block::Sorter::sort(Block::Kind::compare(less), size);  //: compares
  if (samples) {
    for (unsigned j = threadIdx.x; j + 1 < parts.parts; j += Block::threads) {
      splitters[j] = code.decode(Block::Kind::code(elements[(j + 1) * size / parts.parts]));
    }
    return;
  }
  Block::write(code, out, fields,
               {.n = n, .first_in = first, .first_out = first, .size = size, .in_place = false});  //: writes
}

/// Computes partition_point() by a group of `lanes` adjacent lanes, so that the search needs fewer memory accesses in
/// sequence.
template <unsigned lanes, typename Reached>
__device__ unsigned partition_point_by(unsigned low, unsigned high, const Reached& reached) {
  const PathRange<std::uint64_t> range(high, high, high - low);
  return static_cast<unsigned>(path_crossing_by<lanes>(
      range, 0, [&](std::uint64_t, std::uint64_t i) { return reached(static_cast<unsigned>(i)); }));
}

/// Two cuts through every tile: the start of the block's part (side 0), and the start of the next part (side 1).
struct PartCuts {
  unsigned lower[2][most_part_tiles];  ///< number of keys below the splitter; cut() replaces it by the cut
  unsigned equal[2][most_part_tiles];  ///< number of keys equal to the splitter
};

/// Sorter of one part. Splitters give only the approximate bounds of parts. Keys equal to a splitter are divided so
/// that parts have equal sizes. Those of the first tiles go to the part before the splitter.
template <typename Block>
struct PartSorter {
  using Word = typename Block::Word;
  struct Shared {
    typename Block::Shared block;
    PartCuts cuts;
  };
  static constexpr unsigned lanes = 4;  ///< lanes that search a tile together

  const Block& block;
  PartCuts& cuts;
  const KeyParts& parts;
  const Word* splitters;

  __device__ unsigned tiles() const { return static_cast<unsigned>((block.n + parts.tile - 1) / parts.tile); }
  __device__ unsigned size_of(unsigned tile) const {
    return static_cast<unsigned>(min(std::uint64_t{parts.tile}, block.n - std::uint64_t{tile} * parts.tile));
  }

  /// Counts in every tile the keys below, and the keys equal to, the splitters at both ends of the part.
  __device__ void search() const {
    const unsigned pairs = 2 * tiles();
    for (unsigned pair = threadIdx.x / lanes; pair < pairs; pair += Block::threads / lanes) {
      const unsigned side = pair % 2, tile = pair / 2, size = size_of(tile);
      const unsigned splitter = blockIdx.x + side;  // the start of the part is side 0, the end is side 1
      unsigned lower = splitter == 0 ? 0 : size, equal = 0;
      if (splitter > 0 && splitter < parts.parts) {
        const Word* keys = block.in + std::uint64_t{tile} * parts.tile;
        const Word code = block.code.encode(splitters[splitter - 1]);
        const auto key = [&](unsigned i) { return block.code.encode(keys[i]); };
        lower = partition_point_by<lanes>(0, size, [&](unsigned i) { return !block.less(key(i), code); });
        if (lower < size && !block.less(code, key(lower))) {
          equal = partition_point_by<lanes>(lower, size, [&](unsigned i) { return block.less(code, key(i)); }) - lower;
        }
      }
      if (threadIdx.x % lanes == 0) {
        cuts.lower[side][tile] = lower;
        cuts.equal[side][tile] = equal;
      }
    }
    __syncthreads();
  }

  /// Converts the counts from search() to the part's start and end in every tile. Ends with a barrier.
  __device__ CollectedRange cut() const {
    const Team team{Block::threads, threadIdx.x};
    const unsigned tile = threadIdx.x;
    const bool there = tile < tiles();
    constexpr unsigned half = 32;  // one word packs the sums of both sides
    std::uint64_t lower = 0, equal = 0;
    if (there) {
      lower = std::uint64_t{cuts.lower[1][tile]} << half | cuts.lower[0][tile];
      equal = std::uint64_t{cuts.equal[1][tile]} << half | cuts.equal[0][tile];
    }
    std::uint64_t* sums = block.shared.pieces.sums;
    const auto equals = exclusive_scan(team, equal, sums);
    const std::uint64_t all_lower = team_sum(team, lower, sums);
    __syncthreads();
    std::uint64_t bounds[2];
#pragma unroll
    for (unsigned side = 0; side < 2; ++side) {
      const auto before = static_cast<unsigned>(all_lower >> (side * half));
      const auto all_equal = static_cast<unsigned>(equals.all >> (side * half));
      const auto equal_before = static_cast<unsigned>(equals.before >> (side * half));
      const auto even = static_cast<unsigned>((blockIdx.x + side) * block.n / parts.parts);
      const unsigned wanted = min(even > before ? even - before : 0u, all_equal);
      bounds[side] = std::uint64_t{before} + wanted;
      if (there) {
        const unsigned own = static_cast<unsigned>(equal >> (side * half));
        cuts.lower[side][tile] += min(wanted > equal_before ? wanted - equal_before : 0u, own);
      }
    }
    __syncthreads();
    return {.first_in = 0, .first_out = bounds[0], .tiles = tiles(), .size = bounds[1] - bounds[0]};
  }

  __device__ Piece piece(std::uint64_t tile) const {
    const unsigned first = cuts.lower[0][tile];
    return {static_cast<unsigned>(tile * parts.tile) + first, cuts.lower[1][tile] - first};
  }
};

template <typename Block>  //: launch sort of parts
__global__ void __launch_bounds__(Block::threads)
    sort_parts_kernel(const typename Block::Word* in, typename Block::Word* out, FieldArrays fields, std::uint64_t n,
                      data::CodeMasks<typename Block::Word> code, typename Block::Less less, KeyParts parts,
                      const typename Block::Word* splitters) {
  cuda::wait_for_earlier();
  using Sorter = PartSorter<Block>;
  static_assert(Block::threads >= most_part_tiles);
  auto& shared = *cuda::dynamic_shared<typename Sorter::Shared>();
  const Block block{shared.block, in, out, code, less, fields, n};
  const Sorter sorter{block, shared.cuts, parts, splitters};
  sorter.search();  //: compares
  const CollectedRange range = sorter.cut();
  const auto piece = [&](std::uint64_t tile) { return sorter.piece(tile); };
  if (range.size <= Block::capacity) {
    block.sort(range, piece);  //: sorts
  } else {
    block.sort_large(range, piece);  //: sorts
  }
}

/// Calls take<Threads, Items>() for the block size that sorts `keys` keys fastest on an H200. If the number of items is
/// a power of two, warps first sort single-word elements. Blocks for `collected` parts leave enough shared memory for a
/// second block on their multiprocessor.
template <typename Word, typename Less, bool HasFields, bool collected, typename Take>
void with_block_for(std::uint64_t keys, const Take& take) {
  using Element = typename ElementKind<Word, Less, HasFields>::Element;
  if constexpr (is_plain<Element>) {
    if (keys <= 256 * 2) return take.template operator()<256, 2>();
    if (keys <= 512 * 2) return take.template operator()<512, 2>();
    if (keys <= 512 * 4) return take.template operator()<512, 4>();
    if constexpr (sizeof(Element) == 4 && !collected) {
      if (keys <= 512 * 8) return take.template operator()<512, 8>();
    }
    if (keys <= 512 * 9) return take.template operator()<512, 9>();
    if constexpr (sizeof(Element) == 4) {
      if (!collected && keys <= 1024 * 8) return take.template operator()<1024, 8>();
      if (keys > 1024 * 9) return take.template operator()<1024, 19>();
    }
  } else {
    if (keys <= 512 * 3) return take.template operator()<512, 3>();
    if (keys <= 512 * 5) return take.template operator()<512, 5>();
    if (keys <= 512 * 9) return take.template operator()<512, 9>();
  }
  take.template operator()<1024, 9>();
}

template <typename Word>
struct SmallInputKernels final : SmallInputLaunches {
  /// Calls take<Less, HasFields>() for the order of the keys, and for whether records have fields.
  template <typename Take>
  static void with_kind(const FieldedKeys& keys, const Take& take) {
    if (keys.order.comparison != data::Comparison::natural) return take.template operator()<AnyLess<Word>, true>();
    if (keys.fields.count > 0) return take.template operator()<data::CodeLess, true>();
    take.template operator()<data::CodeLess, false>();
  }

  void sort_tiles(const FieldedKeys& keys, const KeyParts& parts, void* splitters, Stream stream) const override {
    with_kind(keys, [&]<typename Less, bool HasFields>() {
      with_block_for<Word, Less, HasFields, false>(parts.tile, [&]<unsigned Threads, unsigned Items>() {
        using Block = SortedBlock<Word, Less, HasFields, Threads, Items>;
        const unsigned blocks = cuda::blocks_for(keys.n, parts.tile) + (parts.parts > 1 ? 1 : 0);
        cuda::launch("sort of tiles", {blocks, Threads, sizeof(typename Block::Sorter::Shared), stream},
                     sort_tiles_kernel<Block>, static_cast<const Word*>(keys.in), static_cast<Word*>(keys.out),
                     keys.fields, keys.n, data::code_masks<Word>(keys.order.type, keys.order.order),
                     less_of<Less>(keys.order), parts, static_cast<Word*>(splitters));
      });
    });
  }

  /// Sorts the parts. Blocks have shared memory for parts of two tiles, which parts rarely exceed.
  void sort_parts(const FieldedKeys& keys, const KeyParts& parts, const void* splitters, Stream stream) const override {
    with_kind(keys, [&]<typename Less, bool HasFields>() {
      with_block_for<Word, Less, HasFields, true>(2 * parts.tile, [&]<unsigned Threads, unsigned Items>() {
        if constexpr (Threads >= most_part_tiles && Threads * Items >= 2 * least_part_tile) {
          using Block = CollectedBlock<Word, Less, HasFields, Threads, Items>;
          cuda::launch(
              "sort of parts",
              cuda::early(cuda::Grid{parts.parts, Threads, sizeof(typename PartSorter<Block>::Shared), stream}),
              sort_parts_kernel<Block>, static_cast<const Word*>(keys.in), static_cast<Word*>(keys.out), keys.fields,
              keys.n, data::code_masks<Word>(keys.order.type, keys.order.order), less_of<Less>(keys.order), parts,
              static_cast<const Word*>(splitters));
        }
      });
    });
  }

  std::uint64_t shared_bytes() const override {
    constexpr std::uint64_t most =
        sizeof(typename PartSorter<CollectedBlock<Word, AnyLess<Word>, true, 1024, 9>>::Shared);
    if constexpr (sizeof(Word) == 8) return most;
    using Words = CollectedBlock<Word, data::CodeLess, false, 1024, 19>;
    return std::max<std::uint64_t>(most, sizeof(typename PartSorter<Words>::Shared));
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
