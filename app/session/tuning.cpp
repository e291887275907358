#include "app/session/tuning.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "app/problem/problem_spec.h"
#include "app/session/session.h"
#include "app/session/view_state.h"
#include "app/tuning/experiments/experiment.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

constexpr std::array pictures{"ranking", "heat map", "parallel coordinates", "parameters", "throughput", "samples",
                              "roof",    "stages"};

}  // namespace

std::string_view name(TuningPicture picture) {
  return pictures.at(static_cast<std::size_t>(picture));
}

std::optional<TuningPicture> find_picture(std::string_view name) {
  const auto found = std::ranges::find(pictures, name);
  if (found == pictures.end()) return std::nullopt;
  return static_cast<TuningPicture>(found - pictures.begin());
}

/// Data that the window and the sweep's thread share.
struct Tuning::Shared {
  std::mutex mutex;  ///< mutex that protects all members except for `cancelled`
  std::condition_variable resumed;
  std::atomic<bool> cancelled = false;
  bool paused = false, done = false;
  SweepHeader header;
  bool has_header = false;
  std::vector<TrialResult> fresh;  ///< results that the next frame will fetch
  SweepProgress progress;
  std::string failure, warning;

  bool asks_to_end() {
    std::unique_lock lock(mutex);
    resumed.wait(lock, [this] { return !paused || cancelled; });
    return cancelled;
  }

  void sweep(const SweepRequest& asked, const SweepSpace& space, const std::string& device_words,
             const SweepResults& before, gpu::Device* device) {
    const gpu::DeviceInfo* info = device != nullptr && needs_device(space) ? &device->info() : nullptr;
    const std::vector<Trial> trials = trials_of(space, info);
    SweepHeader own = header_of(asked, device_words, info, trials.size());
    own.definitions = definitions_of(space);
    SweepControl control{.budget = asked.budget.budget, .seed = asked.problem.seed + before.rows.size()};
    if (!before.rows.empty()) {
      require_same("the sweep", before.header, own);
      require_covered("the sweep", before.rows, trials);
      control.done = before.rows;
      control.enough = enough_for(before, asked);
    }
    {
      const std::scoped_lock lock(mutex);
      header = std::move(own);
      has_header = true;
      progress.of = trials.size();
    }
    control.cancelled = [this] { return asks_to_end(); };
    control.progress = [this](const SweepProgress& now) {
      const std::scoped_lock lock(mutex);
      progress = now;
    };
    control.result = [this](const TrialResult& row) {
      const std::scoped_lock lock(mutex);
      fresh.push_back(row);
    };
    run_sweep(trials, info != nullptr ? device : nullptr, control);
  }

  void run(const SweepRequest& asked, const SweepSpace& space, const std::string& device_words,
           const SweepResults& before, gpu::Device* device) {
    const LoadMeter load;
    std::string reason;
    try {
      sweep(asked, space, device_words, before, device);
    } catch (const std::exception& error) {
      reason = error.what();
    }
    std::string about_load = load_warning(load);
    const std::scoped_lock lock(mutex);
    warning = std::move(about_load);
    failure = std::move(reason);
    done = true;
  }
};

Tuning::Tuning(gpu::Device* window, cuda::ExecutionOptions execution)
    : window_(window), execution_(std::move(execution)) {}

Tuning::Tuning(const Session& session) : Tuning(session.device(), session.execution()) {}

void Tuning::frame(Session&, double) {
  update();
}

Tuning::~Tuning() {
  cancel();
}

void Tuning::suggest(const Session& session) {
  if (!request.competitors.empty()) return;
  request.competitors = {session.algorithm().info().id};
  request.types = {std::string(data::name(session.problem().type()))};
  if (const std::uint64_t n = session.problem().n(); n > 0) {
    request.sizes = {std::has_single_bit(n) && n >= 1024 ? fmt::format("2^{}", std::countr_zero(n))
                                                         : std::to_string(n)};
  }
}

bool Tuning::start(bool keeps) {
  if (state_ != State::idle) return false;
  const bool done = attempt([&] {
    // Read the request on the thread that draws. If it names the file of a network, reading adds the network to the
    // registry of algorithms.
    const SweepSpace space = space_of(request, execution_);
    if (space.competitors.empty()) throw UsageError("name at least one algorithm to measure");
    thread_.reset();
    thread_ = std::make_unique<DeviceThread>(window_);
    shared_ = std::make_shared<Shared>();
    thread_->run([shared = shared_, asked = request, space, words = device_options(window_, execution_),
                  before = keeps ? results_ : SweepResults()](gpu::Device* device) {
      shared->run(asked, space, words, before, device);
    });
  });
  if (!done) return false;
  keeps_ = keeps;
  if (!keeps) results_ = {};
  progress_ = {};
  file_.clear();
  warning_.clear();
  state_ = State::running;
  ++revision_;
  say("");
  return true;
}

