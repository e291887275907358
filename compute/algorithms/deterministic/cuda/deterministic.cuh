#pragma once

#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/deterministic/cuda/bitonic.cuh"
#include "compute/cuda/kernel.h"

/// Kernels of steps 3 and 5 to 8 of GPU Bucket Sort, and their launches.
namespace texelsort::algorithms::deterministic::device {
namespace {

inline constexpr unsigned copy_threads = 256;

/// Step 3: samples equidistant keys of every sorted sublist, including its largest key. One thread per sample.
template <typename Word>  //: launch local sampling
__global__ void local_samples_kernel(const Word* keys, const Sublists sublists, const BucketTables tables) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sublist = i / sublists.samples, number = i - sublist * sublists.samples;
  if (sublist >= sublists.lists.count) return;
  const Segment segment = segment_of(sublists.lists, sublist);
  const std::uint64_t rank = ((number + std::uint64_t{1}) * segment.size - 1) / sublists.samples;  // rounded up, - 1
  const unsigned place = segment.first + static_cast<unsigned>(rank);
  static_cast<Word*>(tables.samples)[i] = keys[place];  //: reads
  tables.sample_places[i] = place;
}

/// Step 5: selects equidistant splitters from the sorted samples. One thread per splitter.
template <typename Word>  //: launch global sampling
__global__ void global_samples_kernel(const Sublists sublists, const BucketTables tables) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sublists.samples) return;
  const std::uint64_t rank = (i + std::uint64_t{1}) * sublists.lists.count - 1;
  static_cast<Word*>(tables.splitters)[i] = static_cast<const Word*>(tables.samples)[rank];  //: reads
  tables.splitter_places[i] = tables.sample_places[rank];
}

/// Returns the index of the first of the sorted keys [low, high) that follows a splitter, or `high` if none does. Of
/// equal keys, the one with the lower position comes first. Key i has the position `first` + i.
template <typename Word, typename KeyAt, typename Less>
__device__ unsigned find_follower(const KeyAt& key_at, unsigned first, unsigned low, unsigned high, Word splitter,
                                  unsigned place, const Less& less) {
  return kernels::partition_point(low, high, [&](unsigned i) {
    const Word key = key_at(i);
    return less(splitter, key) || (!less(key, splitter) && place < first + i);
  });
}

/// Calls search(j, low, high) to search splitter j - 1 within [low, high) of its sublist. Omits the last splitter,
/// which is the largest key of all. One thread searches the middle splitter s/2, then two search s/4 and 3s/4, and so
/// on. Few threads then need the same word at a time (section 4, step 6).
template <typename Search>
__device__ void search_by_doubling(unsigned s, unsigned size, const unsigned* locations, const Search& search) {
  unsigned step = 1;  // a power of two, half of s or more
  while (2 * step < s) step *= 2;
  for (; step > 0; step /= 2) {
    __syncthreads();
    // Earlier iterations have already searched the splitters at even multiples of `step`.
    for (unsigned j = (2 * threadIdx.x + 1) * step; j < s; j += 2 * blockDim.x * step) {
      const unsigned low = j > step ? locations[j - step - 1] : 0;
      const unsigned high = s - j >= step ? locations[j + step - 1] : size;
      search(j, low, high);
    }
  }
}

/// Calls search() for all splitters in parallel. All searches begin at the same word, which causes contention.
template <typename Search>
__device__ void search_in_parallel(unsigned s, unsigned size, const Search& search) {
  __syncthreads();
  for (unsigned j = threadIdx.x + 1; j < s; j += blockDim.x) search(j, 0, size);
}

/// Steps 5 and 6, with one block per sublist: loads the sublist and the splitters into shared memory, and searches the
/// splitters in the sublist.
template <typename Word, typename Payload, typename Less>  //: launch sample indexing
__global__ void index_kernel(const Typed<Word, Payload, Less> typed, const Sublists sublists, const BucketTables tables,
                             bool doubling) {
  const unsigned sublist = blockIdx.x, s = sublists.samples;
  Word *keys = cuda::dynamic_shared<Word>(), *splitters = keys + sublists.longest;
  unsigned* locations = reinterpret_cast<unsigned*>(splitters + s);  // positions of the splitters, before the search
  const Segment segment = segment_of(sublists.lists, sublist);
  for (unsigned j = threadIdx.x; j < s; j += blockDim.x) {
    splitters[j] = typed.code.encode(static_cast<const Word*>(tables.splitters)[j]);
    locations[j] = j + 1 < s ? tables.splitter_places[j] : segment.size;
  }
  for (unsigned i = threadIdx.x; i < segment.size; i += blockDim.x) keys[i] = typed.load(segment.first + i);  //: reads
  const auto search = [&](unsigned j, unsigned low, unsigned high) {
    const auto key_at = [&](unsigned i) { return keys[i]; };
    locations[j - 1] = find_follower(key_at, segment.first, low, high, splitters[j - 1], locations[j - 1],
                                     typed.less);  //: compares
  };
  if (doubling) {
    search_by_doubling(s, segment.size, locations, search);
  } else {
    search_in_parallel(s, segment.size, search);
  }
  __syncthreads();
  for (unsigned j = threadIdx.x; j < s; j += blockDim.x) {
    const std::uint64_t row = std::uint64_t{sublist} * s;
    tables.locations[row + j] = locations[j];
    tables.starts[std::uint64_t{j} * sublists.lists.count + sublist] = locations[j] - (j > 0 ? locations[j - 1] : 0);
  }
}

