#include "app/cli/commands/external_rows.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <random>

#include <fmt/format.h>

#include "app/cli/commands/child_process.h"
#include "app/cli/commands/interrupt.h"
#include "app/external/report_file.h"
#include "app/problem/host.h"
#include "app/problem/messages.h"
#include "app/problem/shell.h"
#include "compute/data/error.h"
#include "compute/external/generate.h"
#include "compute/external/record_summary.h"
#include "compute/measure/benchmark_case.h"

namespace texelsort::app {

namespace {

/// New folder for the files of a measurement. The folder and its contents are removed at the end of the scope.
class MeasuringFolder {
 public:
  MeasuringFolder() {
    std::string name = std::filesystem::temp_directory_path() / "texelsort-reproduce-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw UsageError(fmt::format("{}: the folder cannot be created: {}", name, std::strerror(errno)));
    path_ = name;
  }
  MeasuringFolder(const MeasuringFolder&) = delete;
  MeasuringFolder& operator=(const MeasuringFolder&) = delete;
  ~MeasuringFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void add_time(TrialResult& row, std::string_view stage, std::string_view pass, double seconds) {
  const auto known = std::ranges::find_if(
      row.pass_times, [&](const PassSamples& one) { return one.stage == stage && one.pass == pass; });
  PassSamples& times = known != row.pass_times.end()
                           ? *known
                           : row.pass_times.emplace_back(PassSamples{std::string(stage), std::string(pass), {}});
  times.samples_ms.push_back(seconds * 1e3);
}

/// Returns the bytes that the tasks of an external sort have read from files and written to files.
std::uint64_t moved_bytes(const external::SortState& state) {
  using external::TaskKind;
  std::uint64_t bytes = 0;
  for (const external::TaskState& task : state.tasks) {
    const bool moves = task.task == TaskKind::read || task.task == TaskKind::write_runs ||
                       task.task == TaskKind::read_runs || task.task == TaskKind::write;
    if (moves) bytes += task.bytes;
  }
  return bytes;
}

void add_sample(TrialResult& row, const external::SortReport& report) {
  const external::SortState& state = report.state;
  row.samples_ms.push_back((state.runs_s + state.merge_s + state.sync_s) * 1e3);
  row.bytes = moved_bytes(state);
  row.passes = 1 + report.plan.levels;
  add_time(row, name(external::SortPhase::runs), "all", state.runs_s);
  add_time(row, name(external::SortPhase::merging), "all", state.merge_s);
  add_time(row, name(external::SortPhase::syncing), "all", state.sync_s);
  add_time(row, "storage", "to runs", report.copies->to_runs_s);
  add_time(row, "storage", "to output", report.copies->to_output_s);
  for (const external::TaskState& task : state.tasks)
    add_time(row, "tasks", name(task.task), task.busy_s / static_cast<double>(task.threads));
}

class ExternalRounds {
 public:
  ExternalRounds(const std::vector<TrialResult>& rows, const measure::Budget& budget, const std::string& device_words)
      : rows_(rows), budget_(budget), device_words_(shell_words(device_words)) {
    for (const TrialResult& row : rows_) {
      if (inputs_.contains(row.n)) continue;
      Input& input = inputs_[row.n];
      input.path = folder_.file(fmt::format("{}.dat", row.n));
      input.checksum = external::generate_records({.kind = {}, .records = row.n, .checksum = true}, input.path,
                                                  [](std::uint64_t) {});
    }
  }

  /// Measures all rows, and returns false if the user interrupts the program.
  bool run(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<TrialResult*> order;
    for (TrialResult& row : rows_) order.push_back(&row);
    // The first round is a warm-up, after which the caches of the storage hold the inputs.
    for (bool warm_up = true; warm_up || !std::ranges::all_of(rows_, [this](auto& row) { return is_enough(row); });
         warm_up = false) {
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
      for (TrialResult* row : order) {
        if (row->status == TrialStatus::measured) sample(*row, warm_up);
        if (Interrupt::asked()) return false;
      }
    }
    return true;
  }

  std::vector<TrialResult> results() {
    for (TrialResult& row : rows_) {
      row.date = utc_now();
      row.is_final = true;
      row.ms = row.samples_ms.empty() ? measure::Summary{} : measure::summarise(row.samples_ms);
      row.clock = gpu::name(gpu::Clock::cpu_steady);
    }
    return rows_;
  }

 private:
  struct Input {
    std::string path;
    external::WideNumber checksum = 0;
  };

  bool is_enough(const TrialResult& row) const {
    const std::size_t samples = row.samples_ms.size();
    if (row.status != TrialStatus::measured || samples >= budget_.max_samples) return true;
    return samples >= budget_.min_samples &&
           (row.seconds >= budget_.seconds || measure::are_enough(row.samples_ms, budget_));
  }

  std::vector<std::string> command_of(const TrialResult& row) const {
    std::vector<std::string> words = shell_words(row.task);
    words.insert(words.end(), {inputs_.at(row.n).path, "-o", output_, "--temp-dir", folder_.path(), "--copies",
                               "--json", "-a", row.algorithm});
    for (const auto& [name, value] : row.given) words.insert(words.end(), {"-p", fmt::format("{}={}", name, value)});
    words.insert(words.end(), device_words_.begin(), device_words_.end());
    return words;
  }

  void sample(TrialResult& row, bool warm_up) {
    const Input& input = inputs_.at(row.n);
    const ChildOutput output = Child(this_program, command_of(row)).end();
    if (Interrupt::asked()) return;
    if (output.exit_code != 0) {
      const bool refused = output.exit_code == static_cast<int>(ExitCode::usage) ||
                           output.exit_code == static_cast<int>(ExitCode::unavailable);
      row.status = refused ? TrialStatus::refused : TrialStatus::failed;
      constexpr std::string_view start = "texelsort: ";
      const std::size_t begin = output.err.starts_with(start) ? start.size() : 0;
      row.reason = one_line(std::string_view(output.err).substr(begin, output.err.find_last_not_of('\n') + 1 - begin));
      return;
    }
    const external::SortReport report = external_report(output.out, row.task);
    const external::RecordSummary sorted = summarise_file(*format_, output_);
    std::filesystem::remove(output_);
    row.seconds += report.state.seconds;
    if (sorted.records != row.n || !sorted.in_order() || sorted.checksum != input.checksum) {
      row.status = TrialStatus::failed;
      row.reason = "the output is not the sorted input";
    } else if (!warm_up) {
      add_sample(row, report);
    }
  }

  std::vector<TrialResult> rows_;
  measure::Budget budget_;
  std::vector<std::string> device_words_;
  std::unique_ptr<const external::RecordFormat> format_ = external::benchmark_format();
  MeasuringFolder folder_;
  std::string output_ = folder_.file("sorted.dat");
  std::map<std::uint64_t, Input> inputs_;
};

}  // namespace

void measure_external_rows(const std::vector<TrialResult>& rows, const measure::Budget& budget, std::uint64_t seed,
                           const std::string& device_words, const std::function<void(const TrialResult&)>& result) {
  ExternalRounds rounds(rows, budget, device_words);
  if (!rounds.run(seed)) return;
  for (const TrialResult& row : rounds.results()) result(row);
}

}  // namespace texelsort::app
