#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/tuning/environment.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Machine and options of a sweep, stored in the first line of its result file.
struct SweepHeader : Environment {
  std::string command{}, date{};  ///< command that repeats the sweep, and start time in UTC
  std::uint64_t seed = 1, trials = 0;
  /// Definition of each algorithm that is not built in, by its id; see Algorithm::content_hash().
  std::map<std::string, std::string> definitions{};
};

enum class TrialStatus : std::uint8_t { measured, refused, failed };

std::string_view name(TrialStatus status);

/// Times of one pass, from separate runs in which each pass is timed. Samples with equal indices come from the same
/// run.
struct PassSamples {
  std::string stage, pass;  ///< names of the stage and the pass: "stage 3", "step 2"
  std::vector<double> samples_ms;
};

/// Clock of a result whose processes used different clocks.
inline constexpr std::string_view several_clocks = "several clocks";

/// Result of a trial, stored in one line of a sweep's result file.
struct TrialResult {
  TrialStatus status = TrialStatus::measured;
  std::string reason;  ///< reason why the trial was rejected, or the error in its output; empty for a measured trial
  std::string algorithm, type, distribution, order, payload;
  std::string task{};  ///< options of a task other than sorting: "--sequences 4", "-k 100"; empty for sorting
  /// Number of keys, and number of the group. The samples of all trials of a group were interleaved.
  std::uint64_t n = 0, group = 0;
  std::map<std::string, std::string> parameters{}, given{};
  std::vector<double> samples_ms{};  ///< times of the samples in ms; empty unless the trial was measured
  measure::Summary ms{};
  measure::Blocks blocks{};  ///< medians of the blocks of samples, of which each process measures one
  /// True if the search stopped the trial after a few samples, because another trial was clearly faster or the time was
  /// used up.
  bool stopped = false;
  /// True if the measurement ended before the trial had all samples and its output was checked once more.
  bool partial = false;
  /// True if the trial was rejected because it was too slow for a full run.
  bool timeout = false;
  std::string date{};          ///< time of the result in UTC; empty in files of earlier versions
  std::size_t header = 0;      ///< index of the header that precedes the row in its file
  bool is_final = false;       ///< true if the trial was measured together with all trials that may be the fastest
  double seconds = 0;          ///< seconds of warm-ups, samples and checks of the trial
  double earlier_seconds = 0;  ///< the same of earlier groups that measured the trial, from replaced lines of the file
  std::uint64_t bytes = 0, passes = 0;
  /// Number of compare-and-swaps, and bytes of device memory in textures and buffers.
  std::uint64_t comparators = 0, device_bytes = 0;
  std::vector<PassSamples> pass_times{};  ///< times of each pass; empty unless requested
  std::string clock{}, library{}, library_call{};
  /// Lowest clocks of the NVIDIA GPUs during the measurement; empty for the CPU and without NVML.
  std::vector<GpuClocks> gpus{};

  /// Returns the configuration and the problem in one line, in the form of Trial::key().
  std::string key() const;
};

/// Returns a row's algorithm with the parameter values that were set: "radix/srts@compute:digit=4:tile=1024".
std::string configuration_text(const TrialResult& row);

/// Returns a result that contains only the properties known before the trial runs.
TrialResult describe(const Trial& trial);

struct SweepResults {
  SweepHeader header;  ///< the last header of the file
  std::vector<TrialResult> rows;
  bool cut_off = false;          ///< true if the file ends with an incomplete line, which was ignored
  std::uint64_t good_bytes = 0;  ///< number of bytes in all complete lines, after which a resumed sweep continues
  std::uint64_t bytes = 0;       ///< size of the file when it was read
  std::uint64_t lines = 0;       ///< number of complete lines
  /// Headers that precede the last one. A file has several headers if a sweep was resumed with other options.
  std::vector<SweepHeader> earlier{};
};

/// Reads the result file of a sweep. If a configuration has several lines, the last one counts, because each round of a
/// measurement may write a line, and the fastest configurations are measured again. Ignores an incomplete last line and
/// sets cut_off. Throws UsageError with file and line for other files, other versions and invalid lines.
SweepResults read_sweep(const std::string& path);
/// The same for the text of a file. `path` is its name in messages.
SweepResults parse_sweep(std::string_view text, const std::string& path);

/// Returns the results of a sweep as the text of a result file.
std::string sweep_text(const SweepResults& results);

/// Appends lines to the result file of a sweep. Every line is on the disk before the next trial starts.
class SweepWriter {
 public:
  /// Creates a result file with its header, and locks it. Throws UsageError if the file exists or cannot be created.
  static SweepWriter create(const std::string& path, const SweepHeader& header);
  /// Locks a result file from which `done` was read, and continues it after its last complete line. Throws UsageError
  /// if the file cannot be written, if another process writes it, or if it has changed since it was read.
  static SweepWriter resume(const std::string& path, const SweepResults& done);
  /// Creates a writer that discards all results.
  SweepWriter() = default;
  SweepWriter(SweepWriter&& other) noexcept;
  SweepWriter& operator=(SweepWriter&&) = delete;
  ~SweepWriter();

  /// Appends a result. Throws UsageError if it cannot be written, for example because the disk is full. Earlier lines
  /// stay complete.
  void add(const TrialResult& row) { add(std::span(&row, 1)); }
  /// Appends several results at once, so that a file contains either all of them or none.
  void add(std::span<const TrialResult> rows);
  /// Appends a header, from which on other options apply.
  void add(const SweepHeader& header);

 private:
  SweepWriter(std::string path, int descriptor);
  void write(const std::string& lines);

  std::string path_;
  int descriptor_ = -1;
};

/// Returns a sweep in T4, the exchange format of the autotuning community, results schema 1.0.0. Each configuration has
/// its values, times in ms, invalidity, correctness (1 or 0) and measurements. Invalidity is "correct", "constraints"
/// (rejected), "timeout" (too slow for a full run) or "correctness" (wrong output). The objective is "time".
std::string t4_json(const SweepResults& results);

/// Returns the machine and the program of a sweep in T4, metadata schema 1.0.0.
std::string t4_metadata_json(const SweepResults& results);

}  // namespace texelsort::app
