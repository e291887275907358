#include "app/cli/reports/sweep_report.h"

#include <map>
#include <tuple>

#include <fmt/format.h>

#include "app/cli/reports/timing_report.h"
#include "app/tuning/sweeps/sweep.h"
#include "compute/data/error.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

/// Returns a table of the best trials of one problem, at most `top`. Marks trials whose times are tied with the best.
std::string ranking(const std::vector<TrialResult>& rows, std::uint64_t top) {
  const auto order = ranked(rows);
  if (order.empty()) return "";
  const TrialResult& best = rows[order.front()];
  const bool alone = order.size() == 1 || rows[order[1]].stopped || measure::separated(rows[order[1]].ms, best.ms);
  measure::ResultTable table;
  for (std::size_t place = 0; place < order.size() && place < top; ++place) {
    const TrialResult& row = rows[order[place]];
    const bool tied = !row.stopped && !measure::separated(row.ms, best.ms);
    const measure::Cell rank = row.stopped ? measure::Cell(std::string("-")) : measure::Cell(std::uint64_t{place + 1});
    table.add({{"", "rank", rank},
               {"", "configuration", configuration_text(row)},
               {"", "median ms", row.ms.median},
               {"", "low", row.ms.low},
               {"", "high", row.ms.high},
               {"", "samples", row.ms.samples},
               {"", "M keys/s", mega_keys_per_second(row.n, row.ms.median), 2},
               {"", "of the best", row.ms.median / best.ms.median, 3},
               {"", "result",
                place == 0 && alone ? "fastest"
                : row.stopped       ? "stopped early"
                : tied              ? "tied"
                                    : ""}});
  }
  std::string text = fmt::format("{} keys, {}, {}, {}, payload {}: {} measured\n", best.n, best.type, best.distribution,
                                 best.order, best.payload, order.size());
  return text + measure::text_table(table) + "\n";
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

void require_same(const std::string& path, const SweepHeader& found, const SweepHeader& own) {
  const auto same = [&path](const char* what, const std::string& theirs, const std::string& ours) {
    if (theirs == ours) return;
    throw UsageError(fmt::format("{} cannot be continued: its {} is '{}', but that of this command is '{}'", path, what,
                                 theirs, ours));
  };
  same("command", found.command, own.command);
  same("renderer", found.renderer, own.renderer);
  same("driver", found.driver, own.driver);
  same("processor", found.processor, own.processor);
  same("program's version", found.version, own.version);
  for (const auto& [id, definition] : own.definitions) {
    const auto before = found.definitions.find(id);
    if (before != found.definitions.end() && before->second == definition) continue;
    throw UsageError(
        fmt::format("{} cannot be continued: the files of {} have changed since: name another file with -o", path, id));
  }
}

std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top) {
  using Problem = std::tuple<std::string, std::string, std::uint64_t>;
  std::map<Problem, std::vector<TrialResult>> by_problem;
  for (const TrialResult& row : rows) by_problem[{row.type, row.distribution, row.n}].push_back(row);
  std::string text;
  for (const auto& [problem, of_problem] : by_problem) text += ranking(of_problem, top);
  text += reasons(rows, TrialStatus::refused, "refused  ");
  return text + reasons(rows, TrialStatus::failed, "WRONG    ");
}

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s left", seconds);
  return fmt::format("{:.0f} min left", seconds / 60);
}

}  // namespace texelsort::app
