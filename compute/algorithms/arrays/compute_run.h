#pragma once

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/arrays/table_set.h"

namespace texelsort::algorithms {

/// Base class of runs on buffers, by compute shaders or, in derived classes, by CUDA kernels. A run has front and back
/// buffers of keys and payload, and tables. A pass reads the front, writes the back and ends with swap(), or works in
/// place.
class ComputeRun : public Run {
 public:
  std::vector<View> views() const final;
  data::State read(std::uint64_t first, std::uint64_t count) const override;
  std::optional<std::string> find_guard_damage() const final;

 protected:
  /// Makes a run with empty guarded arrays. Constructors of derived classes add their tables, and end with a call of
  /// rewind(), which loads the input.
  ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem);
  ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const BufferMaker& make);
  /// Makes a run whose buffers `make` allocates. With one side instead of two, passes work in place.
  ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer,
             unsigned sides, const BufferMaker& make);

  /// Gives the run's buffers back to OpenGL if CUDA has mapped them. The run calls hand_back() before OpenGL accesses
  /// the buffers.
  virtual void hand_back() const {}

  gpu::Device& device() const { return device_; }
  PingPongBuffers& arrays() { return arrays_; }
  const PingPongBuffers& arrays() const { return arrays_; }
  void swap() { arrays_.swap(); }

  /// Adds a guarded table, which snapshots contain. `label` is the table's name in reports of damage. The returned
  /// reference stays valid.
  GuardedBuffer& add_table(std::uint64_t bytes, std::string_view label) { return tables_.add(bytes, label); }
  /// Adds a guarded table that snapshots do not contain.
  GuardedBuffer& add_list(std::uint64_t bytes, std::string_view label) { return tables_.add(bytes, label, false); }
  /// Returns views of the run's tables in their current state, for display and checks. table_view() makes such a view.
  virtual std::vector<View> table_views() const { return {}; }

  void load(const data::StateView& state) override;
  bool keep() override;
  void load_kept() override;
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

 private:
  gpu::Device& device_;
  PingPongBuffers arrays_;
  TableSet tables_;
};

}  // namespace texelsort::algorithms
