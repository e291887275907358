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
  double relative_width = 0.02;  ///< stop when (high - low) / median is below this
  double seconds = 10;  ///< or when this time (for each configuration) is used up; min_samples are taken all the same
  /// Above 0: who has as many samples gets no more once its interval lies above another one's, or above `beat_ms`.
  std::uint64_t stop_after = 0;
  double beat_ms = std::numeric_limits<double>::infinity();  ///< where the interval of the best so far ends
};

/// A pass's time over several runs of their own with per-pass timers.
struct PassTiming {
  algorithms::PassHeader header;
  Summary ms;
  algorithms::Counters counters;
  std::vector<double> samples_ms;  ///< what `ms` summarises, run by run: those of all passes of a run are one another's
};

struct StageTiming {
  std::string name;
  Summary ms;  ///< of the sum of its passes
  std::uint64_t passes = 0;
  std::uint64_t bytes = 0;
};

/// What a stage took one of those who share its work; see algorithms::WorkerTimes.
struct WorkerTiming {
  std::string stage;
  std::uint64_t number = 0;
  std::string name;
  std::uint64_t passes = 0;
  Summary ms;  ///< of the sum of its passes
  std::uint64_t bytes = 0;
};

/// What went from one of them to another in a stage.
struct LinkTiming {
  std::string stage;
  std::uint64_t from = 0, to = 0;
  std::string way;
  double bytes_per_second = 0;  ///< at the most; 0: unknown
  Summary ms;
  std::uint64_t bytes = 0;
};

/// What handing the arrays over to CUDA and back cost, besides the sort; see algorithms::Handover.
struct HandoverTiming {
  std::string device;
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;
  Summary ms;                      ///< wall time, of the runs of the total
  std::uint64_t staged_bytes = 0;  ///< by one run
};

struct Measurement {
  const algorithms::Algorithm* algorithm = nullptr;
  algorithms::Parameters parameters;
  bool stable = false;  ///< equal keys have to keep their order
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  gpu::Clock clock = gpu::Clock::cpu_steady;
  bool verified = false;  ///< the output of every sample's configuration was checked; unverified rows do not count
  std::string fault;      ///< why not verified
  bool stopped = false;   ///< it had no chance to be the fastest, see Budget::stop_after
  Summary total_ms;       ///< no per-pass timers, no read-back
  std::vector<double> samples_ms{};          ///< what total_ms summarises, in the order in which they were taken
  double seconds = 0;                        ///< of its warm-ups, samples and checks, all of them
  std::uint64_t bytes = 0;                   ///< moved by all passes, from their definitions
  std::uint64_t pass_count = 0;              ///< passes of one run
  std::uint64_t comparators = 0;             ///< compare-and-swaps of one run
  std::uint64_t device_bytes = 0;            ///< the most that its textures and buffers took at a time; 0 on the CPU
  std::optional<std::uint64_t> waits{};      ///< of a selection: how often the host waited for an answer
  std::optional<HandoverTiming> handover{};  ///< of sorts on CUDA
  algorithms::LibraryCall library_call{};    ///< of baselines
  std::vector<StageTiming> stages;
  std::vector<PassTiming> passes;
  std::vector<WorkerTiming> workers;  ///< stage by stage, where several share the work
  std::vector<LinkTiming> links;
};

/// One configuration: totals first, then per-pass times from runs of their own (skipped when `passes` is false).
/// `cancelled` is asked between runs; a cancelled measurement is nothing.
std::optional<Measurement> measure(const algorithms::Prepared& prepared, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                   bool passes, const std::function<bool()>& cancelled = {});

/// What makes an output right: it is the problem's keys in order, or, of a run of one pass that sorts nothing, that
/// pass's claim holds.
enum class Verification : std::uint8_t { sorted, only_pass };

/// One competitor of a comparison.
struct Entry {
  algorithms::Prepared prepared;
  Verification verification = Verification::sorted;
};

/// Competitors on one problem, their samples interleaved in random order (by seed) in one run; totals only.
std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed);

/// Indices of the fastest verified measurements: one if its interval lies below all others', else all that tie with it.
std::vector<std::size_t> fastest(const std::vector<Measurement>& measurements);

}  // namespace texelsort::measure
