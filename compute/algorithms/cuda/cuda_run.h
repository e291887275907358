#pragma once

#include <memory>
#include <string_view>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/cuda/cuda_timer.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms {

/// What runs on CUDA share. Keys, payload and tables stand in guarded OpenGL buffers, so that views draw what kernels
/// wrote; they are mapped before a pass and handed back before anything looks at them. Passes launch kernels in
/// stream() on front(), back() and pointer().
///
/// A kernel's way: pass.execute = [this] { launch(stream().handle(), front(), back(), pointer(table)); swap(); }
class CudaRun : public ComputeRun {
 public:
  ~CudaRun() override;
  std::optional<Handover> handover() const final;

  /// Keys and payload on the device; payload is null if there is none. Aligned to 256 bytes.
  struct Columns {
    void* keys = nullptr;
    void* payload = nullptr;
  };
  /// For what works on them beside this run, in its stream: they are mapped, until anything looks at the run.
  const std::shared_ptr<CudaBridge>& bridge() const { return bridge_; }
  Columns device_columns() const;

 protected:
  /// Two sides: passes read the front and write the back. One: they work in place.
  enum class Sides : std::uint8_t { one, two };

  /// `device`'s context is current. A constructor that derives adds its tables and ends with rewind().
  CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides);

  /// Inside a pass's execute.
  Columns front() const { return columns(arrays().front()); }
  Columns back() const { return columns(arrays().back()); }
  /// From the front to the back, as kernels of comparison sorts take them.
  kernels::Arrays device_arrays() const;
  /// Which of two sides is the front.
  unsigned side() const { return arrays().side(); }
  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  std::uint64_t element_bytes() const { return key_bytes() + data::payload_bytes(problem().payload); }

  // As those of every run on buffers; kernels reach them, too.
  const GuardedBuffer& add_table(std::uint64_t bytes, std::string_view label) {
    const GuardedBuffer& table = ComputeRun::add_table(bytes, label);
    share(table, label);
    return table;
  }
  GuardedBuffer& add_array(std::uint64_t bytes, std::string_view label) {
    GuardedBuffer& array = ComputeRun::add_list(bytes, label);
    share(array, label);
    return array;
  }
  /// Its first byte, inside a pass's execute.
  void* pointer(const GuardedBuffer& buffer) const;
  const cuda::Stream& stream() const { return bridge_->stream; }

  void hand_back() const final { bridge_->buffers.unmap(); }

 private:
  CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides, std::shared_ptr<CudaBridge> bridge);
  Columns columns(const KeyBuffers& side) const;
  void share(const GuardedBuffer& buffer, std::string_view label);

  std::shared_ptr<CudaBridge> bridge_;
};

}  // namespace texelsort::algorithms
