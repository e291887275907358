#include "compute/external/meter.h"

#include <algorithm>

namespace texelsort::external {
namespace {

constexpr std::array<std::string_view, task_count> task_names{"read",       "make keys", "sort",  "reorder",
                                                              "write runs", "read runs", "merge", "write"};
constexpr std::array<std::string_view, 5> phase_names{"starting", "making runs", "merging", "syncing", "done"};

bool is_of_merge(TaskKind task) {
  return task >= TaskKind::read_runs;
}

}  // namespace

std::string_view name(TaskKind task) {
  return task_names[static_cast<std::size_t>(task)];
}

std::string_view name(SortPhase phase) {
  return phase_names[static_cast<std::size_t>(phase)];
}

void Meter::begin(SortPhase phase) {
  began_[static_cast<std::size_t>(phase)] = std::chrono::duration<double>(Clock::now() - start_).count();
  phase_ = phase;
}

double Meter::phase_seconds(SortPhase phase, double now) const {
  const auto index = static_cast<std::size_t>(phase);
  const double from = began_[index];
  if (from == 0) return 0;
  for (std::size_t next = index + 1; next < began_.size(); ++next) {
    if (began_[next] != 0) return began_[next] - from;
  }
  return now - from;
}

SortState Meter::state() const {
  SortState state{.phase = phase_, .input_bytes = input_bytes_, .runs = runs_, .merge_bytes = merge_bytes_};
  const double now = std::chrono::duration<double>(Clock::now() - start_).count();
  const double until = phase_ == SortPhase::done ? began_[static_cast<std::size_t>(SortPhase::done)].load() : now;
  state.seconds = until - began_[static_cast<std::size_t>(SortPhase::starting)];
  state.runs_s = phase_seconds(SortPhase::runs, now);
  state.merge_s = phase_seconds(SortPhase::merging, now);
  state.sync_s = phase_seconds(SortPhase::syncing, now);
  for (std::size_t i = 0; i < task_count; ++i) {
    const Entry& entry = entries_[i];
    if (entry.busy_ns == 0 && entry.bytes == 0) continue;
    const auto task = static_cast<TaskKind>(i);
    const double time =
        (is_of_merge(task) && state.merge_s > 0 ? state.merge_s : state.runs_s) * static_cast<double>(entry.threads);
    const double busy = static_cast<double>(entry.busy_ns) * 1e-9;
    state.tasks.push_back({.task = task,
                           .bytes = entry.bytes,
                           .busy_s = busy,
                           .threads = entry.threads,
                           .share = time > 0 ? std::min(1.0, busy / time) : 0,
                           .waiting = entry.waiting,
                           .room = entry.room});
  }
  state.merged_bytes = entries_[static_cast<std::size_t>(TaskKind::merge)].bytes;
  const auto rest = [](double time, std::uint64_t done, std::uint64_t all) {
    if (done == 0 || done > all) return -1.0;
    return time * (static_cast<double>(all) / static_cast<double>(done) - 1);
  };
  if (state.phase == SortPhase::merging) {
    state.left_s = rest(state.merge_s, state.merged_bytes, state.merge_bytes);
  } else if (state.phase == SortPhase::runs && state.input_bytes > 0) {
    // Estimate that the merge lasts as long as the making of runs, because both phases read and write all data once.
    const std::uint64_t done = entries_[static_cast<std::size_t>(TaskKind::reorder)].bytes;
    state.left_s = rest(state.runs_s, done, state.input_bytes);
    if (state.left_s >= 0 && state.merge_bytes > 0) state.left_s += state.runs_s + state.left_s;
  }
  return state;
}

}  // namespace texelsort::external
