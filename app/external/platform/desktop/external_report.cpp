#include <fmt/format.h>

#include "app/external/report_file.h"
#include "compute/data/text/number_format.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

double rate(std::uint64_t bytes, double seconds) {
  return seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
}

ordered_json tasks_json(const external::SortState& state) {
  ordered_json tasks = ordered_json::array();
  for (const external::TaskState& task : state.tasks) {
    tasks.push_back({{"task", name(task.task)},
                     {"bytes", task.bytes},
                     {"busy_s", task.busy_s},
                     {"threads", task.threads},
                     {"share", task.share},
                     {"bytes_per_busy_s", rate(task.bytes, task.busy_s)},
                     {"waiting", task.waiting},
                     {"room", task.room}});
  }
  return tasks;
}

ordered_json plan_json(const external::Plan& plan) {
  return {{"fits", plan.fits},
          {"usable_bytes", plan.usable},
          {"needed_bytes", or_null(plan.needed > 0, plan.needed)},
          {"input_bytes", or_null(plan.input_bytes > 0, plan.input_bytes)},
          {"salzberg_bytes", or_null(plan.salzberg > 0, plan.salzberg)},
          {"salzberg_read_bytes", or_null(plan.salzberg_read > 0, plan.salzberg_read)},
          {"largest_run_bytes", plan.largest_run},
          {"run_bytes", plan.run_bytes},
          {"runs", or_null(plan.runs > 0, plan.runs)},
          {"read_bytes", plan.read_bytes},
          {"merge_threads", or_null(plan.merge_threads > 0, plan.merge_threads)},
          {"fan_in", or_null(plan.fan_in > 0, plan.fan_in)},
          {"levels", plan.levels},
          {"longest_record_bytes", or_null(plan.longest_record > 0, plan.longest_record)},
          {"reasons", plan.reasons}};
}

measure::ResultTable task_table(const external::SortState& state) {
  measure::ResultTable table;
  for (const external::TaskState& task : state.tasks) {
    table.add(
        {{"", "task", name(task.task)},
         {"", "records' bytes", external::size_text(task.bytes)},
         {"", "busy s", task.busy_s, 2},
         {"", "threads", std::to_string(task.threads)},
         {"", "of their phase", fmt::format("{:.0f} %", 100 * task.share)},
         {"", "while busy", external::size_text(static_cast<std::uint64_t>(rate(task.bytes, task.busy_s))) + "/s"}});
  }
  return table;
}

/// Returns the text that describes the slides' example of Salzberg's rule. It mentions that the rule gives another run
/// size than the slides print.
std::string slides_example() {
  return fmt::format(
      "the example of the rule in the slides, N = 100 GB and T = 2 MB, gives R = {}; the slides print 230 MB",
      external::size_text(static_cast<std::uint64_t>(external::salzberg_run(2e6, 100e9))));
}

}  // namespace

std::string progress_text(const external::SortState& state) {
  using external::SortPhase;
  const bool merging = state.phase == SortPhase::merging;
  std::uint64_t done = merging ? state.merged_bytes : 0;
  for (const external::TaskState& task : state.tasks) {
    if (!merging && task.task == external::TaskKind::reorder) done = task.bytes;
  }
  const std::uint64_t all = merging ? state.merge_bytes : state.input_bytes;
  std::string text = fmt::format("{}: {}", name(state.phase), external::size_text(done));
  if (all > 0) text += " of " + external::size_text(all);
  text += " at " + external::size_text(static_cast<std::uint64_t>(rate(done, merging ? state.merge_s : state.runs_s))) +
          "/s";
  if (state.left_s >= 0) text += fmt::format(", {:.0f} s left", state.left_s);
  for (const external::TaskState& task : state.tasks) {
    if ((task.task >= external::TaskKind::read_runs) == merging) {
      text += fmt::format("; {} {:.0f} %", name(task.task), 100 * task.share);
    }
  }
  return text;
}

