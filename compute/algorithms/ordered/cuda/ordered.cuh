#pragma once

#include <algorithm>

#include "compute/algorithms/ordered/cuda/buckets.cuh"
#include "compute/cuda/kernel.h"

/// Launches of all steps of the ordered sample sort.
namespace texelsort::algorithms::ordered {
namespace {

template <typename Word, typename Less>
Source<Word, Less> source_of(const Keys& keys, const Less& less) {
  return {static_cast<const Word*>(keys.in), data::code_masks<Word>(keys.order.type, keys.order.order), less};
}

template <typename Word, typename Less, bool HasFields>
using ElementOf = typename kernels::ElementKind<Word, Less, HasFields>::Element;
template <typename Word, typename Less, bool HasFields>
inline constexpr Shape large = large_shape<ElementOf<Word, Less, HasFields>>;

template <typename Word>
struct Kernels final : Launches {
  using Natural = data::CodeLess;
  using Compared = kernels::AnyLess<Word>;

  void draw_splitters(const Keys& keys, const Level& level, const Tables& tables, void* temporary,
                      Stream stream) const override {
    kernels::with_less<Word>(keys.order, [&](auto less) {
      const auto source = source_of<Word>(keys, less);
      using Keyed = Source<Word, decltype(less)>;
      if (level.list() > 0) return draw_lists(source, level, tables, temporary, stream);
      constexpr std::size_t bytes = sizeof(typename Samples<Keyed>::Sorter::Shared);
      cuda::launch("ordered sample sort: splitters",
                   cuda::early(cuda::Grid{static_cast<unsigned>(level.segments), sample_threads, bytes, stream}),
                   sample_kernel<Keyed>, source, level, tables);
    });
  }

  template <typename Source>
  static void draw_lists(const Source& source, const Level& level, const Tables& tables, void* temporary,
                         Stream stream) {
    auto* lists = static_cast<typename Samples<Source>::Element*>(temporary);
    constexpr std::size_t bytes = sizeof(typename Samples<Source>::ListSorter::Shared);
    cuda::launch("ordered sample sort: lists of samples",
                 cuda::early(cuda::Grid{sample_lists, list_threads, bytes, stream}), list_kernel<Source>, source, level,
                 tables, lists);
    constexpr unsigned block_samples = rank_threads / sample_lists;
    cuda::launch("ordered sample sort: splitters",
                 cuda::early(cuda::Grid{cuda::blocks_for(level.samples(), block_samples), rank_threads, 0, stream}),
                 rank_kernel<Source>, source, level, tables, lists);
  }

  std::uint64_t draw_bytes(const Level& level) const override {
    constexpr std::uint64_t sample_bytes = std::max(sizeof(typename Samples<Source<Word, Natural>>::Element),
                                                    sizeof(typename Samples<Source<Word, Compared>>::Element));
    return level.list() == 0 ? 0 : level.samples() * sample_bytes;
  }

  void count_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const override {
    kernels::with_less<Word>(keys.order, [&](auto less) {
      const auto source = source_of<Word>(keys, less);
      using Keyed = Source<Word, decltype(less)>;
      cuda::launch("ordered sample sort: buckets",
                   cuda::early(cuda::Grid{static_cast<unsigned>(level.most_tiles), count_threads, 0, stream}),
                   count_kernel<Keyed>, source, level, tables);
    });
  }

  template <bool HasFields>
  static void scatter_tiles(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    using Tile = ScatterTile<Word, HasFields>;
    constexpr std::size_t bytes = sizeof(typename Tile::Shared);
    cuda::launch("ordered sample sort: scatter",
                 cuda::early(cuda::Grid{static_cast<unsigned>(level.most_tiles), Tile::threads, bytes, stream}),
                 scatter_kernel<Tile>, static_cast<const Word*>(keys.in), static_cast<Word*>(keys.out), keys.fields,
                 keys.n, level, tables);
  }

  template <typename Less, bool HasFields>
  static void order(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    using Tile = LastTile<Word, HasFields>;
    cuda::launch("ordered sample sort: tiles",
                 cuda::early(cuda::Grid{static_cast<unsigned>(level.most_tiles), Tile::threads,
                                        sizeof(typename Tile::Shared), stream}),
                 tile_kernel<Tile, Source<Word, Less>>, source_of<Word>(keys, kernels::less_of<Less>(keys.order)),
                 static_cast<Word*>(keys.out), keys.fields, keys.n, level, tables);
  }

