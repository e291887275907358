#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_space.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Where and how a sweep ran: the first line of its file.
struct SweepHeader {
  std::string version{}, command{}, date{};    ///< of the program; what repeats the sweep; when it began, in UTC
  std::string device{}, renderer{}, driver{};  ///< empty if nothing but the CPU took part
  std::string processor{}, cccl{};             ///< the CPU; version of CUDA's core libraries, empty without CUDA
  std::uint64_t seed = 1, trials = 0;
};

enum class TrialStatus : std::uint8_t { measured, refused, failed };

std::string_view name(TrialStatus status);

/// Time of one pass, from runs of their own in which each pass is timed: sample by sample those of one run belong
/// together.
struct PassSamples {
  std::string stage, pass;  ///< "stage 3", "step 2"
  std::vector<double> samples_ms;
};

/// What came of a trial: a further line of the file.
struct TrialResult {
  TrialStatus status = TrialStatus::measured;
  std::string reason;  ///< why it was refused, or what was wrong with its output
  std::string algorithm, type, distribution, order, payload;
  std::string task{};              ///< what is done besides sorting: "--sequences 4", "-k 100"
  std::uint64_t n = 0, group = 0;  ///< trials of one group were measured together, interleaved
  std::map<std::string, std::string> parameters{}, given{};
  std::vector<double> samples_ms{};  ///< empty unless it was measured
  measure::Summary ms{};
  bool stopped = false;  ///< after few samples: it had no chance to be the fastest of a search
  double seconds = 0;    ///< of its warm-ups, samples and checks
  std::uint64_t bytes = 0, passes = 0;
  std::uint64_t comparators = 0, device_bytes = 0;  ///< compare-and-swaps; textures and buffers, as of a measurement
  std::vector<PassSamples> pass_times{};            ///< empty unless that was asked for
  std::string clock{}, library{}, library_call{};

  /// As of the trial.
  std::string key() const;
};

/// "radix/srts@compute:digit=4:tile=1024": the algorithm with the values that it was given.
std::string configuration_text(const TrialResult& row);

/// What is known of a trial before it runs.
TrialResult describe(const Trial& trial);

struct SweepResults {
  SweepHeader header;
  std::vector<TrialResult> rows;
  bool cut_off = false;          ///< the last line has no end: what was read is all before it
  std::uint64_t good_bytes = 0;  ///< of whole lines
};

/// Reads a file; the last line of a configuration counts, since a search measures its best ones again. Throws
/// UsageError with file and line for what is no such file, another version, or a line that is wrong; a last line
/// without an end is left out and told of.
SweepResults read_sweep(const std::string& path);

/// The text of a file that holds all of this.
std::string sweep_text(const SweepResults& results);

/// A file that grows line by line; every line is on the disk before the next trial starts.
class SweepWriter {
 public:
  /// A new file with its header. Throws UsageError if there is one, or it cannot be made.
  static SweepWriter create(const std::string& path, const SweepHeader& header);
  /// Goes on behind the whole lines of `done`. Throws UsageError if the file cannot be written.
  static SweepWriter resume(const std::string& path, const SweepResults& done);
  /// Nothing is kept.
  SweepWriter() = default;
  SweepWriter(SweepWriter&& other) noexcept;
  SweepWriter& operator=(SweepWriter&&) = delete;
  ~SweepWriter();

  /// Throws UsageError if it cannot be written, the disk being full included; whole lines before it stay.
  void add(const TrialResult& row);

 private:
  SweepWriter(std::string path, int descriptor);
  void write_line(const std::string& line);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace texelsort::app
