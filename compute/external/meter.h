#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Progress of an external sort, for display and reports. Tasks write the progress, and any thread may read it at any
/// time.
namespace texelsort::external {

/// Tasks of both phases of an external sort, in processing order.
enum class TaskKind : std::uint8_t { read, keys, sort, reorder, write_runs, read_runs, merge, write };
inline constexpr std::size_t task_count = 8;

std::string_view name(TaskKind task);

enum class SortPhase : std::uint8_t { starting, runs, merging, syncing, done };
std::string_view name(SortPhase phase);

struct TaskState {
  TaskKind task = TaskKind::read;
  std::uint64_t bytes = 0;  ///< bytes that the task has passed to the next task
  /// Work time in seconds, summed over all threads, excluding the time of waiting for other tasks.
  double busy_s = 0;
  std::uint64_t threads = 1;  ///< number of threads that execute this task, perhaps in addition to other tasks
  double share = 0;           ///< share of this task in the time of its threads during the phase, 0 to 1
  /// Number of chunks that wait for the task, or of key ranges in the merge, and the capacity of its queue.
  std::uint64_t waiting = 0, room = 0;
};

struct SortState {
  SortPhase phase = SortPhase::starting;
  double seconds = 0;  ///< seconds since the start of the sort
  double runs_s = 0, merge_s = 0, sync_s = 0;
  std::uint64_t input_bytes = 0;                    ///< bytes of the input; 0 if unknown
  std::uint64_t runs = 0;                           ///< number of completed runs
  std::uint64_t merged_bytes = 0, merge_bytes = 0;  ///< bytes merged so far, and the expected total of all merges
  double left_s = -1;                               ///< estimated remaining time in seconds; negative if unknown
  std::vector<TaskState> tasks{};                   ///< states of the tasks that have started
};

class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Timer that adds its lifetime to the work time of a task.
  class Busy {
   public:
    Busy(Meter& meter, TaskKind task) : meter_(meter), task_(task) {}
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() { meter_.add_time(task_, Clock::now() - start_); }

   private:
    Meter& meter_;
    TaskKind task_;
    Clock::time_point start_ = Clock::now();
  };

  void begin(SortPhase phase);
  void count(TaskKind task, std::uint64_t bytes) { entry(task).bytes += bytes; }
  void queue(TaskKind task, std::uint64_t waiting, std::uint64_t room) {
    entry(task).waiting = waiting;
    entry(task).room = room;
  }
  /// Sets the number of threads that execute a task (default: 1).
  void threads(TaskKind task, unsigned count) { entry(task).threads = count; }
  void set_input(std::uint64_t bytes) { input_bytes_ = bytes; }
  void run_is_complete() { ++runs_; }
  void add_merge(std::uint64_t bytes) { merge_bytes_ += bytes; }

  void add_time(TaskKind task, Clock::duration time) {
    entry(task).busy_ns += static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
  }

  SortState state() const;

 private:
  struct Entry {
    std::atomic<std::uint64_t> bytes = 0, busy_ns = 0, waiting = 0, room = 0, threads = 1;
  };
  Entry& entry(TaskKind task) { return entries_[static_cast<std::size_t>(task)]; }
  double phase_seconds(SortPhase phase, double now) const;

  const Clock::time_point start_ = Clock::now();
  std::array<Entry, task_count> entries_;
  std::atomic<SortPhase> phase_ = SortPhase::starting;
  /// Start of each phase, in seconds after the start of the sort; 0 if the phase has not begun.
  std::array<std::atomic<double>, 5> began_{};
  std::atomic<std::uint64_t> input_bytes_ = 0, runs_ = 0, merge_bytes_ = 0;
};

}  // namespace texelsort::external
