#include "compute/measure/measure.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/measure/measuring.h"
#include "compute/mpi/processes.h"

namespace texelsort::measure {
namespace {

/// Shuffles a list with the Fisher-Yates algorithm. std::shuffle gives different results in different standard
/// libraries.
void shuffle(std::vector<std::size_t>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

/// Multiple of the best configuration's time. A configuration stops after its first sample if that sample is slower
/// than this.
constexpr double far_above = 3;

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

/// Calls `work` and returns its result. If the device fails, names the configuration in the error, because the device
/// is unusable from then on.
template <typename Work>
auto named_if_it_fails(const BenchmarkCase& subject, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ExitCode::usage || error.code() == ExitCode::unavailable) throw;
    std::string values;
    for (const auto& [name, value] : subject.result().parameters.values()) values += fmt::format(" {}={}", name, value);
    throw Error(error.code(), fmt::format("{}{}, n = {}: {}", subject.result().algorithm->info().id, values,
                                          subject.result().n, error.what()));
  }
}

}  // namespace

std::optional<Measurement> measure(const algorithms::Prepared& prepared, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                   bool passes, const std::function<bool()>& cancelled) {
  Measuring measuring({prepared}, device, std::move(problem), budget, passes);
  do {
    if (cancelled && cancelled()) return std::nullopt;
  } while (measuring.advance());
  return measuring.result();
}

bool interleave(std::vector<BenchmarkCase>& subjects, const Budget& budget, std::uint64_t seed,
                const std::function<bool()>& cancelled) {
  const auto stopped = [&cancelled] { return cancelled && cancelled(); };
  for (BenchmarkCase& subject : subjects) {
    do {
      if (stopped()) return false;
    } while (named_if_it_fails(subject, [&] { return subject.warm_up_once(); }));
  }

  std::mt19937_64 random(seed);
  const auto start = std::chrono::steady_clock::now();
  const double seconds = budget.seconds * static_cast<double>(subjects.size());
  for (;;) {
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool late = mpi::agreed(passed) >= seconds;
    std::vector<std::size_t> round;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (late ? !subjects[i].has_minimum() : !subjects[i].satisfied()) round.push_back(i);
    }
    if (round.empty()) break;
    shuffle(round, random);
    for (const std::size_t i : round) {
      if (stopped()) return false;
      named_if_it_fails(subjects[i], [&] { subjects[i].sample(); });
    }
    if (budget.stop_after > 0) stop_hopeless(subjects, budget);
  }
  for (BenchmarkCase& subject : subjects) subject.close_samples();
  return true;
}

std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed) {
  std::vector<BenchmarkCase> subjects;
  subjects.reserve(entries.size());
  for (const Entry& entry : entries) subjects.emplace_back(entry, device, problem, budget);
  interleave(subjects, budget, seed);
  std::vector<Measurement> results;
  for (const BenchmarkCase& subject : subjects) results.push_back(subject.result());
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