ordered_json progress_json(const external::SortState& state) {
  return {{"schema", "texelsort/external-progress/1"},
          {"phase", name(state.phase)},
          {"seconds", state.seconds},
          {"left_s", or_null(state.left_s >= 0, state.left_s)},
          {"input_bytes", or_null(state.input_bytes > 0, state.input_bytes)},
          {"runs", state.runs},
          {"runs_s", state.runs_s},
          {"merge_s", state.merge_s},
          {"merged_bytes", state.merged_bytes},
          {"merge_bytes", state.merge_bytes},
          {"tasks", tasks_json(state)}};
}

std::string report_text(const external::SortReport& report, const external::RecordFormat& format, bool plan_only) {
  std::string text = fmt::format("{}\nsorted by {}", format.description(), report.algorithm);
  if (!report.reason.empty()) text += ": " + report.reason;
  text += fmt::format(" (by {} bits of a key at once, ties resolved afterwards)", report.key_bits);
  text += "\n";
  for (const std::string& reason : report.plan.reasons) text += reason + "\n";
  if (plan_only) return text + (report.plan.salzberg > 0 ? slides_example() + "\n" : "");
  const external::SortState& state = report.state;
  text += fmt::format("\n{} records, {} in {:.2f} s, {}/s; at most {} of memory\n", data::grouped(report.records),
                      external::size_text(report.bytes), state.seconds,
                      external::size_text(static_cast<std::uint64_t>(rate(report.bytes, state.seconds))),
                      external::size_text(report.peak_bytes));
  if (report.written != report.records) {
    text += fmt::format("{} of them written, {} left out without a key\n", data::grouped(report.written),
                        data::grouped(report.left_out));
  }
  if (report.runs > 0) {
    text +=
        fmt::format("{} runs, {} on disk{}\n", report.runs, external::size_text(report.stored_bytes),
                    report.resumed_runs > 0 ? fmt::format(", {} of them kept from before", report.resumed_runs) : "");
  }
  text +=
      fmt::format("runs {:.2f} s, merge {:.2f} s, sync to disk {:.2f} s\n", state.runs_s, state.merge_s, state.sync_s);
  if (report.copies) {
    const auto efficiency = io_efficiency(report);
    text += fmt::format("plain copies {:.2f} s to runs, {:.2f} s to the output{}\n", report.copies->to_runs_s,
                        report.copies->to_output_s,
                        efficiency ? fmt::format(": I/O efficiency {:.0f} %", 100 * *efficiency) : "");
  }
  text += "\n";
  return text + measure::text_table(task_table(state));
}

ordered_json report_json(const external::SortReport& report, const external::RecordFormat& format, bool plan_only) {
  ordered_json document{{"schema", "texelsort/external-sort/1"},
                        {"format", format.identity()},
                        {"algorithm", report.algorithm},
                        {"chosen", or_null(report.reason)},
                        {"key_bits", report.key_bits},
                        {"plan", plan_json(report.plan)},
                        {"notes", report.notes}};
  if (plan_only) return document;
  document.update({{"records", report.records},
                   {"written", report.written},
                   {"left_out", report.left_out},
                   {"bytes", report.bytes},
                   {"runs", report.runs},
                   {"resumed_runs", report.resumed_runs},
                   {"stored_bytes", report.stored_bytes},
                   {"peak_bytes", report.peak_bytes},
                   {"seconds", report.state.seconds},
                   {"runs_s", report.state.runs_s},
                   {"merge_s", report.state.merge_s},
                   {"sync_s", report.state.sync_s},
                   {"copies", report.copies ? ordered_json{{"to_runs_s", report.copies->to_runs_s},
                                                           {"to_output_s", report.copies->to_output_s}}
                                            : ordered_json(nullptr)},
                   {"io_efficiency", or_null(io_efficiency(report))},
                   {"tasks", tasks_json(report.state)}});
  return document;
}

}  // namespace texelsort::app
