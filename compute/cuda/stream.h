#pragma once

#include <memory>
#include <optional>

#include "compute/cuda/give_back.h"
#include "compute/simt/options.h"

struct CUstream_st;  // what cudaStream_t points to

namespace texelsort::cuda {

/// A queue of work on one device, in order. Move-only; made on a device that it makes the present one.
class Stream {
 public:
  /// `on_cpu`: how the CPU executes kernels; none: simt::usual_options().
  explicit Stream(int ordinal, std::optional<simt::Options> on_cpu = {}) : Stream(ordinal, on_cpu, false) {}
  /// One beside this one. What is queued there takes the multiprocessors that other streams leave.
  Stream aside() const { return {ordinal_, on_cpu_, true}; }

  int ordinal() const { return ordinal_; }
  CUstream_st* handle() const { return handle_.get(); }
  Driver& driver() const { return *handle_.get_deleter().driver; }

  /// Waits for all that is queued; throws what went wrong in it.
  void wait() const;

 private:
  Stream(int ordinal, const std::optional<simt::Options>& on_cpu, bool aside);

  int ordinal_ = 0;
  std::optional<simt::Options> on_cpu_;
  std::unique_ptr<CUstream_st, GiveBack> handle_;
};

}  // namespace texelsort::cuda
