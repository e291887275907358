#include "compute/measure/measure.h"

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "compute/algorithms/verify.h"
#include "compute/data/error.h"

namespace texelsort::measure {

namespace {

using Clock = std::chrono::steady_clock;

/// Repetitions of the stepwise run that gives per-pass times.
constexpr std::uint64_t min_pass_repetitions = 5;

/// Of the time budget, what one warm-up may take before it is enough on its own.
constexpr double long_warmup = 0.1;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One configuration while it is being measured.
class Subject {
 public:
  Subject(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem)
      : problem_(std::move(problem)), run_(entry.algorithm->start(device, problem_, entry.parameters)) {
    result_.algorithm = entry.algorithm;
    result_.parameters = entry.parameters;
    result_.n = problem_->n();
    result_.type = problem_->type();
    result_.clock = run_->clock();
    result_.verified = true;
  }

  /// The first warm-up goes pass by pass and counts bytes; its output and the last one's are checked.
  void warm_up(const Budget& budget) {
    const auto start = Clock::now();
    run_->rewind();
    while (const auto record = run_->step()) {
      result_.bytes += record->counters.bytes;
      ++result_.pass_count;
    }
    check();
    for (std::uint64_t i = 1; i < budget.warmups && seconds_since(start) < long_warmup * budget.seconds; ++i) sample();
    samples_.clear();
    check();
  }

  void sample() {
    run_->rewind();
    samples_.push_back(run_->timed_finish());
  }

  /// True when more samples would tell nothing new, or are not allowed.
  bool satisfied(const Budget& budget) const {
    if (!result_.verified || samples_.size() >= budget.max_samples) return true;
    if (samples_.size() < budget.min_samples) return false;
    const Summary summary = summarise(samples_);
    return summary.high - summary.low <= budget.relative_width * summary.median;
  }
  bool has_minimum(const Budget& budget) const { return !result_.verified || samples_.size() >= budget.min_samples; }

  /// Per-pass times; false when cancelled.
  bool time_each_pass(const Budget& budget, const std::function<bool()>& cancelled);

  /// Checks the output of the last sample.
  void close_samples() {
    check();
    result_.total_ms = summarise(samples_);
  }

  Measurement take_result() { return std::move(result_); }
  bool verified() const { return result_.verified; }

 private:
  void check() {
    if (!result_.verified) return;
    if (const auto failure = algorithms::verify_result(*run_, *problem_, result_.algorithm->info().stable)) {
      result_.verified = false;
      result_.fault = algorithms::text(*failure);
    }
  }

  std::vector<algorithms::PassRecord> step_through();
  void summarise_passes(const std::vector<algorithms::PassRecord>& records,
                        const std::vector<std::vector<double>>& repetitions);

  std::shared_ptr<const algorithms::Problem> problem_;
  std::unique_ptr<algorithms::Run> run_;
  std::vector<double> samples_;
  Measurement result_;
};

std::vector<algorithms::PassRecord> Subject::step_through() {
  std::vector<algorithms::PassRecord> records;
  run_->rewind();
  while (auto record = run_->step()) records.push_back(std::move(*record));
  return records;
}

bool Subject::time_each_pass(const Budget& budget, const std::function<bool()>& cancelled) {
  const auto start = Clock::now();
  std::vector<algorithms::PassRecord> records;
  std::vector<std::vector<double>> repetitions;
  while (repetitions.size() < min_pass_repetitions ||
         (repetitions.size() < budget.max_samples && seconds_since(start) < budget.seconds / 2)) {
    if (cancelled && cancelled()) return false;
    run_->time_passes(true);
    records = step_through();
    repetitions.push_back(run_->take_pass_times());
    run_->time_passes(false);
    if (repetitions.back().size() != records.size()) {
      throw InternalError(fmt::format("{}: {} pass times for {} passes", result_.algorithm->info().id,
                                      repetitions.back().size(), records.size()));
    }
  }
  check();
  summarise_passes(records, repetitions);
  return true;
}

void Subject::summarise_passes(const std::vector<algorithms::PassRecord>& records,
                               const std::vector<std::vector<double>>& repetitions) {
  std::vector<double> times(repetitions.size());
  for (std::size_t pass = 0; pass < records.size(); ++pass) {
    std::transform(repetitions.begin(), repetitions.end(), times.begin(),
                   [pass](const auto& run) { return run[pass]; });
    result_.passes.push_back({records[pass].header, summarise(times), records[pass].counters.bytes});
  }
  for (std::size_t first = 0, last = 0; first < records.size(); first = last) {
    const algorithms::PassHeader& header = records[first].header;
    StageTiming stage{.name = header.stage, .ms = {}, .passes = 0, .bytes = 0};
    std::fill(times.begin(), times.end(), 0.0);
    for (; last < records.size() && records[last].header.stage_index == header.stage_index; ++last) {
      for (std::size_t i = 0; i < repetitions.size(); ++i) times[i] += repetitions[i][last];
      stage.bytes += records[last].counters.bytes;
      ++stage.passes;
    }
    stage.ms = summarise(times);
    result_.stages.push_back(stage);
  }
}

/// Fisher-Yates with a mapping of its own: std::shuffle differs between libraries.
void shuffle(std::vector<std::size_t>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

}  // namespace

std::optional<Measurement> measure(const algorithms::Algorithm& algorithm, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem,
                                   const algorithms::Parameters& parameters, const Budget& budget, bool passes,
                                   const std::function<bool()>& cancelled) {
  const auto stop = [&] { return cancelled && cancelled(); };
  if (stop()) return std::nullopt;
  Subject subject({&algorithm, parameters}, device, std::move(problem));
  subject.warm_up(budget);
  const auto start = Clock::now();
  while (!subject.satisfied(budget) && !(subject.has_minimum(budget) && seconds_since(start) >= budget.seconds)) {
    if (stop()) return std::nullopt;
    subject.sample();
  }
  subject.close_samples();
  if (passes && subject.verified() && !subject.time_each_pass(budget, cancelled)) return std::nullopt;
  return subject.take_result();
}

std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed) {
  std::vector<Subject> subjects;
  subjects.reserve(entries.size());
  for (const Entry& entry : entries) subjects.emplace_back(entry, device, problem);
  for (Subject& subject : subjects) subject.warm_up(budget);

  std::mt19937_64 random(seed);
  const auto start = Clock::now();
  const double seconds = budget.seconds * static_cast<double>(entries.size());
  for (;;) {
    const bool late = seconds_since(start) >= seconds;
    std::vector<std::size_t> round;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (late ? !subjects[i].has_minimum(budget) : !subjects[i].satisfied(budget)) round.push_back(i);
    }
    if (round.empty()) break;
    shuffle(round, random);
    for (const std::size_t i : round) subjects[i].sample();
  }

  std::vector<Measurement> results;
  for (Subject& subject : subjects) {
    subject.close_samples();
    results.push_back(subject.take_result());
  }
  return results;
}

std::vector<std::size_t> fastest(const std::vector<Measurement>& measurements) {
  const Measurement* best = nullptr;
  for (const Measurement& each : measurements) {
    if (!each.verified) continue;
    if (best == nullptr || each.total_ms.median < best->total_ms.median) best = &each;
  }
  std::vector<std::size_t> winners;
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    const Measurement& each = measurements[i];
    if (each.verified && (&each == best || !separated(each.total_ms, best->total_ms))) winners.push_back(i);
  }
  return winners;
}

}  // namespace texelsort::measure
