#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "compute/algorithms/baselines/library_order.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// Calls of CUB, Thrust and kernels by the baselines. Every function enqueues its work and returns.
namespace texelsort::algorithms {

struct CubSort {
  unsigned payload_bytes = 0;  ///< 0, 4 or 8
  std::uint64_t n = 0;
  void* keys[2] = {};     ///< Input in 0. Array 1 is a second array of the same size, if the call needs one.
  void* payload[2] = {};  ///< same as for keys
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// cub::DeviceRadixSort of keys as unsigned numbers, ascending.
struct CubRadixLaunches {
  /// Sorts, and returns which of the two arrays holds the result.
  virtual unsigned sort(const CubSort& sort) const = 0;
  /// Returns the bytes of temporary memory that it needs on the current device.
  virtual std::size_t bytes(unsigned payload_bytes, std::uint64_t n) const = 0;
};

struct CubMerge {
  LibraryOrder order{};
  CubSort arrays{};
};

/// cub::DeviceMergeSort, in place and stable.
struct CubMergeLaunches {
  virtual void sort(const CubMerge& sort) const = 0;
  /// Returns the bytes of temporary memory that it needs on the current device. The addresses of the arrays do not
  /// matter.
  virtual std::size_t bytes(const CubMerge& sort) const = 0;
};

/// Temporary device memory that is kept between calls, for consecutive calls in one stream. Thrust would otherwise
/// allocate it for each call.
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

/// Merges the sorted ranges [first, middle) and [middle, last) into the same places of other arrays. Payloads are 0, 4
/// or 8 bytes wide.
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
  /// Calls thrust::merge or thrust::merge_by_key. Stable.
  virtual void merge(const ThrustMerge& merge, ThrustMemory& memory) const = 0;
};

/// Key type for the library, and how it compares the keys.
template <typename Type, Comparing way>
struct ComparedAs {
  using Key = Type;
  static constexpr Comparing comparing = way;
};
template <typename Key>
using Plain = ComparedAs<Key, Comparing::plain>;
/// Words are the bits of the keys, compared by their encoding.
template <typename Code>
using ByCodes = ComparedAs<Code, Comparing::codes>;

/// Returns the launches for keys that are compared in this order.
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

/// Encodes every key or, without `encode`, decodes it.
void map_keys(bool encode, void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream);

}  // namespace texelsort::algorithms
