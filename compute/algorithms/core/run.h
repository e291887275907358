#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/core/view.h"
#include "compute/algorithms/core/worker_times.h"
#include "compute/cuda/choice.h"
#include "compute/data/keys/comparison.h"
#include "compute/data/keys/keys.h"
#include "compute/data/keys/output_part.h"
#include "compute/data/keys/state_view.h"
#include "compute/gpu/device.h"

namespace texelsort::algorithms {

/// Properties of a problem that are known before its keys are generated.
struct ProblemForm {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  data::RecordShape shape{};  ///< shape of the records; empty for problems without records
  data::Order order = data::Order::ascending;
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< number of sequences to merge
  /// true if groups of threads move whole records whose fields are adjacent; false if one thread moves each record
  bool grouped = false;
  cuda::ExecutionOptions execution{};
  bool operator==(const ProblemForm&) const = default;
};

/// Keys to sort, to merge, or to select from. All runs on a problem share it and never change it.
struct Problem {
  data::Keys keys;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  /// Ranks that a selection returns: positions in the sorted order, from 0. Sorts and merges ignore them.
  std::vector<std::uint64_t> ranks{};
  data::RecordShape shape{};            ///< shape of the records; empty for problems without records
  std::vector<std::uint32_t> fields{};  ///< fields of all records, in the layout of data::State
  data::Comparison comparison = data::Comparison::natural;
  /// Start of each of the k sorted sequences to merge, and the end of the last: k + 1 positions in the array of keys.
  /// Sorts and selections ignore them.
  std::vector<std::uint64_t> sequences{};
  cuda::ExecutionOptions execution{};

  std::uint64_t n() const { return data::size(keys); }
  data::KeyType type() const { return data::type_of(keys); }
  ProblemForm form() const {
    return {.n = n(),
            .type = type(),
            .payload = payload,
            .shape = shape,
            .order = order,
            .comparison = comparison,
            .sequences = sequences.empty() ? 0 : sequences.size() - 1,
            .execution = execution};
  }
};

/// Data of a run after a pass, from which the run can resume.
struct Snapshot {
  std::uint64_t passes_done = 0;
  data::State state;  ///< keys, payload and fields of the records; without keys if the passes only read keys
  /// contents of the run's other buffers; each run defines their order
  std::vector<std::vector<std::byte>> tables{};
  /// the run's decisions on the host that depend on the keys; null if there are none
  std::shared_ptr<const void> decisions{};

  std::uint64_t bytes() const;
};

/// Bounds of the key that a selection searches for: low <= its encoded key <= high. If low = high, the key is found.
struct Candidate {
  std::uint64_t rank = 0;
  std::uint64_t low = 0, high = 0;
};

/// Intermediate result of a selection.
struct Selection {
  std::vector<Candidate> candidates;  ///< one candidate per rank of the problem, in the order of the ranks
  std::uint64_t waits = 0;            ///< number of times the host had to wait for a result
  /// The search covers 2^open encoded keys, and `low` is the smallest. Each round of the search decides the next
  /// `digit` bits of the key.
  std::uint64_t low = 0;
  unsigned open = 0, digit = 1;
};

/// Time to pass the arrays from OpenGL to CUDA and back, in addition to the time of the sort. Only CUDA sorts on OpenGL
/// buffers have this cost.
struct Handover {
  std::string device;  ///< name of the device that sorts
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;  ///< Reason why the arrays are copied through the host. Empty if they are not copied.
  double ms = 0;               ///< wall-clock milliseconds of both transfers in the last timed_finish()
  /// bytes of both transfers in the last timed_finish() that passed through host memory
  std::uint64_t staged_bytes = 0;
};

/// A call of a library function, for the text of reports.
struct LibraryCall {
  std::string library;  ///< name and version of the library, for example "CUB 3.0.1"
  std::string call;     ///< called function, for example "cub::DeviceMergeSort::StableSortKeys by cuda::std::less"

  bool empty() const { return library.empty(); }
};

/// One execution of an algorithm on a problem, pass by pass. The window, the command line, tests and benchmarks all use
/// this class. The algorithm decides the order and the work of the passes. Equal problems give equal passes.
class Run {
 public:
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Executes the next pass and returns its record. Returns null if all passes are done. Waits for the device only if
  /// the pass reads a result back.
  std::optional<PassRecord> step();

  /// Executes the remaining passes at full speed. Makes no records of the passes, and waits only for results that a
  /// later pass needs.
  void finish();

  /// Restores the problem's input, so that the next step() executes the first pass.
  void rewind();

  /// Keeps a copy of the input on the device, if possible, so that later rewinds copy nothing from the host. Call
  /// keep_input() right after the start or a rewind(). The copy needs as much additional memory as the input. Throws
  /// UnavailableError if the device has too little memory.
  void keep_input();

  /// Returns the number of passes executed since the start or the last rewind().
  std::uint64_t passes_done() const { return next_; }

  /// Returns the headers of all passes that are already certain, from the first pass on.
  virtual std::vector<PassHeader> known_passes() const;
  /// Returns the number of passes as soon as it is certain, and null before. The number is certain from the start if it
  /// does not depend on the keys.
  virtual std::optional<std::uint64_t> total_passes() const;