void Tuning::set_paused(bool paused) {
  if (state_ == State::idle) return;
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->paused = paused;
  }
  shared_->resumed.notify_all();
  state_ = paused ? State::paused : State::running;
}

void Tuning::cancel() {
  if (state_ == State::idle) return;
  shared_->cancelled = true;
  set_paused(false);
}

void Tuning::update() {
  if (state_ == State::idle) return;
  const std::scoped_lock lock(shared_->mutex);
  if (std::exchange(shared_->has_header, false)) {
    if (keeps_ && shared_->header.command != results_.header.command) results_.earlier.push_back(results_.header);
    results_.header = shared_->header;
  }
  if (!shared_->fresh.empty()) ++revision_;
  for (TrialResult& row : shared_->fresh) {
    row.header = results_.earlier.size();
    put(results_.rows, row);
  }
  shared_->fresh.clear();
  progress_ = shared_->progress;
  progress_.done = results_.rows.size();
  if (!shared_->done) return;
  state_ = State::idle;
  warning_ = shared_->warning;
  ++revision_;
  if (!shared_->failure.empty()) {
    say(shared_->failure, true);
  } else if (results_.rows.size() < results_.header.trials) {
    say(fmt::format("Cancelled: {} of {} configurations have results.", data::grouped(results_.rows.size()),
                    data::grouped(results_.header.trials)));
  } else {
    say(fmt::format("{} done.", data::counted(results_.rows.size(), "configuration")));
  }
}

bool Tuning::open(const std::string& path) {
  if (state_ != State::idle) {
    say("a sweep is running: cancel it before you open other results", true);
    return false;
  }
  const bool done = attempt([&] {
    results_ = read_sweep(path);
    warning_.clear();
    file_ = std::filesystem::absolute(path).string();
  });
  if (!done) return false;
  take_request(results_.header.command);
  progress_ = {results_.rows.size(), results_.header.trials, 0};
  ++revision_;
  say(fmt::format("{} of {}{}", data::counted(results_.rows.size(), "configuration"), path,
                  results_.cut_off ? "; the incomplete last line is ignored" : ""));
  return true;
}

void Tuning::take_request(const std::string& command) {
  try {
    request = read_command(command).request;
    request.command = "sweep";
    ++request_revision_;
  } catch (const UsageError&) {
    // Results of `texelsort reproduce` have no request. They keep the present one.
  }
}

bool Tuning::save(const std::string& path) {
  const bool done = attempt([&] {
    if (results_.rows.empty()) throw UsageError("there are no results yet");
    if (state_ != State::idle) throw UsageError("the sweep is running: save its results after it ends");
    if (std::filesystem::exists(path)) throw UsageError(path + " exists: choose another name");
    data::write_file_atomically(path, sweep_text(results_));
    file_ = std::filesystem::absolute(path).string();
  });
  if (!done) return false;
  say("Saved: " + path);
  return true;
}

namespace {

ProblemSpec problem_of(const TrialResult& row) {
  ProblemSpec spec;
  spec.n = row.n;
  spec.type = data::parse_key_type(row.type);
  spec.distribution = row.distribution;
  spec.order = data::parse_order(row.order).value_or(data::Order::ascending);
  const std::size_t space = row.payload.find(' ');
  if (const auto payload = data::parse_payload_choice(row.payload.substr(0, space))) {
    spec.payload = payload->kind;
    spec.fields = payload->fields;
  }
  if (space != std::string::npos) spec.layout = data::parse_layout(row.payload.substr(space + 1));
  read_task_words(row.task, spec);
  return spec;
}

}  // namespace

bool Tuning::load_into(Session& session, const TrialResult& row) {
  // The session shows sorts of keys. An external sort has files instead of a problem.
  return !is_external(row.task) && session.change_run(problem_of(row), row.algorithm, row.given);
}

bool is_results_file(const std::string& path) {
  return path.ends_with(".jsonl");
}

}  // namespace texelsort::app
