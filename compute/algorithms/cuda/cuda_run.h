#pragma once

#include <memory>
#include <string_view>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/cuda/cuda_timer.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

namespace texelsort::algorithms {

/// Base class of CUDA runs. Keys, payload and tables are in guarded OpenGL buffers, so that views can draw what kernels
/// wrote. The buffers are mapped before a pass, and returned to OpenGL before any other access. Passes launch kernels
/// in stream() with front(), back() and pointer() as arguments.
///
/// A pass typically has pass.execute = [this] { launch(stream().handle(), front(), back(), pointer(table)); swap(); }
class CudaRun : public ComputeRun {
 public:
  ~CudaRun() override;
  std::optional<Handover> handover() const final;

  /// Keys and payload on the device, aligned to 256 bytes. `payload` is null if there is none.
  struct Columns {
    void* keys = nullptr;
    void* payload = nullptr;
  };
  /// Returns the stream and the buffers, for other work on the arrays. The buffers stay mapped until the run is viewed.
  const std::shared_ptr<CudaBridge>& bridge() const { return bridge_; }
  Columns device_columns() const;

 protected:
  /// Number of sides. With two sides, passes read the front and write the back. With one side, they work in place.
  enum class Sides : std::uint8_t { one, two };

  /// `device`'s context must be current. Constructors of derived classes add their tables and end with rewind().
  CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides);

  /// Return the keys and payload of the front or the back. Call only inside a pass's execute.
  Columns front() const { return columns(arrays().front()); }
  Columns back() const { return columns(arrays().back()); }
  /// Returns the front and the back in the form for kernels of comparison sorts.
  kernels::Arrays device_arrays() const;
  /// Returns the number of the front side, 0 or 1.
  unsigned side() const { return arrays().side(); }
  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  std::uint64_t element_bytes() const { return key_bytes() + data::payload_bytes(problem().payload); }

  // Adds a table like ComputeRun::add_table(), but kernels can also access it.
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
  /// Returns the device address of a buffer's data. Call only inside a pass's execute.
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
