#pragma once

#include <cstdint>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/keys.h"

struct CUstream_st;

/// What the host says of a problem's arrays to the kernels of comparison sorts. Pointers are the device's.
namespace texelsort::algorithms::kernels {

using Stream = CUstream_st*;

/// The fields of records that move with their keys.
struct FieldArrays {
  const unsigned* in = nullptr;
  unsigned* out = nullptr;
  unsigned count = 0;    ///< words of a record beside its key
  bool rows = false;     ///< a record's words stand together; else every field is an array of n words
  bool grouped = false;  ///< rows: threads share the words of a record; else each thread carries its own
};

/// Which of two keys comes first.
struct KeyOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  data::Comparison comparison = data::Comparison::natural;
};

/// Keys and payload words of 0 or 4 bytes each; `out` is null where a kernel works in place.
struct Arrays {
  KeyOrder order;
  std::uint64_t n = 0;
  const void* keys_in = nullptr;
  void* keys_out = nullptr;
  const void* payload_in = nullptr;  ///< null: keys travel alone
  void* payload_out = nullptr;
};

}  // namespace texelsort::algorithms::kernels
