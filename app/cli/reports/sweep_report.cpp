#include "app/cli/reports/sweep_report.h"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>

#include "app/cli/reports/timing_report.h"
#include "app/tuning/sweeps/sweep.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

std::vector<measure::Field> measured_fields(const TrialResult& row) {
  return {{"", "configuration", configuration_text(row)},
          {"", "median ms", row.ms.median},
          {"", "noise %", 100 * row.ms.noise, 1},
          {"", "samples", row.ms.samples},
          {"", "M keys/s", mega_keys_per_second(row.n, row.ms.median), 2}};
}

/// Returns a table of the trials whose times do not compare with those of the ranking, fastest first.
std::string unranked(const std::vector<TrialResult>& rows, std::span<const RankedRow> order, std::uint64_t top) {
  if (order.empty()) return "";
  measure::ResultTable table;
  for (const RankedRow& one : order.first(std::min<std::size_t>(order.size(), top))) {
    auto fields = measured_fields(rows[one.row]);
    fields.emplace_back("", "reason", std::string(name(one.verdict)));
    table.add(fields);
  }
  return fmt::format(
      "\nnot ranked: {} from other rounds or with fewer samples. Their times do not compare with those "
      "above.\n{}",
      order.size(), measure::text_table(table));
}

/// Returns a table of the best trials of one problem, with the verdict on each, and a table of the trials that do not
/// compare with them. Both together have at most `top` rows.
std::string ranking(const std::vector<TrialResult>& rows, const std::vector<RankedRow>& order, std::uint64_t top,
                    const RatioBase& base) {
  if (order.empty()) return "";
  const TrialResult& best = rows[order.front().row];
  const TrialResult& of = base.row == nullptr ? best : *base.row;
  const auto end = std::ranges::find_if_not(order, &RankedRow::is_compared);
  const std::span<const RankedRow> all = order;
  const auto compared = all.first(static_cast<std::size_t>(std::max(end - order.begin(), std::ptrdiff_t{1})));
  measure::ResultTable table;
  for (std::size_t place = 0; place < compared.size() && place < top; ++place) {
    const auto& [index, to_best, verdict] = compared[place];
    const TrialResult& row = rows[index];
    const measure::Ratio ratio =
        &of == &best ? to_best : measure::paired_ratio(row.samples_ms, of.samples_ms, base.confidence);
    const bool same = row.key() == of.key(), pairs = row.group == of.group,
               paired = pairs && ratio.has_interval() && !same;
    std::vector<measure::Field> fields{{"", "rank", std::uint64_t{place + 1}}};
    for (measure::Field& field : measured_fields(row)) fields.push_back(std::move(field));
    const bool is_remarkable = verdict != RankVerdict::slower && (verdict != RankVerdict::tied || order.size() > 1);
    fields.insert(fields.end(), {{"", "x " + base.name,
                                  measure::number_if(pairs, paired ? ratio.estimate : row.ms.median / of.ms.median), 3},
                                 {"", "low", measure::number_if(paired, ratio.low), 3},
                                 {"", "high", measure::number_if(paired, ratio.high), 3},
                                 {"", "result", is_remarkable ? std::string(name(verdict)) : ""}});
    table.add(fields);
  }
  std::string text = fmt::format("{} keys, {}, {}, {}, payload {}: {} measured\n", best.n, best.type, best.distribution,
                                 best.order, best.payload, order.size());
  text += measure::text_table(table);
  if (order.size() > 1 && best.ms.samples < measure::least_for_interval) {
    text += fmt::format("no verdict: {} of each, but a 95 % interval needs {}\n",
                        data::counted(best.ms.samples, "sample"), measure::least_for_interval);
  }
  text += unranked(rows, all.subspan(compared.size()), top - std::min<std::uint64_t>(top, compared.size()));
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

std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top, const RatioBase& base) {
  std::string text;
  for (const auto& order : rankings(rows)) text += ranking(rows, order, top, base);
  text += reasons(rows, TrialStatus::refused, "refused  ");
  return text + reasons(rows, TrialStatus::failed, "WRONG    ");
}

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s left", seconds);
  return fmt::format("{:.0f} min left", seconds / 60);
}

}  // namespace texelsort::app
