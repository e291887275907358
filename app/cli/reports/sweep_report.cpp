#include "app/cli/reports/sweep_report.h"

#include <map>

#include <fmt/format.h>

#include "app/cli/reports/timing_report.h"
#include "app/tuning/sweeps/sweep.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

/// Returns a table of the best trials of one problem, at most `top`, with the verdict on each.
std::string ranking(const std::vector<TrialResult>& rows, const std::vector<RankedRow>& order, std::uint64_t top) {
  if (order.empty()) return "";
  const TrialResult& best = rows[order.front().row];
  measure::ResultTable table;
  for (std::size_t place = 0; place < order.size() && place < top; ++place) {
    const auto& [index, ratio, verdict] = order[place];
    const TrialResult& row = rows[index];
    const bool paired = ratio.has_interval() && place > 0;
    const measure::Cell rank = row.stopped ? measure::Cell(std::string("-")) : measure::Cell(std::uint64_t{place + 1});
    table.add({{"", "rank", rank},
               {"", "configuration", configuration_text(row)},
               {"", "median ms", row.ms.median},
               {"", "noise %", 100 * row.ms.noise, 1},
               {"", "samples", row.ms.samples},
               {"", "M keys/s", mega_keys_per_second(row.n, row.ms.median), 2},
               {"", "of the best", paired ? ratio.estimate : row.ms.median / best.ms.median, 3},
               {"", "low", measure::number_if(paired, ratio.low), 3},
               {"", "high", measure::number_if(paired, ratio.high), 3},
               {"", "result",
                verdict == RankVerdict::slower || (verdict == RankVerdict::tied && order.size() == 1)
                    ? ""
                    : std::string(name(verdict))}});
  }
  std::string text = fmt::format("{} keys, {}, {}, {}, payload {}: {} measured\n", best.n, best.type, best.distribution,
                                 best.order, best.payload, order.size());
  text += measure::text_table(table);
  if (order.size() > 1 && best.ms.samples < measure::least_for_interval) {
    text += fmt::format("no verdict: {} of each, but a 95 % interval needs {}\n",
                        data::counted(best.ms.samples, "sample"), measure::least_for_interval);
  }
  return text + "\n";
}

/// Returns the distinct reasons of all trials with this status, and the number of trials per reason. Reasons that
/// differ only in numbers count as one.
std::string reasons(const std::vector<TrialResult>& rows, TrialStatus status, const char* heading) {
  std::map<std::string, std::vector<const TrialResult*>> by_reason;
  for (const TrialResult& row : rows) {
    if (row.status == status) by_reason[row.reason].push_back(&row);
  }
  std::string text;
  for (const auto& [reason, those] : by_reason) {
    text += fmt::format("{}{}: {}\n", heading,
                        those.size() == 1 ? configuration_text(*those.front())
                                          : fmt::format("{} configurations, the first is {}", those.size(),
                                                        configuration_text(*those.front())),
                        reason);
  }
  return text;
}

}  // namespace

std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top) {
  std::string text;
  for (const auto& order : rankings(rows)) text += ranking(rows, order, top);
  text += reasons(rows, TrialStatus::refused, "refused  ");
  return text + reasons(rows, TrialStatus::failed, "WRONG    ");
}

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s left", seconds);
  return fmt::format("{:.0f} min left", seconds / 60);
}

}  // namespace texelsort::app
