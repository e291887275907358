#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"
#include "compute/measure/statistics.h"

namespace texelsort::measure {

struct Budget {
  std::uint64_t warmups = 2;
  std::uint64_t min_samples = 7;
  std::uint64_t max_samples = 41;
  double relative_width = 0.02;  ///< limit of (high - low) / median below which sampling stops
  double seconds = 10;           ///< total seconds per configuration; min_samples are measured in any case
  /// Number of samples after which a configuration stops if its interval lies above another one's or above `beat_ms`. 0
  /// disables this rule.
  std::uint64_t stop_after = 0;
  double beat_ms = std::numeric_limits<double>::infinity();  ///< upper end of the best configuration's interval
};

/// Time of one pass over several runs with per-pass timers.
struct PassTiming {
  algorithms::PassHeader header;
  Summary ms;
  algorithms::Counters counters;
  std::vector<double> samples_ms;  ///< samples of `ms`, by run; equal indices belong to the same run for all passes
};

struct StageTiming {
  std::string name;
  Summary ms;  ///< summed milliseconds of the stage's passes
  std::uint64_t passes = 0;
  std::uint64_t bytes = 0;
};

/// Time of one worker in a stage; see algorithms::WorkerTimes.
struct WorkerTiming {
  std::string stage;
  std::uint64_t number = 0;
  std::string name;
  std::uint64_t passes = 0;
  Summary ms;  ///< summed milliseconds of the stage's passes
  std::uint64_t bytes = 0;
};

/// Transfers from one worker to another in a stage.
struct LinkTiming {
  std::string stage;
  std::uint64_t from = 0, to = 0;
  std::string way;
  double bytes_per_second = 0;  ///< maximum; 0 if unknown
  Summary ms;
  std::uint64_t bytes = 0;
};

/// Cost of handing the arrays over to CUDA and back, in addition to the sort; see algorithms::Handover.
struct HandoverTiming {
  std::string device;
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;
  Summary ms;                      ///< wall-clock milliseconds of the handover per run
  std::uint64_t staged_bytes = 0;  ///< bytes copied through the host per run
};

struct Measurement {
  const algorithms::Algorithm* algorithm = nullptr;
  algorithms::Parameters parameters;
  bool stable = false;  ///< true if equal keys must keep their order
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  gpu::Clock clock = gpu::Clock::cpu_steady;
  bool verified = false;                     ///< true if the output was checked; unverified rows do not count
  std::string fault;                         ///< reason why the output is not verified
  bool stopped = false;                      ///< true if sampling ended early, see Budget::stop_after
  Summary total_ms;                          ///< milliseconds of a run without per-pass timers and read-back
  std::vector<double> samples_ms{};          ///< samples of total_ms, in the order of measurement
  double seconds = 0;                        ///< total seconds of warm-ups, samples and checks
  std::uint64_t bytes = 0;                   ///< bytes moved by all passes, as the passes define them
  std::uint64_t pass_count = 0;              ///< number of passes per run
  std::uint64_t comparators = 0;             ///< number of compare-and-swaps per run
  std::uint64_t device_bytes = 0;            ///< maximum bytes of textures and buffers; 0 on the CPU
  std::optional<std::uint64_t> waits{};      ///< number of times that the host waited; only for selections
  std::optional<HandoverTiming> handover{};  ///< cost of the handover; only for sorts on CUDA
  algorithms::LibraryCall library_call{};    ///< call of the library; only for baselines
  std::vector<StageTiming> stages;
  std::vector<PassTiming> passes;
  std::vector<WorkerTiming> workers;  ///< times of workers by stage, if several workers share the work
  std::vector<LinkTiming> links;
};

/// Measures one configuration: totals, then per-pass times from separate runs (if `passes`). Calls `cancelled` between
/// runs. Null if cancelled.
std::optional<Measurement> measure(const algorithms::Prepared& prepared, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                   bool passes, const std::function<bool()>& cancelled = {});

/// Criterion of a correct output: the problem's keys are sorted. For a run of one pass that does not sort, the pass's
/// postcondition holds.
enum class Verification : std::uint8_t { sorted, only_pass };

/// Competitor in a comparison.
struct Entry {
  algorithms::Prepared prepared;
  Verification verification = Verification::sorted;
};

/// Measures the totals of competitors on one problem, with samples interleaved in random order (by `seed`).
std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed);

/// Returns the indices of the fastest verified measurements: one if its interval lies below all others, otherwise all
/// that tie.
std::vector<std::size_t> fastest(const std::vector<Measurement>& measurements);

}  // namespace texelsort::measure
