#include "app/external/external_work.h"

#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "app/external/external_options.h"
#include "app/external/report_file.h"
#include "app/problem/algorithm_options.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/external/interrupted.h"

namespace texelsort::app {

namespace {

/// Options of external-sort that the user typed, parsed like a command line. `format` asks the parser `app` which
/// options were used.
struct TypedOptions {
  explicit TypedOptions(const std::string& words) {
    app.set_help_flag();
    format.add_options(app, true);
    const OptionGroup group(app);
    group.value("--run-size", "SIZE", run, "");
    group.value("--read-size", "SIZE", read, "");
    group.value("--temp-dir", "DIR", folders, "");
    group.flag("--compress", compress, "");
    group.flag("--copies", copies, "");
    try {
      app.parse(words);
    } catch (const CLI::ParseError& error) {
      throw UsageError(fmt::format("options: {}", error.what()));
    }
  }
  TypedOptions(const TypedOptions&) = delete;
  TypedOptions& operator=(const TypedOptions&) = delete;

  CLI::App app;
  FormatOptions format;
  std::string run, read;
  std::vector<std::string> folders;
  bool compress = false, copies = false;
};

std::optional<std::uint64_t> size_if_any(const std::string& text, const char* option) {
  return text.empty() ? std::nullopt : std::optional(size_option(text, option));
}

}  // namespace

struct ExternalWork::Shared {
  external::SortRequest request;
  std::unique_ptr<const external::RecordFormat> format;
  external::Meter meter;
  std::atomic<bool> stops = false;

  std::mutex mutex;
  // The mutex protects all following members up to the next function.
  std::optional<external::SortReport> planned, sorted;
  std::string failure;
  bool ended = false;

  void run(gpu::Device* device) {
    std::string wrong;
    try {
      request.sort.device = device;
      external::SortRequest planning = request;
      planning.plan_only = true;
      external::Meter unused;
      external::SortReport plan = sort_files(planning, unused);
      {
        const std::scoped_lock lock(mutex);
        planned = std::move(plan);
      }
      external::SortReport report = sort_files(request, meter);
      const std::scoped_lock lock(mutex);
      sorted = std::move(report);
    } catch (const external::Interrupted&) {
      wrong = "Cancelled. All files of the sort are removed.";
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    const std::scoped_lock lock(mutex);
    failure = std::move(wrong);
    ended = true;
  }
};

ExternalWork::ExternalWork(gpu::Device* window, cuda::ExecutionOptions execution)
    : window_(window), execution_(std::move(execution)) {}

ExternalWork::~ExternalWork() {
  cancel();
}

bool ExternalWork::start() {
  if (running_) return false;
  const bool done = attempt([&] {
    if (request.input.empty() || request.output.empty()) throw UsageError("enter a file to sort and an output file");
    if (request.input == "-" || request.output == "-")
      throw UsageError("the window cannot use standard input or standard output: enter files");
    // The input is read twice, for the plan and for the sort. A pipe would also make the window wait for its writer.
    if (!std::filesystem::is_regular_file(request.input)) {
      throw UsageError(request.input +
                       ": not a regular file: only the command texelsort external-sort can sort pipes and devices");
    }
    if (std::filesystem::exists(request.output))
      throw UsageError(request.output + " exists: enter another output file");
    const TypedOptions typed(request.options);
    auto shared = std::make_shared<Shared>();
    shared->format = typed.format.format({request.input});
    shared->request = {.inputs = {request.input},
                       .output = request.output,
                       .format = shared->format.get(),
                       .selection = typed.format.selection(),
                       .sort = {.execution = execution_},
                       .memory = size_if_any(request.memory, "memory").value_or(external::usual_memory()),
                       .temp_folders = typed.folders,
                       .compress = typed.compress,
                       .run_bytes = size_if_any(typed.run, "--run-size"),
                       .read_bytes = size_if_any(typed.read, "--read-size"),
                       .copies = typed.copies,
                       .stopped = [raw = shared.get()] { return raw->stops.load(); }};
    thread_.reset();
    thread_ = std::make_unique<DeviceThread>(window_);
    shared_ = shared;
    thread_->run([shared](gpu::Device* device) { shared->run(device); });
  });
  if (!done) return false;
  report_ = external::SortReport{};
  file_.clear();
  looked_at_ = 0;
  running_ = true;
  ++revision_;
  say("");
  return true;
}

void ExternalWork::cancel() {
  if (shared_) shared_->stops = true;
}

void ExternalWork::update() {
  if (!running_) return;
  const std::scoped_lock lock(shared_->mutex);
  // Shortest interval between two progress updates in seconds, which keeps the text readable.
  constexpr double every = 0.1;
  external::SortState state = shared_->meter.state();
  if (!shared_->ended && state.seconds < looked_at_ + every) return;
  looked_at_ = state.seconds;
  ++revision_;
  if (shared_->planned) report_ = shared_->planned;
  report_->state = std::move(state);
  if (!shared_->ended) return;
  running_ = false;
  if (shared_->sorted) {
    report_ = shared_->sorted;
    say(fmt::format("Sorted {} in {:.1f} s: {}", data::counted(report_->records, "record"), report_->state.seconds,
                    request.output));
  } else {
    say(shared_->failure, !shared_->stops);
  }
}

bool ExternalWork::open(const std::string& path) {
  if (running_) {
    say("a sort is running: cancel it before you open another report", true);
    return false;
  }
  const bool done = attempt([&] {
    report_ = read_external_report(path);
    file_ = std::filesystem::absolute(path).string();
  });
  if (!done) return false;
  ++revision_;
  say("The report of " + path);
  return true;
}

}  // namespace texelsort::app
