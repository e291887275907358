#include "compute/measure/measure.h"

#include <utility>

#include "compute/measure/measuring.h"

namespace texelsort::measure {

std::optional<Measurement> measure(const algorithms::Prepared& prepared, gpu::Device* device,
                                   std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                   bool passes, const std::function<bool()>& cancelled) {
  Measuring measuring(Entry{.prepared = prepared, .passes = passes}, device, std::move(problem), budget);
  do {
    if (cancelled && cancelled()) return std::nullopt;
  } while (measuring.advance());
  return measuring.result();
}

bool interleave(std::vector<BenchmarkCase>& subjects, const Budget& budget, std::uint64_t seed,
                const Interleaving& calls) {
  Measuring measuring(std::move(subjects), budget, seed, calls.copies);
  bool ends = false;
  do {
    if (measuring.is_before_round() && calls.before_round) calls.before_round();
    if (measuring.is_between_rounds() && calls.round) calls.round(measuring.subjects());
    ends = calls.cancelled && calls.cancelled();
    if (!ends && calls.late && calls.late()) {
      measuring.end_early();
      break;
    }
  } while (!ends && measuring.advance());
  subjects = measuring.take_subjects();
  return !ends;
}

std::vector<Measurement> compare(const std::vector<Entry>& entries, gpu::Device* device,
                                 std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                 std::uint64_t seed, const RoundCalls& calls) {
  std::vector<BenchmarkCase> subjects;
  subjects.reserve(entries.size());
  for (const Entry& entry : entries) subjects.emplace_back(entry, device, problem, budget);
  interleave(subjects, budget, seed, {calls});
  std::vector<Measurement> results;
  for (const BenchmarkCase& subject : subjects) results.push_back(subject.result());
  return results;
}

Ratio paired_ratio(const Measurement& one, const Measurement& baseline) {
  return paired_ratio(paired_values(one.blocks.p5_ms, one.samples_ms),
                      paired_values(baseline.blocks.p5_ms, baseline.samples_ms));
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
    if (!each.verified) continue;
    if (&each == best || verdict_of(paired_ratio(each, *best)) != Verdict::slower) {
      winners.push_back(i);
    }
  }
  return winners;
}

}  // namespace texelsort::measure
