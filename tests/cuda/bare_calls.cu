#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cuda/std/functional>
#include <numeric>

#include <thrust/execution_policy.h>
#include <thrust/merge.h>

#include "compute/algorithms/reference/cuda/thrust_merge.h"
#include "compute/cuda/error.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::tests {
namespace {

void good(cudaError_t result, const char* call) {
  cuda::check(result, call);
}

template <typename Element>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : bytes_(count * sizeof(Element)) {
    good(cudaMalloc(reinterpret_cast<void**>(&data_), bytes_), "cudaMalloc");
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  Element* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void copy_from(const Element* source) { good(cudaMemcpy(data_, source, bytes_, cudaMemcpyDefault), "cudaMemcpy"); }

 private:
  Element* data_ = nullptr;
  std::size_t bytes_;
};

/// What a call works on.
template <typename Key>
struct Arrays {
  std::uint64_t n;
  Key *keys, *other_keys;
  std::uint32_t *index, *other_index;
  cudaStream_t stream;
};

template <typename Key, typename Call>
class Timed final : public BareCall {
 public:
  Timed(const std::vector<Key>& keys, Call call)
      : n_(keys.size()),
        call_(std::move(call)),
        input_(n_),
        keys_(n_),
        other_keys_(n_),
        input_index_(n_),
        index_(n_),
        other_index_(n_) {
    input_.copy_from(keys.data());
    std::vector<std::uint32_t> index(n_);
    std::iota(index.begin(), index.end(), 0u);
    input_index_.copy_from(index.data());
    good(cudaStreamCreate(&stream_), "cudaStreamCreate");
    good(cudaEventCreate(&start_), "cudaEventCreate");
    good(cudaEventCreate(&end_), "cudaEventCreate");
    std::size_t bytes = 0;
    call_(nullptr, bytes, arrays());
    temporary_ = std::make_unique<DeviceArray<char>>(bytes > 0 ? bytes : 1);
  }
  ~Timed() override {
    cudaEventDestroy(start_);
    cudaEventDestroy(end_);
    cudaStreamDestroy(stream_);
  }

  void restore() override {
    keys_.copy_from(input_.data());
    index_.copy_from(input_index_.data());
    good(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
  double time() override {
    std::size_t bytes = temporary_->bytes();
    const Arrays<Key> given = arrays();
    good(cudaEventRecord(start_, stream_), "cudaEventRecord");
    result_ = call_(temporary_->data(), bytes, given);
    good(cudaEventRecord(end_, stream_), "cudaEventRecord");
    good(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float ms = 0;
    good(cudaEventElapsedTime(&ms, start_, end_), "cudaEventElapsedTime");
    return ms;
  }
  data::Keys result() const override {
    std::vector<Key> keys(n_);
    good(cudaMemcpy(keys.data(), result_, n_ * sizeof(Key), cudaMemcpyDefault), "cudaMemcpy");
    return keys;
  }

 private:
  Arrays<Key> arrays() const {
    return {n_, keys_.data(), other_keys_.data(), index_.data(), other_index_.data(), stream_};
  }

  std::uint64_t n_;
  Call call_;
  DeviceArray<Key> input_, keys_, other_keys_;
  DeviceArray<std::uint32_t> input_index_, index_, other_index_;
  std::unique_ptr<DeviceArray<char>> temporary_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr, end_ = nullptr;
  const Key* result_ = nullptr;
};

/// `call` is (temporary memory or null, its bytes, arrays) -> where the result is.
template <typename Key, typename Call>
std::unique_ptr<BareCall> timed(const std::vector<Key>& keys, Call call) {
  return std::make_unique<Timed<Key, Call>>(keys, std::move(call));
}

template <typename Count, typename Key, typename Less>
std::unique_ptr<BareCall> sorted_by(const std::vector<Key>& keys, Less less) {
  return timed(keys, [less](void* temporary, std::size_t& bytes, const Arrays<Key>& at) -> const Key* {
    good(cub::DeviceMergeSort::StableSortKeys(temporary, bytes, at.keys, static_cast<Count>(at.n), less, at.stream),
         "StableSortKeys");
    return at.keys;
  });
}

}  // namespace

std::unique_ptr<BareCall> bare_merge_sort_int(const std::vector<std::uint32_t>& keys) {
  return sorted_by<int>(keys, ::cuda::std::less<>{});
}
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<std::uint32_t>& keys) {
  return sorted_by<std::uint64_t>(keys, ::cuda::std::less<>{});
}
std::unique_ptr<BareCall> bare_merge_sort(const std::vector<float>& keys) {
  return sorted_by<std::uint64_t>(keys, ::cuda::std::less<>{});
}
std::unique_ptr<BareCall> bare_merge_sort_down(const std::vector<std::uint64_t>& keys) {
  return sorted_by<std::uint64_t>(keys, ::cuda::std::greater<>{});
}
std::unique_ptr<BareCall> bare_merge_sort_pairs(const std::vector<std::uint32_t>& keys) {
  using Key = std::uint32_t;
  return timed(keys, [](void* temporary, std::size_t& bytes, const Arrays<Key>& at) -> const Key* {
    good(cub::DeviceMergeSort::StableSortPairs(temporary, bytes, at.keys, at.index, at.n, ::cuda::std::less<>{},
                                               at.stream),
         "StableSortPairs");
    return at.keys;
  });
}

std::unique_ptr<BareCall> bare_radix_sort(const std::vector<std::uint32_t>& keys) {
  using Key = std::uint32_t;
  return timed(keys, [](void* temporary, std::size_t& bytes, const Arrays<Key>& at) -> const Key* {
    cub::DoubleBuffer<Key> both(at.keys, at.other_keys);
    good(cub::DeviceRadixSort::SortKeys(temporary, bytes, both, at.n, 0, 8 * sizeof(Key), at.stream), "SortKeys");
    return both.Current();
  });
}
std::unique_ptr<BareCall> bare_radix_sort_pairs(const std::vector<std::uint32_t>& keys) {
  using Key = std::uint32_t;
  return timed(keys, [](void* temporary, std::size_t& bytes, const Arrays<Key>& at) -> const Key* {
    cub::DoubleBuffer<Key> both(at.keys, at.other_keys);
    cub::DoubleBuffer<std::uint32_t> index(at.index, at.other_index);
    good(cub::DeviceRadixSort::SortPairs(temporary, bytes, both, index, at.n, 0, 8 * sizeof(Key), at.stream),
         "SortPairs");
    return both.Current();
  });
}

std::unique_ptr<BareCall> bare_merge(const std::vector<std::uint32_t>& keys, std::uint64_t middle) {
  using Key = std::uint32_t;
  const auto memory = std::make_shared<algorithms::ThrustMemory>();
  return timed(keys, [memory, middle](void* temporary, std::size_t&, const Arrays<Key>& at) -> const Key* {
    if (temporary == nullptr) return nullptr;
    const Key* in = at.keys;
    thrust::merge(thrust::cuda::par_nosync(*memory).on(at.stream), in, in + middle, in + middle, in + at.n,
                  at.other_keys);
    return at.other_keys;
  });
}

}  // namespace texelsort::tests
