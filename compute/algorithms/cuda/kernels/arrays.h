#pragma once

#include <cstdint>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// Descriptions of a problem's arrays that the host passes to kernels of comparison sorts. All pointers are device
/// addresses.
namespace texelsort::algorithms::kernels {

using Stream = CUstream_st*;

/// Fields of records that move with the records' keys.
struct FieldArrays {
  const unsigned* in = nullptr;
  unsigned* out = nullptr;
  unsigned count = 0;  ///< number of 32-bit words per record, without the key
  bool rows = false;   ///< True if the words of a record are adjacent. Otherwise every field is an array of n words.
  /// True if several threads share the move of each record. False if one thread moves it. Only used if `rows` is
  /// true.
  bool grouped = false;
};

/// Order of the keys: their type, the direction and the comparison.
struct KeyOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::Comparison comparison = data::Comparison::natural;
};

/// Arrays of keys and of payloads, which have 0 or 4 bytes each. The `out` pointers are null for kernels that work in
/// place.
struct Arrays {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  const void* payload_in = nullptr;  ///< null if the problem has no payload
  void* payload_out = nullptr;
};

}  // namespace texelsort::algorithms::kernels
