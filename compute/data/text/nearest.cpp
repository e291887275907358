#include "compute/data/text/nearest.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace texelsort::data {
namespace {

/// Returns the Levenshtein distance of two texts, computed by the recurrence of Wagner and Fischer with one row of the
/// table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({text.size(), candidate.size()});
    // Skip this candidate, because the distance is at least the difference of the lengths.
    if (2 * (longer - shorter) > longer) continue;
    const std::size_t distance = edit_distance(text, candidate);
    if (2 * distance > longer) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view text, const std::vector<std::string>& candidates, std::string_view prefix) {
  const std::string near = nearest(text, candidates);
  return near.empty() ? "" : fmt::format(", did you mean '{}{}'?", prefix, near);
}

}  // namespace texelsort::data
