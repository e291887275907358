#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/cuda/cuda_bridge.h"

namespace texelsort::algorithms {

/// What runs on CUDA share. Keys, payload and tables stand in guarded OpenGL buffers, so that views draw what kernels
/// wrote; they are mapped before a pass and handed back before anything looks at them. Passes launch kernels in
/// stream() on front(), back() and pointer().
///
/// A kernel's way: pass.execute = [this] { launch(stream().handle(), front(), back(), pointer(table)); swap(); }
class CudaRun : public Run {
 public:
  ~CudaRun() override;
  std::vector<View> views() const final;
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<std::string> find_guard_damage() const final;
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
  Columns front() const { return columns(front_); }
  Columns back() const { return columns(front_ ^ 1); }
  /// Which of two sides is the front.
  unsigned side() const { return front_; }
  /// The back becomes the front.
  void swap() { front_ ^= 1; }

  /// A table with guards; it is saved and restored with the keys. `label` names it when it is damaged. Stays where it
  /// is.
  const GuardedBuffer& add_table(std::uint64_t bytes, std::string_view label) { return add(bytes, label, true); }
  /// The same for what read() and load() take care of.
  GuardedBuffer& add_array(std::uint64_t bytes, std::string_view label) { return add(bytes, label, false); }
  /// Its first byte, inside a pass's execute.
  void* pointer(const GuardedBuffer& buffer) const;
  const cuda::Stream& stream() const { return bridge_->stream; }

  /// What can be looked at now besides keys and payload; table_view() makes one.
  virtual std::vector<View> table_views() const { return {}; }

  void load(const data::State& state) override;
  bool keep() override;
  void load_kept() override;
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  /// OpenGL may touch the buffers.
  void hand_back() const { bridge_->buffers.unmap(); }

 private:
  CudaRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Sides sides, std::shared_ptr<CudaBridge> bridge);
  Columns columns(unsigned side) const;
  GuardedBuffer& add(std::uint64_t bytes, std::string_view label, bool saved);

  std::shared_ptr<CudaBridge> bridge_;
  std::vector<KeyBuffers> sides_;
  std::optional<KeyBuffers> kept_;
  TableSet tables_;
  unsigned front_ = 0;
};

}  // namespace texelsort::algorithms
