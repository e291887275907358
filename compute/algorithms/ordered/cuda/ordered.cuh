#pragma once
// Kernels: ordered::Launches, words

#include <algorithm>

#include "compute/algorithms/ordered/cuda/buckets.cuh"
#include "compute/cuda/kernel.h"

/// The launches of all steps.
namespace texelsort::algorithms::ordered {
namespace {

template <typename Word, typename Less>
Source<Word, Less> source_of(const Keys& keys, const Less& less) {
  return {static_cast<const Word*>(keys.in), data::code_masks<Word>(keys.order.type, keys.order.order), less};
}

template <typename Word, typename Less, bool HasFields>
using ElementOf = typename ElementKind<Word, Less, HasFields>::Element;
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
                   {static_cast<unsigned>(level.segments), sample_threads, bytes, stream}, sample_kernel<Keyed>, source,
                   level, tables);
    });
  }

  template <typename Source>
  static void draw_lists(const Source& source, const Level& level, const Tables& tables, void* temporary,
                         Stream stream) {
    auto* lists = static_cast<typename Samples<Source>::Element*>(temporary);
    constexpr std::size_t bytes = sizeof(typename Samples<Source>::ListSorter::Shared);
    cuda::launch("ordered sample sort: lists of samples", {sample_lists, list_threads, bytes, stream},
                 list_kernel<Source>, source, level, tables, lists);
    constexpr unsigned block_samples = rank_threads / sample_lists;
    cuda::launch("ordered sample sort: splitters",
                 {cuda::blocks_for(level.samples(), block_samples), rank_threads, 0, stream}, rank_kernel<Source>,
                 source, level, tables, lists);
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
      cuda::launch("ordered sample sort: buckets", {static_cast<unsigned>(level.most_tiles), count_threads, 0, stream},
                   count_kernel<Keyed>, source, level, tables);
    });
  }

  template <bool HasFields>
  static void scatter_tiles(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    using Tile = ScatterTile<Word, HasFields>;
    constexpr std::size_t bytes = sizeof(typename Tile::Shared);
    cuda::launch("ordered sample sort: scatter",
                 {static_cast<unsigned>(level.most_tiles), Tile::threads, bytes, stream}, scatter_kernel<Tile>,
                 static_cast<const Word*>(keys.in), static_cast<Word*>(keys.out), keys.fields, keys.n, level, tables);
  }

  template <typename Less, bool HasFields, Shape shape, bool parts>
  static void sort(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, std::uint64_t above,
                   Stream stream) {
    constexpr std::size_t bytes = sizeof(typename BucketSorter<Source<Word, Less>, HasFields, shape>::Sorter::Shared);
    constexpr auto kernel = bucket_kernel<Source<Word, Less>, HasFields, shape.threads, shape.items, parts>;
    cuda::launch("ordered sample sort: sort of buckets", {static_cast<unsigned>(buckets), shape.threads, bytes, stream},
                 kernel, source_of<Word>(keys, kernels::less_of<Less>(keys.order)), static_cast<Word*>(keys.out),
                 keys.fields, keys.n, starts, above);
  }

  /// Most by blocks of `shape`, the few others by large ones.
  template <bool HasFields, Shape shape>
  static void sort_most(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, Stream stream) {
    constexpr Shape others = large<Word, Natural, HasFields>;
    sort<Natural, HasFields, shape, false>(keys, buckets, starts, 0, stream);
    sort<Natural, HasFields, others, true>(keys, buckets, starts, shape.capacity(), stream);
  }

  template <bool HasFields>
  static void sort_all(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, Stream stream) {
    if (keys.order.comparison != data::Comparison::natural) {
      return sort<Compared, true, large<Word, Compared, true>, true>(keys, buckets, starts, 0, stream);
    }
    using OfKeys = ElementOf<Word, Natural, HasFields>;
    constexpr Shape others = large<Word, Natural, HasFields>;
    const std::uint64_t average = keys.n / buckets;
    if (small_shape<OfKeys>.fits(average)) {
      return sort_most<HasFields, small_shape<OfKeys>>(keys, buckets, starts, stream);
    }
    if constexpr (sizeof(OfKeys) == 4) {
      if (middle_shape.fits(average)) return sort_most<HasFields, middle_shape>(keys, buckets, starts, stream);
    }
    sort<Natural, HasFields, others, true>(keys, buckets, starts, 0, stream);
  }

  void sort_buckets(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts,
                    Stream stream) const override {
    (keys.fields.count > 0 ? sort_all<true> : sort_all<false>)(keys, buckets, starts, stream);
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
    using Largest = typename BucketSorter<Any, true, large<Word, Compared, true>>::Sorter::Shared;
    using Bare = typename BucketSorter<Source<Word, Natural>, false, large<Word, Natural, false>>::Sorter;
    return std::max({sizeof(typename Samples<Any>::Sorter::Shared), sizeof(Largest), sizeof(typename Bare::Shared),
                     sizeof(typename ScatterTile<Word, HasFields>::Shared)});
  }

  std::uint64_t shared_bytes(bool fields) const override {
    return fields ? most_shared_bytes<true>() : most_shared_bytes<false>();
  }
};

}  // namespace
}  // namespace texelsort::algorithms::ordered
