#pragma once

#include <cstddef>

struct CUstream_st;
struct CUevent_st;

namespace texelsort::cuda {

class Driver;

/// Deleter that returns memory, streams and events to the driver that created them.
struct GiveBack {
  Driver* driver = nullptr;
  void operator()(std::byte* memory) const;
  void operator()(CUstream_st* stream) const;
  void operator()(CUevent_st* event) const;
};

}  // namespace texelsort::cuda
