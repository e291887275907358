#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include "app/tuning/experiments/verdict.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

bool is_in(const PassSamples& pass, const std::vector<std::string>& patterns) {
  const std::string whole = pass.stage + "/" + pass.pass;
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), pass.stage.c_str(), 0) == 0 || fnmatch(pattern.c_str(), whole.c_str(), 0) == 0;
  });
}

/// Returns one time per sample run: the sum over all passes that match the patterns. If the claim's unit is a pass,
/// returns the mean over these passes.
std::vector<double> times_in(const TrialResult& row, const std::vector<std::string>& patterns, ClaimUnit unit) {
  std::vector<double> times;
  double passes = 0;
  for (const PassSamples& pass : row.pass_times) {
    if (!patterns.empty() && !is_in(pass, patterns)) continue;
    times.resize(pass.samples_ms.size(), 0);
    std::ranges::transform(times, pass.samples_ms, times.begin(), std::plus());
    ++passes;
  }
  if (unit == ClaimUnit::pass) {
    for (double& time : times) time /= passes;
  }
  return times;
}

/// Returns whether a claim compares times of passes. Otherwise, neither of its sides selects passes, and it compares
/// whole runs.
bool compares_passes(const Claim& claim) {
  return !(claim.faster_in.empty() && claim.than_in.empty());
}

std::vector<double> times_of(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in) {
  if (compares_passes(claim)) return times_in(row, in, claim.unit);
  std::vector<double> times = row.samples_ms;
  const double parts = claim.unit == ClaimUnit::key    ? static_cast<double>(row.n)
                       : claim.unit == ClaimUnit::pass ? static_cast<double>(row.passes)
                                                       : 1;
  for (double& time : times) time /= parts;
  return times;
}

/// Returns the distance in the label of a pass, "step 2 (distance 64)", or null if the label has none.
std::optional<std::uint64_t> distance_of(const PassSamples& pass) {
  constexpr std::string_view start = "(distance ";
  const std::size_t at = pass.pass.find(start);
  if (at == std::string::npos || !pass.pass.ends_with(')')) return std::nullopt;
  const std::size_t first = at + start.size();
  return data::read_number<std::uint64_t>(pass.pass.substr(first, pass.pass.size() - 1 - first));
}

/// Returns the times of a sort's passes by distance. Passes of one distance count by their mean in each round.
measure::DistanceCurve curve_of(const TrialResult& row) {
  measure::DistanceCurve curve;
  curve.width = data::read_number<std::uint64_t>(row.parameters.at("width")).value_or(0);
  if (row.parameters.at("mapping") != "row-major") curve.tile = 0;
  std::map<std::uint64_t, std::vector<const PassSamples*>> by_distance;
  for (const PassSamples& pass : row.pass_times) {
    if (const auto distance = distance_of(pass)) by_distance[*distance].push_back(&pass);
  }
  for (const auto& [distance, passes] : by_distance) {
    measure::DistancePoint& point = curve.points.emplace_back();
    point.distance = distance;
    for (std::size_t round = 0; round < passes.front()->samples_ms.size(); ++round) {
      double sum = 0;
      for (const PassSamples* pass : passes) sum += pass->samples_ms[round];
      point.samples_ms.push_back(sum / static_cast<double>(passes.size()));
    }
  }
  return curve;
}

measure::Ratio rate_ratio(const Claim& claim, const TrialResult& row) {
  const std::uint64_t amount = claim.rate == ClaimRate::keys ? row.n : row.comparators;
  const double paper_ms = static_cast<double>(amount) / claim.per_second * 1e3;
  return {paper_ms / row.ms.median, paper_ms / row.ms.high, paper_ms / row.ms.low};
}

}  // namespace

std::string missing_amount(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in) {
  if (claim.unit == ClaimUnit::memory && row.device_bytes == 0) return "it uses no device memory";
  if (claim.rate == ClaimRate::compare_and_swaps && row.comparators == 0) return "it compares and swaps nothing";
  if (claim.rate != ClaimRate::none || claim.unit == ClaimUnit::memory) return "";
  if (compares_passes(claim) || claim.cache) {
    if (row.pass_times.empty()) return "its passes were not timed";
    if (claim.cache) return cache_of(claim, row).reason;
    const auto named = [&in](const PassSamples& pass) { return in.empty() || is_in(pass, in); };
    if (std::ranges::none_of(row.pass_times, named)) return fmt::format("it has no pass {}", fmt::join(in, ", "));
  }
  const std::size_t samples = times_of(claim, row, in).size();
  if (samples >= measure::least_for_interval) return "";
  return fmt::format("an interval needs {} samples, and there are {}", measure::least_for_interval, samples);
}

measure::Ratio ratio_of_claim(const Claim& claim, const TrialResult& faster, const TrialResult* than) {
  if (claim.rate != ClaimRate::none) return rate_ratio(claim, faster);
  if (claim.cache) return cache_of(claim, faster).contrast;
  if (than == nullptr) throw InternalError("a claim without a rate compares two rows");
  if (claim.unit == ClaimUnit::memory) {
    const double ratio = static_cast<double>(than->device_bytes) / static_cast<double>(faster.device_bytes);
    return {ratio, ratio, ratio};
  }
  const auto times = times_of(claim, *than, claim.than_in), baseline = times_of(claim, faster, claim.faster_in);
  const bool same_rounds = than->group == faster.group && times.size() == baseline.size();
  return same_rounds ? measure::paired_ratio(times, baseline) : measure::ratio_of(times, baseline);
}

measure::CacheEstimate cache_of(const Claim& claim, const TrialResult& row) {
  if (!row.parameters.contains("width") || !row.parameters.contains("mapping"))
    return {.parameter = *claim.cache, .reason = "it does not map keys to texels"};
  const auto type = data::parse_key_type(row.type).value_or(data::KeyType::u32);
  const auto payload = data::parse_payload(row.payload).value_or(data::PayloadKind::none);
  return estimate_cache(curve_of(row), *claim.cache, data::key_bytes(type) + data::payload_bytes(payload));
}

}  // namespace texelsort::app
