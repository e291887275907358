#include "compute/measure/measuring.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/measure/timed_copy.h"
#include "compute/mpi/processes.h"

namespace texelsort::measure {
namespace {

/// Multiple of the best configuration's time. A configuration stops after its first sample if that sample is slower
/// than this.
constexpr double far_above = 3;

/// Shuffles a list with the Fisher-Yates algorithm. std::shuffle gives different results in different standard
/// libraries.
template <typename Item>
void shuffle(std::vector<Item>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

/// Stops configurations that are certainly slower than the best one, because their interval of times is above its
/// interval. With few samples, the interval ranges from the shortest to the longest time.
void stop_hopeless(std::vector<BenchmarkCase>& subjects, const Budget& budget) {
  double bound = budget.beat_ms;
  for (const BenchmarkCase& subject : subjects) {
    if (!subject.verified() || subject.samples() < budget.stop_after) continue;
    bound = std::min(bound, summarise(subject.result().samples_ms).high);
  }
  for (BenchmarkCase& subject : subjects) {
    if (subject.samples() == 0 || subject.satisfied()) continue;
    const double low = summarise(subject.result().samples_ms).low;
    if (low > (subject.samples() < budget.stop_after ? far_above * bound : bound)) subject.stop();
  }
}

/// Calls `work`. If the device fails, names the configuration in the error.
template <typename Work>
void named_if_it_fails(const BenchmarkCase& subject, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == ExitCode::usage || error.code() == ExitCode::unavailable) throw;
    std::string values;
    for (const auto& [name, value] : subject.result().parameters.values()) values += fmt::format(" {}={}", name, value);
    throw Error(error.code(), fmt::format("{}{}, n = {}: {}", subject.result().algorithm->info().id, values,
                                          subject.result().n, error.what()));
  }
}

std::vector<BenchmarkCase> one_case(const Entry& entry, gpu::Device* device,
                                    std::shared_ptr<const algorithms::Problem> problem, const Budget& budget) {
  std::vector<BenchmarkCase> subjects;
  subjects.emplace_back(entry, device, std::move(problem), budget);
  return subjects;
}

}  // namespace

Measuring::Measuring(std::vector<BenchmarkCase> subjects, const Budget& budget, std::uint64_t seed,
                     CopyControl* control)
    : subjects_(std::move(subjects)), budget_(budget), random_(seed), control_(control) {
  // Samples of an earlier measurement count towards the time limit.
  for (const BenchmarkCase& subject : subjects_) {
    for (const double ms : subject.result().samples_ms) total_seconds_ += ms / 1000;
  }
}

Measuring::Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
                     const Budget& budget)
    : Measuring(one_case(entry, device, std::move(problem), budget), budget, 1) {}

bool Measuring::advance() {
  if (warming_ < subjects_.size()) {
    named_if_it_fails(subjects_[warming_], [&] {
      if (!subjects_[warming_].warm_up_once()) ++warming_;
    });
    return true;
  }
  if (!done_ && round_.empty() && !begin_round()) end(false);
  if (done_) return false;
  const RoundRun run = round_.back();
  round_.pop_back();
  if (run.subject == subjects_.size()) {
    control_ms_.push_back(control_->sample());
  } else {
    BenchmarkCase& subject = subjects_[run.subject];
    named_if_it_fails(subject, [&] {
      const auto start = std::chrono::steady_clock::now();
      run.passes ? subject.time_passes() : subject.sample();
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (!run.passes) total_seconds_ += mpi::agreed(passed.count());
    });
  }
  if (round_.empty() && budget_.stop_after > 0) stop_hopeless(subjects_, budget_);
  return true;
}

/// Plans the next round. All configurations are sampled in every round, also those with enough samples, so that samples
/// with equal indices are from the same round. Returns false if no further round is necessary.
bool Measuring::begin_round() {
  const bool late = total_seconds_ >= budget_.seconds * static_cast<double>(subjects_.size());
  const auto needs_more = [late](const BenchmarkCase& subject) {
    return late ? !subject.has_minimum() : !subject.satisfied();
  };
  const bool totals = std::ranges::any_of(subjects_, needs_more);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    if (subjects_[i].takes_part()) order.push_back(i);
  }
  if (totals && control_ != nullptr) order.push_back(subjects_.size());
  shuffle(order, random_);
  for (const std::size_t i : order) {
    if (i == subjects_.size()) {
      round_.push_back({i, false});
      continue;
    }
    if (subjects_[i].needs_passes() || (totals && subjects_[i].may_time_passes())) round_.push_back({i, true});
    if (totals) round_.push_back({i, false});
  }
  ++rounds_;
  return !round_.empty();
}

void Measuring::end(bool early) {
  const std::optional<double> control_p5_ms =
      control_ms_.empty() ? std::nullopt : std::optional(fifth_percentile(control_ms_));
  for (BenchmarkCase& subject : subjects_) {
    if (early && subject.warmups() == 0) continue;
    named_if_it_fails(subject, [&] { subject.close_samples(control_p5_ms); });
  }
  done_ = true;
}

void Measuring::end_early() {
  if (!done_) end(true);
}

float Measuring::progress() const {
  if (done_) return 1.0F;
  // Share of the progress bar for warm-ups.
  constexpr double warm_up = 0.1;
  const auto count = static_cast<double>(subjects_.size());
  if (warming_ < subjects_.size()) {
    const auto runs = static_cast<double>(subjects_[warming_].warmups());
    const double warmed = static_cast<double>(warming_) + runs / static_cast<double>(budget_.warmups + 1);
    return static_cast<float>(warm_up * warmed / count);
  }
  std::size_t fewest = subjects_.front().samples();
  for (const BenchmarkCase& subject : subjects_) fewest = std::min(fewest, subject.samples());
  const double by_count =
      static_cast<double>(fewest) / static_cast<double>(std::max<std::uint64_t>(budget_.max_samples, 1));
  const double by_time = total_seconds_ / (budget_.seconds * count);
  return static_cast<float>(warm_up + (1 - warm_up) * std::clamp(std::max(by_count, by_time), 0.0, 1.0));
}

}  // namespace texelsort::measure
