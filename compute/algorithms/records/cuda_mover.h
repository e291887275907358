#pragma once

#include <array>
#include <memory>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/algorithms/records/record_mover.h"
#include "compute/algorithms/records/record_settings.h"

namespace texelsort::algorithms {

/// Records in OpenGL buffers beside those of a sorter on CUDA, moved by kernels in the sorter's stream: from the first
/// pass to the last nothing is handed back. Along cycles it does not move; see ComputeMover.
class CudaMover final : public RecordMover {
 public:
  CudaMover(CudaRun& sorter, std::shared_ptr<const Problem> problem, Rearrange rearrange);
  ~CudaMover() override;

  /// Bytes on the device beside the sorter's.
  static std::uint64_t device_bytes(const ProblemForm& form);

  void load(std::span<const std::uint32_t> words) override;
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const override;
  bool keep() override;
  void load_kept() override;
  Pass extraction(Run& sorter) override;
  std::vector<Pass> rearrangement() override;
  void take_order(const Run&) override {}
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;
  std::unique_ptr<PassTimer> make_timer() const override;

 private:
  records::Gather call() const;
  Pass moving_pass(std::string label, std::function<void(const records::Gather&)> launch, std::function<Claim()> claim);
  const GuardedBuffer& front() const { return words_[front_]; }
  std::uint32_t* pointer(const GuardedBuffer& buffer) const;

  CudaRun& sorter_;
  std::shared_ptr<CudaBridge> bridge_;
  std::shared_ptr<const Problem> problem_;
  Rearrange rearrange_;
  data::RecordMemory memory_;
  std::array<GuardedBuffer, 2> words_;
  GuardedBuffer kept_;  ///< a copy of the input
  unsigned front_ = 0;
};

}  // namespace texelsort::algorithms
