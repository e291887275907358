#pragma once

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/algorithms/records/mover.h"
#include "compute/cuda/event.h"
#include "compute/cuda/stream.h"

namespace texelsort::algorithms {

/// Mover of records in OpenGL buffers for a sorter on CUDA. Kernels move the records in the sorter's stream. CUDA maps
/// the buffers from the first pass to the last. The mover does not move records along cycles; see CycleMover.
class CudaMover final : public BufferMover {
 public:
  CudaMover(CudaRun& sorter, SharedProblem problem, Rearrange rearrange);
  ~CudaMover() override;

  /// Returns the bytes of device memory that the mover needs in addition to the sorter.
  static std::uint64_t device_bytes(const ProblemForm& form);

  std::vector<Pass> rearrangement() override;
  /// Starts to transpose the columns of the records in a separate stream, parallel to the sorter. The sorter does not
  /// use the whole memory bandwidth.
  void start_ahead() override;
  std::unique_ptr<PassTimer> make_timer() const override { return std::make_unique<CudaPassTimer>(bridge_); }

 private:
  void extract(Run& sorter) override;
  void hand_back() const override {
    take_ahead();
    bridge_->buffers.unmap();
  }
  /// Makes the sorter's stream wait for the work of start_ahead(). Returns false if start_ahead() has started no work.
  bool take_ahead() const;
  void turn_columns();
  Counters launched(std::uint64_t) const override { return {.dispatches = 1}; }
  Pass launch_pass(std::string label, void (records::Launches::*launch)(const records::Gather&) const,
                   Claim (*claim)(SharedProblem));
  records::Gather call() const;
  std::uint32_t* pointer(const GuardedBuffer& buffer) const;

  CudaRun& sorter_;
  std::shared_ptr<CudaBridge> bridge_;
  Rearrange rearrange_;
  std::optional<cuda::Stream> aside_;
  cuda::Event loaded_, turned_;
  mutable bool is_ahead_ = false;  ///< true while start_ahead() is filling the back with rows
};

}  // namespace texelsort::algorithms