/// Step 8, with one block per sublist: moves the sublist's keys. A thread looks up the bucket of each of its keys.
/// Accesses are thus coalesced, and every block has the same work, even if all keys of a sublist are in one bucket.
template <typename Word, typename Payload, typename Less>  //: launch data relocation
__global__ void relocate_kernel(const Typed<Word, Payload, Less> typed, const Sublists sublists,
                                const BucketTables tables) {
  unsigned* ends = cuda::dynamic_shared<unsigned>();
  unsigned* shifts = ends + sublists.samples;  // per bucket: what to add to an index in the sublist, modulo 2^32
  const unsigned sublist = blockIdx.x, s = sublists.samples;
  const unsigned* locations = tables.locations + std::uint64_t{sublist} * s;
  for (unsigned j = threadIdx.x; j < s; j += blockDim.x) {
    ends[j] = locations[j];
    shifts[j] = tables.starts[std::uint64_t{j} * sublists.lists.count + sublist] - (j > 0 ? locations[j - 1] : 0);
  }
  __syncthreads();
  const Segment segment = segment_of(sublists.lists, sublist);
  for (unsigned i = threadIdx.x; i < segment.size; i += blockDim.x) {
    // The search needs no last location, because it is always the end of the sublist.
    const unsigned bucket = kernels::partition_point(0u, s - 1, [&](unsigned j) { return i < ends[j]; });
    const unsigned to = i + shifts[bucket];
    typed.keys_out[to] = typed.keys_in[segment.first + i];  //: copies
    if constexpr (has_payload<Payload>) typed.payload_out[to] = typed.payload_in[segment.first + i];
  }
}

template <typename Word>
struct Kernels final : Launches {
  void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) const override {
    launch_bitonic_pass<Word>(arrays, pass, stream);
  }

  void local_samples(const void* keys, const Sublists& sublists, const BucketTables& tables,
                     Stream stream) const override {
    const std::uint64_t samples = std::uint64_t{sublists.lists.count} * sublists.samples;
    cuda::launch("local sampling", {cuda::blocks_for(samples, copy_threads), copy_threads, 0, stream},
                 local_samples_kernel<Word>, static_cast<const Word*>(keys), sublists, tables);
  }

  void global_samples(const Sublists& sublists, const BucketTables& tables, Stream stream) const override {
    cuda::launch("global sampling", {cuda::blocks_for(sublists.samples, copy_threads), copy_threads, 0, stream},
                 global_samples_kernel<Word>, sublists, tables);
  }

  void index(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
             bool doubling, Stream stream) const override {
    Arrays keys = arrays;
    keys.payload_in = nullptr;
    kernels::with_types<Word>(keys, [&]<typename Payload, typename Less>(const Typed<Word, Payload, Less>& typed) {
      if constexpr (!has_payload<Payload>) {
        const auto kernel = index_kernel<Word, Payload, Less>;
        const std::uint64_t shared = index_shared_bytes(sublists.longest, sublists.samples, sizeof(Word));
        cuda::launch("sample indexing", {sublists.lists.count, threads, shared, stream}, kernel, typed, sublists,
                     tables, doubling);
      }
    });
  }

  void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                Stream stream) const override {
    Arrays natural = arrays;
    natural.order.comparison = data::Comparison::natural;  // any order, because the kernel compares no keys
    kernels::with_types<Word>(natural, [&]<typename Payload, typename Less>(const Typed<Word, Payload, Less>& typed) {
      if constexpr (std::is_same_v<Less, data::CodeLess>) {
        const auto kernel = relocate_kernel<Word, Payload, Less>;
        const std::uint64_t shared = 2 * sublists.samples * sizeof(std::uint32_t);
        cuda::launch("data relocation", {sublists.lists.count, threads, shared, stream}, kernel, typed, sublists,
                     tables);
      }
    });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::deterministic::device
