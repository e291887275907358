#pragma once

#include <array>
#include <memory>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/records/compute_cycles.h"
#include "compute/algorithms/records/record_mover.h"
#include "compute/algorithms/records/record_settings.h"

namespace texelsort::algorithms {

/// Records in storage buffers, moved by compute shaders for sorters on fragment and compute shaders alike: the order is
/// read from the texture or the buffer where the sorter keeps its payload.
class ComputeMover final : public RecordMover {
 public:
  ComputeMover(gpu::Device& device, std::shared_ptr<const Problem> problem, Rearrange rearrange);

  /// Why a device does not move records so, with the numbers; nothing if it does.
  static std::optional<std::string> refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                            Rearrange rearrange);

  void load(std::span<const std::uint32_t> words) override { front().write(0, std::as_bytes(words)); }
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const override;
  bool keep() override;
  void load_kept() override;
  Pass extraction(Run& sorter) override;
  std::vector<Pass> rearrangement() override;
  void take_order(const Run& sorter) override;
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;
  std::vector<std::vector<std::byte>> save_tables(std::uint64_t moved) const override;
  void restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) override;
  std::unique_ptr<PassTimer> make_timer() const override { return std::make_unique<GlPassTimer>(device_); }

 private:
  GuardedBuffer& front() { return words_[front_]; }
  const GuardedBuffer& front() const { return words_[front_]; }
  void extract(Run& sorter);
  /// A pass that reads the front, writes the back and makes it the front.
  Pass moving_pass(std::string label, std::string shader, gpu::Defines defines, std::uint32_t workgroup,
                   std::function<Claim()> claim);
  std::vector<Pass> transposition();

  gpu::Device& device_;
  std::shared_ptr<const Problem> problem_;
  Rearrange rearrange_;
  data::RecordMemory memory_;
  std::array<GuardedBuffer, 2> words_;  ///< in place the second is not there
  GuardedBuffer kept_;                  ///< a copy of the input
  unsigned front_ = 0;
  std::unique_ptr<ComputeCycles> cycles_;
  SortedOrder order_;
};

}  // namespace texelsort::algorithms