  void order_tiles(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const override {
    kernels::with_less<Word>(keys.order, [&](auto less) {
      using Less = decltype(less);
      (keys.fields.count > 0 ? order<Less, true> : order<Less, false>)(keys, level, tables, stream);
    });
  }

  /// Sorts most buckets with one block of `shape` per bucket, and the few larger buckets with blocks of shape `others`.
  template <typename Less, bool HasFields, Shape shape, Shape others>
  static void sort(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    using Keyed = Source<Word, Less>;
    using Most = BucketBlock<Keyed, HasFields, shape.threads, shape.items>;
    using Large = BucketBlock<Keyed, HasFields, others.threads, others.items>;
    const auto source = source_of<Word>(keys, kernels::less_of<Less>(keys.order));
    const auto buckets = static_cast<unsigned>(level.segments << level.bits);
    cuda::launch("ordered sample sort: sort of buckets",
                 cuda::early(cuda::Grid{buckets, Most::threads, sizeof(typename Most::Shared), stream}),
                 bucket_kernel<Most, Keyed>, source, static_cast<Word*>(keys.out), keys.fields, keys.n, level, tables);
    // Each block searches its share of all buckets for large ones. Starting more blocks would take longer.
    constexpr unsigned most_blocks = 128, share = 8;
    cuda::launch("ordered sample sort: sort of large buckets",
                 cuda::early(cuda::Grid{std::min(cuda::blocks_for(buckets, share), most_blocks), Large::threads,
                                        sizeof(typename Large::Shared), stream}),
                 large_bucket_kernel<Large, Keyed>, source, static_cast<Word*>(keys.out), keys.fields, keys.n, level,
                 tables, std::uint64_t{shape.capacity()});
  }

  template <bool HasFields>
  static void sort_all(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    if (keys.order.comparison != data::Comparison::natural) {
      constexpr Shape compared = large<Word, Compared, true>;
      return sort<Compared, true, compared, compared>(keys, level, tables, stream);
    }
    using OfKeys = ElementOf<Word, Natural, HasFields>;
    constexpr Shape others = large<Word, Natural, HasFields>;
    const std::uint64_t average = keys.n / (level.segments << level.bits);
    if constexpr (sizeof(OfKeys) == 4) {
      if (least_shape_of_words.fits(average, true)) {
        return sort<Natural, HasFields, least_shape_of_words, others>(keys, level, tables, stream);
      }
    }
    // A bucket that exceeds the shape costs more time at the end than using the next larger shape for all buckets.
    constexpr bool spare = sizeof(OfKeys) <= 8;
    if (small_shape<OfKeys>.fits(average, spare)) {
      return sort<Natural, HasFields, small_shape<OfKeys>, others>(keys, level, tables, stream);
    }
    if constexpr (sizeof(OfKeys) <= 8) {
      if (middle_shape<OfKeys>.fits(average)) {
        return sort<Natural, HasFields, middle_shape<OfKeys>, others>(keys, level, tables, stream);
      }
    }
    sort<Natural, HasFields, others, others>(keys, level, tables, stream);
  }

  void sort_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const override {
    (keys.fields.count > 0 ? sort_all<true> : sort_all<false>)(keys, level, tables, stream);
  }

  void scatter(const Keys& keys, const Level& level, const Tables& tables, Stream stream) const override {
    (keys.fields.count > 0 ? scatter_tiles<true> : scatter_tiles<false>)(keys, level, tables, stream);
  }

  std::uint64_t tile_keys(bool fields) const override {
    return fields ? ScatterTile<Word, true>::keys : ScatterTile<Word, false>::keys;
  }

  std::uint64_t bucket_capacity(data::Comparison comparison, bool fields) const override {
    if (comparison != data::Comparison::natural) return large<Word, Compared, true>.capacity();
    return fields ? large<Word, Natural, true>.capacity() : large<Word, Natural, false>.capacity();
  }

  template <bool HasFields>
  static std::uint64_t most_shared_bytes() {
    using Any = Source<Word, Compared>;
    constexpr Shape compared = large<Word, Compared, true>, bare = large<Word, Natural, false>;
    using Largest = typename BucketBlock<Any, true, compared.threads, compared.items>::Shared;
    using Bare = typename BucketBlock<Source<Word, Natural>, false, bare.threads, bare.items>::Shared;
    return std::max({sizeof(typename Samples<Any>::Sorter::Shared), sizeof(Largest), sizeof(Bare),
                     sizeof(typename ScatterTile<Word, HasFields>::Shared),
                     sizeof(typename LastTile<Word, HasFields>::Shared)});
  }

  std::uint64_t shared_bytes(bool fields) const override {
    return fields ? most_shared_bytes<true>() : most_shared_bytes<false>();
  }
};

}  // namespace
}  // namespace texelsort::algorithms::ordered
