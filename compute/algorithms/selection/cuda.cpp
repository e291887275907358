#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/selection/cuda/launch.h"
#include "compute/algorithms/selection/histogram_run.h"
#include "compute/algorithms/selection/runs.h"

namespace texelsort::algorithms {
namespace {

/// Radix selection by CUDA kernels.
class CudaHistogramRun final : public HistogramRun<CudaRun> {
 public:
  CudaHistogramRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem,
                   const HistogramSettings& settings)
      : HistogramRun(device, problem, settings, Sides::one) {
    start();
  }

 private:
  void guess() override {
    const std::uint64_t range = shape_.range(n(), problem().type());
    const SampledRanks ranks = sampled_ranks();
    kernels().guess(keys(), level(0),
                    {.vectors = static_cast<std::uint32_t>(shape_.sample * key_bytes() / 16),
                     .run = sampled_run,
                     .range = static_cast<std::uint32_t>(range),
                     .low_rank = static_cast<std::uint32_t>(ranks.low),
                     .high_rank = static_cast<std::uint32_t>(ranks.high)},
                    stream().handle());
  }

  void count(std::size_t at, std::uint64_t first_prefix) override {
    kernels().count(keys(), level(at),
                    {.threads = shape_.workgroup,
                     .first = at == 0,
                     .keeps = keeps(at),
                     .first_prefix = static_cast<std::uint32_t>(first_prefix),
                     .prefixes = shape_.prefixes,
                     .candidates = pointer(candidates_)},
                    stream().handle());
  }

  void decide(std::size_t at) override {
    launches<selection::DecideLaunches>().decide(level(at), words(histogram(at + 1)), keeps(at), at == 0 && guesses(),
                                                 stream().handle());
  }

  Counters launched(HistogramStep step) const override {
    const bool counts = step == HistogramStep::count;
    return {.dispatches = 1,
            .invocations = counts ? std::uint64_t{shape_.workgroup} * shape_.workgroups
                                  : selection::scanning_threads(shape_.digit)};
  }

  const selection::Launches& kernels() const { return launches<selection::Launches>(problem().type()); }
  std::uint32_t* words(const GuardedBuffer& table) const { return static_cast<std::uint32_t*>(pointer(table)); }
  selection::Keys keys() const {
    return {.type = problem().type(),
            .order = problem().order,
            .keys = front().keys,
            .n = static_cast<std::uint32_t>(n()),
            .lowest = range_.low};
  }
  selection::Level level(std::size_t at) const {
    return {.shift = levels_[at].shift,
            .width = levels_[at].width,
            .digit_bits = shape_.digit,
            .layout = {static_cast<std::uint32_t>(ranks_.size())},
            .state = words(state_),
            .histogram = words(histogram(at)),
            .kept = words(kept_),
            .blocks = shape_.workgroups,
            .share = static_cast<std::uint32_t>(share())};
  }
};

}  // namespace

std::unique_ptr<Run> make_cuda_histogram_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                             const HistogramSettings& settings) {
  return std::make_unique<CudaHistogramRun>(device, problem, settings);
}

}  // namespace texelsort::algorithms