  virtual std::vector<View> views() const = 0;

  /// Returns the network steps that each pass executes, one list per pass. A list is empty if its pass only rearranges
  /// keys, or if its steps are unknown. Returns no lists if the run does not execute a comparator network.
  virtual std::vector<std::vector<NetworkStep>> steps_of_passes() const { return {}; }

  /// Returns where element i lies in memory or in a texture while passes run. Views may show the elements in another
  /// order.
  virtual KeyPlace key_place(std::uint64_t i) const;

  /// Reads keys, payload and fields back from the device: elements [first, first + count), or all elements if no range
  /// is given.
  virtual data::State read(std::uint64_t first, std::uint64_t count) const = 0;
  data::State read() const { return read(0, n()); }
  std::uint64_t n() const { return problem_->n(); }

  Snapshot save() const;
  void restore(const Snapshot& snapshot);

  /// Returns the part of the sorted output that this MPI process stores. Returns null if this process stores the whole
  /// output. All processes must call the function together.
  virtual std::optional<data::OutputPart> read_part() const { return std::nullopt; }
  /// Returns the library function that the run calls, for reports. Returns empty texts if the run calls no library.
  virtual LibraryCall library_call() const { return {}; }
  /// Returns the intermediate result of a selection. Returns null if this run does not select.
  virtual const Selection* selection() const { return nullptr; }

  /// Checks the guard words around the data. Returns one sentence if they have changed, which proves a write out of
  /// bounds. Returns null if they are intact.
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Waits for earlier work, executes finish() and waits again. Returns the milliseconds that the device needs for all
  /// passes, measured by `clock()`; see PassTimer::time.
  double timed_finish();

  /// Turns the timing of passes on or off for all later passes; see gpu::Executor::time_passes.
  virtual void time_passes(bool on) { timer_->time_passes(on); }
  virtual std::vector<double> take_pass_times() { return timer_->take(); }
  /// Returns the times of each worker for the passes since time_passes(true), in the order of the passes. Returns an
  /// empty vector if a single worker executes each pass.
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }
  gpu::Clock clock() const { return timer_->clock(); }

  /// Returns the cost of passing the arrays from OpenGL to CUDA and back. Returns null if the sort works directly on
  /// OpenGL's arrays.
  virtual std::optional<Handover> handover() const { return std::nullopt; }

  /// Lends the next pass to another run, which executes it as one of its own passes. This run then continues with the
  /// results of that pass. Returns null if no pass is left.
  std::optional<Pass> lend_pass(bool watched);
  /// Lends all passes that can run before the host must read a result. Returns an empty vector if no pass is left.
  std::vector<Pass> lend_batch();

 protected:
  Run(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer);

  /// Appends a planned pass. Derived classes call it in their constructors.
  Pass& add_pass(Pass pass) { return plan_.emplace_back(std::move(pass)); }

  // A run that decides its passes one at a time overrides the following functions.
  virtual bool decides() const { return false; }
  /// Returns the next pass, or null if no pass is left.
  virtual std::optional<Pass> next_pass();
  /// Returns true if it is certain that no pass follows. If it returns false, next_pass() may still return null.
  virtual bool ended() const { return !decides() && next_ == plan_.size(); }
  /// Returns the header of the last pass as soon as it is certain that only one pass is left. Returns null before.
  virtual std::optional<PassHeader> last_pass() const { return std::nullopt; }
  /// Returns the next passes, as many as can run before the host must read a result. finish() executes all of them
  /// without waiting.
  virtual std::vector<Pass> next_batch();

  /// Loads the keys and the payload from `state`, for example from a snapshot.
  virtual void load(const data::StateView& state) = 0;
  /// Replaces keys and payload by the problem's input.
  virtual void load_input();
  /// Stores a copy of the loaded data on the device, which load_kept() restores. Returns false if the run cannot store
  /// a copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}
  /// Discards the results of all passes. Before the call, the run has loaded the keys and the payload of the input.
  virtual void forget() {}
  /// Returns false if passes only read keys and payload. In this case, rewind() and save() do not copy them.
  virtual bool changes_keys() const { return true; }
  /// Adds the run's data other than keys and payload to a snapshot.
  virtual void save_more(Snapshot&) const {}
  virtual void restore_more(const Snapshot&) {}

  const Problem& problem() const { return *problem_; }
  const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }
  PassTimer& timer() { return *timer_; }
  /// Returns true if the caller steps from pass to pass, so that passes may record data that only views show. Returns
  /// false at full speed.
  bool watched() const { return watched_; }

 private:
  void execute(const Pass& pass);
  void note(const Pass& pass);
  Pass lent(Pass pass);

  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<PassTimer> timer_;
  std::uint64_t next_ = 0;
  bool kept_ = false, watched_ = false;
  std::vector<Pass> plan_;
  /// headers of the executed passes, for runs that decide passes one at a time; undone passes remain in the list
  std::vector<std::function<PassHeader()>> executed_;
  std::optional<std::uint64_t> total_;  ///< total number of passes; null while unknown
};

}  // namespace texelsort::algorithms
