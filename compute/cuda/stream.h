#pragma once

#include <memory>

#include "compute/cuda/give_back.h"

struct CUstream_st;  // what cudaStream_t points to

namespace texelsort::cuda {

/// A queue of work on one device, in order. Move-only; made on a device that it makes the present one.
class Stream {
 public:
  explicit Stream(int ordinal) : Stream(ordinal, false) {}
  /// What is queued there takes the multiprocessors that other streams leave.
  static Stream aside(int ordinal) { return {ordinal, true}; }

  int ordinal() const { return ordinal_; }
  CUstream_st* handle() const { return handle_.get(); }
  Driver& driver() const { return *handle_.get_deleter().driver; }

  /// Waits for all that is queued; throws what went wrong in it.
  void wait() const;

 private:
  Stream(int ordinal, bool aside);

  int ordinal_ = 0;
  std::unique_ptr<CUstream_st, GiveBack> handle_;
};

}  // namespace texelsort::cuda
