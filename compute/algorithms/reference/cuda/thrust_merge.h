#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "compute/algorithms/reference/library_order.h"

struct CUstream_st;

/// What the reference asks of Thrust.
namespace texelsort::algorithms {

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

/// thrust::merge, or thrust::merge_by_key; stable. Queues its work.
void thrust_merge(const ThrustMerge& merge, ThrustMemory& memory);

}  // namespace texelsort::algorithms
