#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_space.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Machine and options of a sweep, in the first line of its file.
struct SweepHeader {
  std::string version{}, command{}, date{};    ///< program version; command that repeats the sweep; start time in UTC
  std::string device{}, renderer{}, driver{};  ///< OpenGL device; empty if only the CPU was used
  std::string processor{}, cccl{};  ///< name of the CPU; version of CUDA's core libraries, empty without CUDA
  std::uint64_t seed = 1, trials = 0;
};

enum class TrialStatus : std::uint8_t { measured, refused, failed };

std::string_view name(TrialStatus status);

/// Times of one pass, from separate runs that time each pass. Samples with the same index are from the same run.
struct PassSamples {
  std::string stage, pass;  ///< names of stage and pass: "stage 3", "step 2"
  std::vector<double> samples_ms;
};

/// Result of a trial, in one line of the file.
struct TrialResult {
  TrialStatus status = TrialStatus::measured;
  std::string reason;  ///< reason why the trial was rejected, or the error in its output
  std::string algorithm, type, distribution, order, payload;
  std::string task{};              ///< options of a task other than plain sorting: "--sequences 4", "-k 100"
  std::uint64_t n = 0, group = 0;  ///< number of keys; number of the group, whose trials were measured interleaved
  std::map<std::string, std::string> parameters{}, given{};
  std::vector<double> samples_ms{};  ///< times of the samples; empty unless measured
  measure::Summary ms{};
  bool stopped = false;  ///< true if stopped after a few samples, because it could not be a search's fastest trial
  double seconds = 0;    ///< time of warm-ups, samples and checks
  std::uint64_t bytes = 0, passes = 0;
  std::uint64_t comparators = 0, device_bytes = 0;  ///< number of compare-and-swaps; bytes of textures and buffers
  std::vector<PassSamples> pass_times{};            ///< times per pass; empty unless requested
  std::string clock{}, library{}, library_call{};

  /// Returns the same text as Trial::key().
  std::string key() const;
};

/// Returns the algorithm with its given values, "radix/srts@compute:digit=4:tile=1024".
std::string configuration_text(const TrialResult& row);

/// Returns the properties of a trial that are known before it runs.
TrialResult describe(const Trial& trial);

struct SweepResults {
  SweepHeader header;
  std::vector<TrialResult> rows;
  bool cut_off = false;          ///< true if the last line is incomplete and was ignored
  std::uint64_t good_bytes = 0;  ///< bytes of the complete lines
};

/// Reads a file. The last line of each configuration counts, because a search measures its best configurations again.
/// Ignores an incomplete last line and sets cut_off. Throws UsageError with file and line for other files, other
/// versions and invalid lines.
SweepResults read_sweep(const std::string& path);

/// Returns the text of a file with these results.
std::string sweep_text(const SweepResults& results);

/// Appends lines to a sweep file. Every line is on the disk before the next trial starts.
class SweepWriter {
 public:
  /// Creates a file with its header. Throws UsageError if the file exists or cannot be created.
  static SweepWriter create(const std::string& path, const SweepHeader& header);
  /// Continues a file after the complete lines of `done`. Throws UsageError if the file cannot be written.
  static SweepWriter resume(const std::string& path, const SweepResults& done);
  /// Creates a writer that discards all rows.
  SweepWriter() = default;
  SweepWriter(SweepWriter&& other) noexcept;
  SweepWriter& operator=(SweepWriter&&) = delete;
  ~SweepWriter();

  /// Appends a row. Throws UsageError if it cannot be written, for example to a full disk. Earlier lines stay complete.
  void add(const TrialResult& row);

 private:
  SweepWriter(std::string path, int descriptor);
  void write_line(const std::string& line);

  std::string path_;
  int descriptor_ = -1;
};

/// Returns a sweep in the autotuning community's exchange format T4, results schema 1.0.0. Each configuration has its
/// values, times in milliseconds, invalidity, correctness (1 or 0) and measurements. Invalidity is "correct",
/// "constraints" (rejected) or "correctness" (wrong output). The objective is "time".
std::string t4_json(const SweepResults& results);

}  // namespace texelsort::app
