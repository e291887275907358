#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "compute/algorithms/baselines/library_order.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// Calls of CUB, Thrust and kernels for the baselines. Every function enqueues its work in a stream and returns.
namespace texelsort::algorithms {

struct CubSort {
  unsigned payload_bytes = 0;  ///< bytes per payload: 0, 4 or 8
  std::uint64_t n = 0;
  /// Arrays of keys. Array 0 is the input. Array 1 has the same size, and is null if the sort works in place.
  void* keys[2] = {};
  void* payload[2] = {};  ///< payloads of the keys in `keys`, with the input in array 0
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// Sort by cub::DeviceRadixSort, which sorts keys as unsigned numbers in ascending order.
struct CubRadixLaunches {
  /// Sorts the keys. Returns the index of the array that contains the result, 0 or 1.
  virtual unsigned sort(const CubSort& sort) const = 0;
  /// Returns the bytes of temporary memory that a sort needs on the current device.
  virtual std::size_t bytes(unsigned payload_bytes, std::uint64_t n) const = 0;
};

struct CubMerge {
  LibraryOrder order{};
  CubSort arrays{};
};

/// Sort by cub::DeviceMergeSort, in place and stable.
struct CubMergeLaunches {
  virtual void sort(const CubMerge& sort) const = 0;
  /// Returns the bytes of temporary memory that a sort needs on the current device. The addresses of the arrays have no
  /// effect on the bytes.
  virtual std::size_t bytes(const CubMerge& sort) const = 0;
};

/// Temporary device memory for consecutive Thrust calls in one stream. The memory is kept between calls, because Thrust
/// would otherwise allocate it for each call.
class ThrustMemory {
 public:
  using value_type = char;

  ThrustMemory() = default;
  ThrustMemory(const ThrustMemory&) = delete;
  ThrustMemory& operator=(const ThrustMemory&) = delete;
  ~ThrustMemory();

  char* allocate(std::ptrdiff_t bytes);
  void deallocate(char* memory, std::size_t bytes);

 private:
  std::multimap<std::ptrdiff_t, char*> free_;
  std::map<char*, std::ptrdiff_t> used_;
};

/// Arguments of a merge of the sorted ranges [first, middle) and [middle, last) of the input arrays into range [first,
/// last) of the output arrays. A payload has 0, 4 or 8 bytes.
struct ThrustMerge {
  LibraryOrder order{};
  unsigned payload_bytes = 0;
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  const void* payload_in = nullptr;
  void* payload_out = nullptr;
  std::uint64_t first = 0, middle = 0, last = 0;
  CUstream_st* stream = nullptr;
};

struct ThrustMergeLaunches {
  /// Merges by thrust::merge or thrust::merge_by_key, which are stable.
  virtual void merge(const ThrustMerge& merge, ThrustMemory& memory) const = 0;
};

/// Tag that selects a library call by two properties: the key type that the library sorts, and how the library compares
/// keys.
template <typename Type, Comparing way>
struct ComparedAs {
  using Key = Type;
  static constexpr Comparing comparing = way;
};
template <typename Key>
using Plain = ComparedAs<Key, Comparing::plain>;
/// Tag that selects a library call for keys that the library compares by their encoding.
template <typename Code>
using ByCodes = ComparedAs<Code, Comparing::codes>;

/// Returns the library calls for the key type and the comparison of `order`.
template <typename Launches>
const Launches& launches(const LibraryOrder& order) {
  if (order.comparing == Comparing::codes) {
    if (data::key_bytes(order.type) == 8) return launches<Launches, ByCodes<std::uint64_t>>();
    return launches<Launches, ByCodes<std::uint32_t>>();
  }
  switch (order.type) {
    case data::KeyType::u32:
      return launches<Launches, Plain<std::uint32_t>>();
    case data::KeyType::i32:
      return launches<Launches, Plain<std::int32_t>>();
    case data::KeyType::f32:
      return launches<Launches, Plain<float>>();
    case data::KeyType::u64:
      return launches<Launches, Plain<std::uint64_t>>();
    case data::KeyType::i64:
      return launches<Launches, Plain<std::int64_t>>();
    case data::KeyType::f64:
      break;
  }
  return launches<Launches, Plain<double>>();
}

/// Encodes every key in place if `encode` is true. Otherwise, decodes every key.
void map_keys(bool encode, void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream);

}  // namespace texelsort::algorithms
