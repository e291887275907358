#pragma once

#include <memory>
#include <optional>

#include "compute/cuda/give_back.h"
#include "compute/simt/options.h"

struct CUstream_st;  // target of a cudaStream_t

namespace texelsort::cuda {

/// In-order queue of work on one device. Move-only. Construction makes the device the present one.
class Stream {
 public:
  /// Creates a stream. `on_cpu` has the options for kernels on the CPU; simt::usual_options() if null.
  explicit Stream(int ordinal, std::optional<simt::Options> on_cpu = {}) : Stream(ordinal, on_cpu, false) {}
  /// Creates a low-priority stream of the same device, which uses multiprocessors that other streams leave free.
  Stream aside() const { return {ordinal_, on_cpu_, true}; }

  int ordinal() const { return ordinal_; }
  CUstream_st* handle() const { return handle_.get(); }
  Driver& driver() const { return *handle_.get_deleter().driver; }

  /// Waits for all queued work. Throws its errors.
  void wait() const;

 private:
  Stream(int ordinal, const std::optional<simt::Options>& on_cpu, bool aside);

  int ordinal_ = 0;
  std::optional<simt::Options> on_cpu_;
  std::unique_ptr<CUstream_st, GiveBack> handle_;
};

}  // namespace texelsort::cuda
