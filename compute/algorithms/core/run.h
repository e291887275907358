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
  data::RecordShape shape{};  ///< shape of the records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< number of sequences to merge
  bool grouped = false;         ///< a group of threads moves each whole record; its fields are adjacent in memory
  cuda::ExecutionOptions execution{};
  bool operator==(const ProblemForm&) const = default;
};

/// Keys to sort or merge, or to select from. Shared, and never changed by a run.
struct Problem {
  data::Keys keys;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  /// Ranks to select: places, from 0, in the sorted order. Sorts ignore them.
  std::vector<std::uint64_t> ranks{};
  data::RecordShape shape{};            ///< shape of the records
  std::vector<std::uint32_t> fields{};  ///< fields of all records, as in data::State
  data::Comparison comparison = data::Comparison::natural;
  /// Start of each sorted sequence to merge, and the end of the last: k + 1 places in the keys. Sorts and selections
  /// ignore them.
  std::vector<std::uint64_t> sequences{};
  cuda::ExecutionOptions execution{};

  std::uint64_t n() const { return data::size(keys); }
  data::KeyType type() const { return data::type_of(keys); }
  ProblemForm form() const {
    return {.n = n(),
            .type = type(),
            .payload = payload,
            .shape = shape,
            .comparison = comparison,
            .sequences = sequences.empty() ? 0 : sequences.size() - 1,
            .execution = execution};
  }
};

/// Data of a run at a pass, sufficient to resume there.
struct Snapshot {
  std::uint64_t passes_done = 0;
  data::State state;                             ///< without keys if no pass changes any
  std::vector<std::vector<std::byte>> tables{};  ///< other device memory, in an order that the run defines
  std::shared_ptr<const void> decisions{};       ///< decisions that the run made on the host

  std::uint64_t bytes() const;
};

/// Bounds of one element of a selection: low <= its encoded key <= high. Found if they are equal.
struct Candidate {
  std::uint64_t rank = 0;
  std::uint64_t low = 0, high = 0;
};

/// Intermediate result of a selection.
struct Selection {
  std::vector<Candidate> candidates;  ///< one for each of the problem's ranks, in their order
  std::uint64_t waits = 0;            ///< number of times the host had to wait for a result
  /// The search covers encoded keys from `low` on, that is, their `open` low bits, `digit` bits per round.
  std::uint64_t low = 0;
  unsigned open = 0, digit = 1;
};

/// Cost of passing the arrays to the sort and back, in addition to the sort itself. CUDA sorts that work on OpenGL
/// buffers have it.
struct Handover {
  std::string device;  ///< device that sorts
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;      ///< Reason why arrays are copied through the host. Empty otherwise.
  double ms = 0;                   ///< wall time of both directions in the last timed_finish()
  std::uint64_t staged_bytes = 0;  ///< bytes copied through the host there, both directions
};

/// A call of a library function, for reports.
struct LibraryCall {
  std::string library;  ///< with version, "CUB 3.0.1"
  std::string call;     ///< with the comparison, "cub::DeviceMergeSort::StableSortKeys by cuda::std::less"

  bool empty() const { return library.empty(); }
};

/// One execution of an algorithm on a problem, pass by pass. Window, command line, tests and benchmarks all use this
/// class. The algorithm decides which pass comes next and what it does. The same problem gives the same passes.
class Run {
 public:
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Executes the next pass and returns its record. Returns null after the last pass. Waits for the device only if the
  /// pass reads a result back.
  std::optional<PassRecord> step();

  /// Executes the remaining passes at full speed: without records or read-back, and waiting only for results that the
  /// next pass needs.
  void finish();

  /// Restores the problem's input. The next step() executes the first pass.
  void rewind();

  /// Keeps a copy of the input on the device, if possible, so that later rewinds copy nothing from the host. Call this
  /// right after the start or a rewind(). Needs as much additional memory. Throws UnavailableError if there is too
  /// little.
  void keep_input();

  /// Passes executed since the start or the last rewind().
  std::uint64_t passes_done() const { return next_; }

  /// Returns the passes that are certain, from the first. The total is set once all are known: at the start if it is
  /// independent of the keys, otherwise at the end.
  virtual std::vector<PassHeader> known_passes() const;
  virtual std::optional<std::uint64_t> total_passes() const;

