#pragma once

#include <memory>
#include <optional>

#include "compute/cuda/give_back.h"
#include "compute/simt/options.h"

struct CUstream_st;  // CUDA's type of streams, to which a cudaStream_t points

namespace texelsort::cuda {

/// Queue of work on one device, which executes the work in order. Move-only.
class Stream {
 public:
  /// Creates a stream, and makes its device the current one. `on_cpu` contains options for kernels on the CPU, and null
  /// means simt::usual_options().
  explicit Stream(int ordinal, std::optional<simt::Options> on_cpu = {}) : Stream(ordinal, on_cpu, false) {}
  /// Creates a stream of low priority on the same device. Its kernels use only multiprocessors that other streams leave
  /// free.
  Stream aside() const { return {ordinal_, on_cpu_, true}; }

  int ordinal() const { return ordinal_; }
  CUstream_st* handle() const { return handle_.get(); }
  Driver& driver() const { return *handle_.get_deleter().driver; }

  /// Waits for all work that is queued in the stream. Throws the errors of the work.
  void wait() const;

 private:
  Stream(int ordinal, const std::optional<simt::Options>& on_cpu, bool aside);

  int ordinal_ = 0;
  std::optional<simt::Options> on_cpu_;
  std::unique_ptr<CUstream_st, GiveBack> handle_;
};

}  // namespace texelsort::cuda
