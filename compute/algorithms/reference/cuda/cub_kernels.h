#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/algorithms/reference/library_order.h"
#include "compute/data/keys.h"

struct CUstream_st;

/// What the references ask of CUB and of kernels; every function queues its work and returns. Keys are `key_bytes`
/// wide, 4 or 8, payloads 0, 4 or 8.
namespace texelsort::algorithms {

struct CubSort {
  unsigned key_bytes = 4, payload_bytes = 0;
  std::uint64_t n = 0;
  void* keys[2] = {};     ///< in 0; 1 is room for as many, where it is asked for
  void* payload[2] = {};  ///< likewise
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// DeviceRadixSort of keys as unsigned numbers, upwards. Says in which of the two places the result is.
unsigned cub_radix_sort(const CubSort& sort);
/// The temporary memory that it needs, for the present device.
std::size_t cub_radix_bytes(unsigned key_bytes, unsigned payload_bytes, std::uint64_t n);

struct CubMerge {
  LibraryOrder order{};
  CubSort arrays{};
};

/// DeviceMergeSort, in place, stable.
void cub_merge_sort(const CubMerge& sort);
/// The temporary memory that it needs, for the present device; its arrays' addresses do not matter.
std::size_t cub_merge_bytes(const CubMerge& sort);

/// Every key becomes its code, and back.
void encode_keys(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream);
void decode_keys(void* keys, std::uint64_t n, data::KeyType type, data::Order order, CUstream_st* stream);

}  // namespace texelsort::algorithms
