#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"
#include "compute/measure/blocks.h"
#include "compute/measure/statistics.h"

namespace texelsort::measure {

class CopyControl;

/// Functions that compare() calls in each round.
struct RoundCalls {
  std::function<void()> before_round{};  ///< called before each round; may wait
  CopyControl* copies = nullptr;         ///< control that each round samples once
};

struct Budget {
  std::uint64_t warmups = 2;
  std::uint64_t min_samples = 7;
  std::uint64_t max_samples = 201;
  /// Relative width (high - low) / median of the interval of times. Sampling stops at a smaller width.
  double relative_width = 0.02;
  double seconds = 10;  ///< seconds for all samples of a configuration; exceeded if `min_samples` samples take longer
  /// Number of samples after which a configuration stops if it is certainly slower than another one or than `beat_ms`.
  /// 0: configurations never stop for this reason.
  std::uint64_t stop_after = 0;
  /// Time in milliseconds that a configuration must reach to continue; infinity if there is no limit.
  double beat_ms = std::numeric_limits<double>::infinity();
};

/// Times of one pass in several runs that measure each pass.
struct PassTiming {
  algorithms::PassHeader header;
  Summary ms;
  algorithms::Counters counters;
  /// Time of the pass in each run, in milliseconds. Element i of every pass belongs to the same run.
  std::vector<double> samples_ms;
};

struct StageTiming {
  std::string name;
  Summary ms;  ///< sum of the times of the stage's passes in milliseconds
  std::uint64_t passes = 0;
  std::uint64_t bytes = 0;
};

/// Time of one worker, such as a device, in a stage of a multi-device sort.
struct WorkerTiming {
  std::string stage;
  std::uint64_t number = 0;
  std::string name;
  std::uint64_t passes = 0;
  Summary ms;  ///< sum of the worker's times in the stage's passes, in milliseconds
  std::uint64_t bytes = 0;
};

/// Transfers from one worker to another worker in a stage.
struct LinkTiming {
  std::string stage;
  std::uint64_t from = 0, to = 0;
  std::string way;
  double bytes_per_second = 0;  ///< maximum bandwidth of the link in bytes per second; 0 if unknown
  Summary ms;
  std::uint64_t bytes = 0;
};

/// Time to pass the arrays from OpenGL to CUDA and back, which is not part of the sort.
struct HandoverTiming {
  std::string device;
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;
  Summary ms;                      ///< wall time per run in milliseconds for passing arrays to CUDA and back
  std::uint64_t staged_bytes = 0;  ///< bytes copied through the host per run
};

struct Measurement {
  const algorithms::Algorithm* algorithm = nullptr;
  algorithms::Parameters parameters;
  bool stable = false;  ///< true if the algorithm keeps the order of equal keys
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  gpu::Clock clock = gpu::Clock::cpu_steady;
  /// True if the output was checked and is correct; if false, comparisons ignore the measurement.
  bool verified = false;
  std::string fault;     ///< reason why the output is not verified; empty if it is
  bool stopped = false;  ///< true if sampling ended early because of Budget::stop_after
  /// Time of a whole run in milliseconds, excluding per-pass timers and copies to the host.
  Summary total_ms;
  std::vector<double> samples_ms{};  ///< samples of `total_ms` in milliseconds, in the order of measurement
  /// Blocks of samples. Samples that one process measures are one block.
  Blocks blocks{};
  double seconds = 0;       ///< duration of all warm-ups, samples and checks in seconds
  std::uint64_t bytes = 0;  ///< bytes read and written by all passes of a run, as the passes count them
  std::uint64_t pass_count = 0;
  std::uint64_t comparators = 0;   ///< number of compare-and-swaps per run
  std::uint64_t device_bytes = 0;  ///< maximum bytes of textures and buffers during a run; 0 on the CPU
  /// Number of times that the host waited for the device in a run; null except for selections.
  std::optional<std::uint64_t> waits{};
  /// Time to pass arrays between OpenGL and CUDA; null except for sorts on CUDA.
  std::optional<HandoverTiming> handover{};
  /// Library function that sorts; empty unless the algorithm calls a library as a baseline.
  algorithms::LibraryCall library_call{};
  std::vector<StageTiming> stages;
  std::vector<PassTiming> passes;
  std::vector<WorkerTiming> workers;  ///< times of workers by stage; empty if the sort has only one worker
  std::vector<LinkTiming> links;
};

/// Measures one configuration: total times and, if `passes` is true, per-pass times from separate runs, in turn. Calls
/// `cancelled` between runs, and returns null if this returns true.
std::optional<Measurement> measure(const algorithms::Prepared& prepared, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                   bool passes, const std::function<bool()>& cancelled = {});

/// Criterion of a correct output. `sorted`: the output is the sorted problem. `only_pass`: the postcondition of a
/// single pass holds, even if the pass does not sort.
enum class Verification : std::uint8_t { sorted, only_pass };

/// Configuration that takes part in a comparison, with the criterion of its correct output.
struct Entry {
  algorithms::Prepared prepared;
  Verification verification = Verification::sorted;
  bool passes = false;  ///< true to time each pass, too, in a run of its own per round
};

/// Measures the total times of several configurations on one problem. In each round, every configuration is sampled
/// once, in a random order that depends on `seed`. Sample i of each configuration is from round i.
std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed, const RoundCalls& calls = {});

/// Returns the ratio of two measurements of compare(), paired by block if there are enough blocks for an interval, and
/// otherwise by round.
Ratio paired_ratio(const Measurement& one, const Measurement& baseline);

/// Returns the indices of the fastest verified measurements of compare(): the one with the lowest median, and all that
/// are not slower by the interval of the paired ratio. One index alone is therefore a verdict on all others.
std::vector<std::size_t> fastest(const std::vector<Measurement>& measurements);

}  // namespace texelsort::measure
