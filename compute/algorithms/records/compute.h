#pragma once

#include "compute/algorithms/records/mover.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {

/// Number of invocations per workgroup of shaders that move records, except shaders that transpose them.
inline constexpr std::uint32_t record_invocations = 256;

/// Program of a shader in shaders/records that has one invocation per record.
class RecordProgram : public gpu::ComputeProgram<RecordProgram> {
 public:
  RecordProgram(gpu::Device& device, const std::string& name, gpu::Defines defines, std::uint32_t workgroup);

  RecordProgram& records(const GuardedBuffer& words) { return bind(0, words.binding(0)); }
  RecordProgram& moved(const GuardedBuffer& words) { return bind(1, words.binding(1)); }
  RecordProgram& keys(const View& view) { return bind_view(1, view); }
  RecordProgram& indices(const View& view) { return bind_view(2, view); }
  /// Binds the payload of the sorter, which is the order of the records. It is a buffer or, with certain defines, a
  /// texture.
  RecordProgram& order(const View& view);
  // The following functions bind the inputs and outputs of the shaders along cycles.
  RecordProgram& walks(const GuardedBuffer& from, const GuardedBuffer& to);
  RecordProgram& table(const GuardedBuffer& words) { return bind(5, words.binding(5)); }
  RecordProgram& members(const GuardedBuffer& places) { return bind(6, places.binding(6)); }
  RecordProgram& reach(std::uint64_t places) { return set("reach", places); }
  RecordProgram& first(std::uint64_t distance) { return set("first", distance); }

  std::uint32_t workgroup() const { return workgroup_; }
  void run(std::uint64_t records) { set("n", records).dispatch((records + workgroup_ - 1) / workgroup_); }

 private:
  RecordProgram& bind_view(std::uint32_t block, const View& view);

  std::uint32_t workgroup_;
};

/// Mover of records in storage buffers by compute shaders. It reads the order from the texture or buffer that contains
/// the sorter's payload. Therefore the sorter may use fragment shaders or compute shaders.
class ComputeMover : public BufferMover {
 public:
  ComputeMover(gpu::Device& device, SharedProblem problem, const Run& sorter, Rearrange rearrange);

  /// Returns why the device cannot move records by compute shaders, with the numbers. Returns null if it can.
  static std::optional<std::string> refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            Rearrange rearrange);

  std::vector<Pass> rearrangement() override;
  void take_order(const Run& sorter) final;
  std::unique_ptr<PassTimer> make_timer() const final { return std::make_unique<GlPassTimer>(device_); }

 protected:
  gpu::Device& device() const { return device_; }
  const View& order() const { return order_; }
  RecordProgram program(const std::string& name, gpu::Defines defines = {},
                        std::uint32_t workgroup = record_invocations) const;
  /// Returns the preprocessor defines COLUMNS and ROW_WORDS, which describe the memory of the records.
  gpu::Defines memory_defines() const;

 private:
  void extract(Run& sorter) final;
  Counters launched(std::uint64_t invocations) const final { return {.dispatches = 1, .invocations = invocations}; }
  /// Returns a pass whose shader reads the front and writes the back. At its end, the pass makes the back the front.
  Pass program_pass(std::string label, RecordProgram program, Claim (*claim)(SharedProblem), Order order = Order::read);

  gpu::Device& device_;
  Rearrange rearrange_;
  View order_;
};

}  // namespace texelsort::algorithms
