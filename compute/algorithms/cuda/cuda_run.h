#pragma once

#include <memory>
#include <string_view>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/cuda/cuda_timer.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms {

/// Base class of CUDA runs. Keys, payload and tables are in guarded OpenGL buffers, so that views can draw them. CUDA
/// maps the buffers before a pass. The run returns the buffers to OpenGL before any other access. Passes launch kernels
/// in stream() with front(), back() and pointer() as arguments.
///
/// A pass typically has pass.execute = [this] { launch(stream().handle(), front(), back(), pointer(table)); swap(); }
class CudaRun : public ComputeRun {
 public:
  ~CudaRun() override;
  std::optional<Handover> handover() const final;

  /// Device addresses of keys and payload, aligned to 256 bytes. `payload` is null if the problem has no payload.
  struct Columns {
    void* keys = nullptr;
    void* payload = nullptr;
  };
  /// Returns the stream and the mapped buffers, so that other objects can also work on the run's arrays. The buffers
  /// stay mapped until OpenGL accesses them.
  const std::shared_ptr<CudaBridge>& bridge() const { return bridge_; }
  Columns device_columns() const;

 protected:
  /// Number of sides of the arrays. With two sides, passes read the front and write the back. With one side, passes
  /// work in place.
  enum class Sides : std::uint8_t { one, two };

  /// Makes a run. `device`'s context must be current. Constructors of derived classes add their tables and end with
  /// rewind().
  CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides);

  /// Return the device addresses of keys and payload of the front or the back. Only an executing pass may call the
  /// functions.
  Columns front() const { return columns(arrays().front()); }
  Columns back() const { return columns(arrays().back()); }
  /// Returns the front and back arrays as arguments for kernels of comparison sorts.
  kernels::Arrays device_arrays() const;
  /// Returns the index of the current front side, 0 or 1.
  unsigned side() const { return arrays().side(); }
  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  std::uint64_t element_bytes() const { return key_bytes() + data::payload_bytes(problem().payload); }

  // Adds a table that kernels can access. Otherwise it works like ComputeRun::add_table().
  GuardedBuffer& add_table(std::uint64_t bytes, std::string_view label) {
    GuardedBuffer& table = ComputeRun::add_table(bytes, label);
    share(table, label);
    return table;
  }
  GuardedBuffer& add_array(std::uint64_t bytes, std::string_view label) {
    GuardedBuffer& array = ComputeRun::add_list(bytes, label);
    share(array, label);
    return array;
  }
  /// Returns the device address of a buffer's data. Only an executing pass may call the function.
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
