#pragma once

#include <algorithm>

#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/algorithms/ordered/cuda/buckets.cuh"

/// The kernels of keys of one width: one more is compiled in a file of its own, so that both are at once.
namespace texelsort::algorithms::ordered {

template <typename Word, typename Less>
Source<Word, Less> source_of(const Keys& keys) {
  const auto less = [&keys] {
    if constexpr (std::is_same_v<Less, data::CodeLess>) {
      return Less{};
    } else {
      return Less(keys.order);
    }
  };
  return {static_cast<const Word*>(keys.in), data::code_masks<Word>(keys.order.type, keys.order.order), less()};
}

/// Calls `launch(Source)` for the comparison of `keys`.
template <typename Word, typename Launch>
void with_source(const Keys& keys, Launch launch) {
  if (keys.order.comparison == data::Comparison::natural) return launch(source_of<Word, data::CodeLess>(keys));
  launch(source_of<Word, kernels::AnyLess<Word>>(keys));
}

template <typename Word>
struct Width {
  using Natural = data::CodeLess;
  using Compared = kernels::AnyLess<Word>;

  static void draw(const Keys& keys, const Level& level, const Tables& tables, void* temporary, Stream stream) {
    with_source<Word>(keys, [&](auto source) {
      using Source = decltype(source);
      if (level.list() > 0) return draw_lists(source, level, tables, temporary, stream);
      constexpr std::size_t bytes = sizeof(typename Samples<Source>::Sorter::Shared);
      radix::allow_shared(sample_kernel<Source>, bytes);
      sample_kernel<Source>
          <<<static_cast<unsigned>(level.segments), sample_threads, bytes, stream>>>(source, level, tables);
    });
    cuda::check_launch("ordered sample sort: splitters");
  }

  template <typename Source>
  static void draw_lists(const Source& source, const Level& level, const Tables& tables, void* temporary,
                         Stream stream) {
    auto* lists = static_cast<typename Samples<Source>::Element*>(temporary);
    constexpr std::size_t bytes = sizeof(typename Samples<Source>::ListSorter::Shared);
    list_kernel<Source><<<sample_lists, list_threads, bytes, stream>>>(source, level, tables, lists);
    cuda::check_launch("ordered sample sort: lists of samples");
    constexpr unsigned block_samples = rank_threads / sample_lists;
    rank_kernel<Source><<<(level.samples() + block_samples - 1) / block_samples, rank_threads, 0, stream>>>(
        source, level, tables, lists);
  }

  static constexpr std::uint64_t sample_bytes = std::max(sizeof(typename Samples<Source<Word, Natural>>::Element),
                                                         sizeof(typename Samples<Source<Word, Compared>>::Element));

  static void count(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    with_source<Word>(keys, [&](auto source) {
      using Source = decltype(source);
      count_kernel<Source>
          <<<static_cast<unsigned>(level.most_tiles), count_threads, 0, stream>>>(source, level, tables);
    });
    cuda::check_launch("ordered sample sort: buckets");
  }

  template <bool HasFields>
  static void move(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
    using Tile = ScatterTile<Word, HasFields>;
    constexpr std::size_t bytes = sizeof(typename Tile::Shared);
    radix::allow_shared(scatter_kernel<Tile>, bytes);
    scatter_kernel<Tile><<<static_cast<unsigned>(level.most_tiles), Tile::threads, bytes, stream>>>(
        static_cast<const Word*>(keys.in), static_cast<Word*>(keys.out), keys.fields, keys.n, level, tables);
    cuda::check_launch("ordered sample sort: scatter");
  }

  template <typename Less, bool HasFields>
  using Element = typename ElementKind<Word, Less, HasFields>::Element;
  template <typename Less, bool HasFields>
  static constexpr Shape large = large_shape<Element<Less, HasFields>>;

  template <typename Less, bool HasFields, Shape shape, bool parts>
  static void sort(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, std::uint64_t above,
                   Stream stream) {
    constexpr std::size_t bytes = sizeof(typename BucketSorter<Source<Word, Less>, HasFields, shape>::Sorter::Shared);
    constexpr auto kernel = bucket_kernel<Source<Word, Less>, HasFields, shape.threads, shape.items, parts>;
    radix::allow_shared(kernel, bytes);
    kernel<<<static_cast<unsigned>(buckets), shape.threads, bytes, stream>>>(
        source_of<Word, Less>(keys), static_cast<Word*>(keys.out), keys.fields, keys.n, starts, above);
    cuda::check_launch("ordered sample sort: sort of buckets");
  }

  /// Most by blocks of `shape`, the few others by large ones.
  template <bool HasFields, Shape shape>
  static void sort_most(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, Stream stream) {
    sort<Natural, HasFields, shape, false>(keys, buckets, starts, 0, stream);
    sort<Natural, HasFields, large<Natural, HasFields>, true>(keys, buckets, starts, shape.capacity(), stream);
  }

  template <bool HasFields>
  static void sort_all(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, Stream stream) {
    if (keys.order.comparison != data::Comparison::natural) {
      return sort<Compared, true, large<Compared, true>, true>(keys, buckets, starts, 0, stream);
    }
    using OfKeys = Element<Natural, HasFields>;
    const std::uint64_t average = keys.n / buckets;
    if (small_shape<OfKeys>.fits(average)) {
      return sort_most<HasFields, small_shape<OfKeys>>(keys, buckets, starts, stream);
    }
    if constexpr (sizeof(OfKeys) == 4) {
      if (middle_shape.fits(average)) return sort_most<HasFields, middle_shape>(keys, buckets, starts, stream);
    }
    sort<Natural, HasFields, large<Natural, HasFields>, true>(keys, buckets, starts, 0, stream);
  }

  static std::uint64_t bucket_capacity(bool natural, bool fields) {
    if (!natural) return large<Compared, true>.capacity();
    return fields ? large<Natural, true>.capacity() : large<Natural, false>.capacity();
  }

  template <bool HasFields>
  static std::size_t shared_bytes() {
    using Any = Source<Word, Compared>;
    using Largest = typename BucketSorter<Any, true, large<Compared, true>>::Sorter::Shared;
    using Bare = typename BucketSorter<Source<Word, Natural>, false, large<Natural, false>>::Sorter;
    return std::max({sizeof(typename Samples<Any>::Sorter::Shared), sizeof(Largest), sizeof(typename Bare::Shared),
                     sizeof(typename ScatterTile<Word, HasFields>::Shared)});
  }
};

/// One of the two widths, as functions that need no template.
struct WidthCalls {
  void (*draw)(const Keys&, const Level&, const Tables&, void*, Stream);
  std::uint64_t sample_bytes;
  void (*count)(const Keys&, const Level&, const Tables&, Stream);
  void (*move[2])(const Keys&, const Level&, const Tables&, Stream);
  void (*sort[2])(const Keys&, std::uint64_t, const std::uint64_t*, Stream);
  std::uint64_t (*bucket_capacity)(bool natural, bool fields);
  std::size_t (*shared_bytes[2])();
  std::uint64_t tile[2];
};

template <typename Word>
constexpr WidthCalls width_calls() {
  using W = Width<Word>;
  return {W::draw,
          W::sample_bytes,
          W::count,
          {W::template move<false>, W::template move<true>},
          {W::template sort_all<false>, W::template sort_all<true>},
          W::bucket_capacity,
          {W::template shared_bytes<false>, W::template shared_bytes<true>},
          {ScatterTile<Word, false>::keys, ScatterTile<Word, true>::keys}};
}

extern const WidthCalls width_32, width_64;

}  // namespace texelsort::algorithms::ordered
