#pragma once

#include <cstdint>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// Descriptions of a problem's arrays that the host passes to kernels of comparison sorts. Pointers are device
/// pointers.
namespace texelsort::algorithms::kernels {

using Stream = CUstream_st*;

/// Fields of records that move with their keys.
struct FieldArrays {
  const unsigned* in = nullptr;
  unsigned* out = nullptr;
  unsigned count = 0;    ///< words per record, without its key
  bool rows = false;     ///< True if the words of a record are adjacent. Otherwise every field is an array of n words.
  bool grouped = false;  ///< if `rows`: true if threads share the words of a record; else one thread moves it
};

/// Order of the keys.
struct KeyOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::Comparison comparison = data::Comparison::natural;
};

/// Keys and payload words of each 0 or 4 bytes. The `out` pointers are null for kernels that work in place.
struct Arrays {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  const void* payload_in = nullptr;  ///< null if there is no payload
  void* payload_out = nullptr;
};

}  // namespace texelsort::algorithms::kernels