  virtual std::vector<View> views() const = 0;

  /// Returns the steps that each pass of a comparator network executes, in order. A pass that only rearranges, or whose
  /// steps are unknown, has none. Empty for any other run.
  virtual std::vector<std::vector<NetworkStep>> steps_of_passes() const { return {}; }

  /// Returns the place of element i as the passes see it. Views may show the elements in another order.
  virtual KeyPlace key_place(std::uint64_t i) const;

  /// Reads keys (and payload and fields) back: elements [first, first + count), or all.
  virtual data::State read(std::uint64_t first, std::uint64_t count) const = 0;
  data::State read() const { return read(0, n()); }
  std::uint64_t n() const { return problem_->n(); }

  Snapshot save() const;
  void restore(const Snapshot& snapshot);

  /// Returns this process's part of the output. All processes together call it. Null if this process has all elements.
  virtual std::optional<data::OutputPart> read_part() const { return std::nullopt; }
  /// Returns the library function that it calls, for reports. Empty if it calls none.
  virtual LibraryCall library_call() const { return {}; }
  /// Returns the intermediate result of a selection. Null if this run does not select.
  virtual const Selection* selection() const { return nullptr; }

  /// Returns one sentence if guard words around the data have changed. Null if they are intact.
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Waits for the device, executes finish() and waits again. Returns milliseconds by `clock()`.
  double timed_finish();

  /// Switches per-pass timing for the passes that follow; see gpu::Executor::time_passes.
  virtual void time_passes(bool on) { timer_->time_passes(on); }
  virtual std::vector<double> take_pass_times() { return timer_->take(); }
  /// Returns the workers' times of the passes since time_passes(true), in order. Empty if one worker executes each
  /// pass.
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }
  gpu::Clock clock() const { return timer_->clock(); }

  /// Null if the sort runs where the arrays are.
  virtual std::optional<Handover> handover() const { return std::nullopt; }

  /// Returns the next pass for another run to execute as one of its own. Null after the last pass. This run continues
  /// with the results that the pass reads.
  std::optional<Pass> lend_pass(bool watched);
  /// Returns all passes that finish() would execute before it reads a result. Empty after the last pass.
  std::vector<Pass> lend_batch();

 protected:
  Run(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer);

  /// Appends a planned pass. Derived classes call it in their constructors.
  Pass& add_pass(Pass pass) { return plan_.emplace_back(std::move(pass)); }

  // Runs that decide their passes one at a time override these.
  virtual bool decides() const { return false; }
  /// Returns the pass after passes_done(). Null after the last pass.
  virtual std::optional<Pass> next_pass();
  /// Returns true once it is certain that no pass follows. Otherwise, only a request for the next pass finds the end.
  virtual bool ended() const { return !decides() && next_ == plan_.size(); }
  /// Returns the last pass once it is certain to be the next.
  virtual std::optional<PassHeader> last_pass() const { return std::nullopt; }
  /// Returns the next passes that need no result of one another. finish() executes them all before it reads any result.
  virtual std::vector<Pass> next_batch();

  /// Replaces keys and payload by those of a given state.
  virtual void load(const data::StateView& state) = 0;
  /// Replaces them by the input.
  virtual void load_input();
  /// Keeps a copy on the device of the data that load() put in place, for load_kept(). Returns false if it keeps none.
  virtual bool keep() { return false; }
  virtual void load_kept() {}
  /// Forgets all results of passes. Keys and payload are the input's.
  virtual void forget() {}
  /// Returns false if passes change neither keys nor payload. rewind() and save() then skip them.
  virtual bool changes_keys() const { return true; }
  /// Adds to a snapshot what is not keys or payload.
  virtual void save_more(Snapshot&) const {}
  virtual void restore_more(const Snapshot&) {}

  const Problem& problem() const { return *problem_; }
  const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }
  PassTimer& timer() { return *timer_; }
  /// True while the caller steps from pass to pass: passes may record data that only views show. False at full speed.
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
  std::vector<std::function<PassHeader()>> executed_;  ///< headers of decided passes, executed so far or since undone
  std::optional<std::uint64_t> total_;                 ///< number of decided passes
};

}  // namespace texelsort::algorithms
