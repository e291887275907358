#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "compute/algorithms/baselines/library_order.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// What the references ask of CUB, of Thrust and of kernels; every function queues its work and returns.
namespace texelsort::algorithms {

struct CubSort {
  unsigned payload_bytes = 0;  ///< 0, 4 or 8
  std::uint64_t n = 0;
  void* keys[2] = {};     ///< in 0; 1 is room for as many, where it is asked for
  void* payload[2] = {};  ///< likewise
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// DeviceRadixSort of keys as unsigned numbers, upwards.
struct CubRadixLaunches {
  /// Says in which of the two places the result is.
  virtual unsigned sort(const CubSort& sort) const = 0;
  /// The temporary memory that it needs, for the present device.
  virtual std::size_t bytes(unsigned payload_bytes, std::uint64_t n) const = 0;
};

struct CubMerge {
  LibraryOrder order{};
  CubSort arrays{};
};

/// DeviceMergeSort, in place, stable.
struct CubMergeLaunches {
  virtual void sort(const CubMerge& sort) const = 0;
  /// The temporary memory that it needs, for the present device; its arrays' addresses do not matter.
  virtual std::size_t bytes(const CubMerge& sort) const = 0;
};

/// Temporary device memory that is kept from call to call, for calls that follow each other in one stream: Thrust would
/// ask CUDA for it every time.
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

/// Elements [first, middle) and [middle, last), each sorted, to the same places of other arrays. Payloads are 0, 4 or 8
/// bytes wide.
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
  /// thrust::merge, or thrust::merge_by_key; stable.
  virtual void merge(const ThrustMerge& merge, ThrustMemory& memory) const = 0;
};

/// Keys that a library sees as a type, and how it compares them.
template <typename Type, Comparing way>
struct ComparedAs {
  using Key = Type;
  static constexpr Comparing comparing = way;
};
template <typename Key>
using Plain = ComparedAs<Key, Comparing::plain>;
/// Words are the bits of the keys.
template <typename Code>
using ByCodes = ComparedAs<Code, Comparing::codes>;

/// For keys that are compared as this order says.
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

/// Every key becomes its code or, without `encode`, every code its key.
void map_keys(bool encode, void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream);

}  // namespace texelsort::algorithms
