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

/// What can be said of a problem before its keys are made.
struct ProblemForm {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  data::RecordShape shape{};  ///< of records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< that are merged
  bool grouped = false;         ///< groups of threads carry whole records whose fields stand side by side
  cuda::ExecutionOptions execution{};
  bool operator==(const ProblemForm&) const = default;
};

/// What is to be sorted or merged, or of which keys are to be found. Shared, never changed by a run.
struct Problem {
  data::Keys keys;
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  /// What a selection finds: the elements at these places, from 0, of the sorted keys. Sorts take no notice.
  std::vector<std::uint64_t> ranks{};
  data::RecordShape shape{};            ///< of records
  std::vector<std::uint32_t> fields{};  ///< those of all records, as in data::State
  data::Comparison comparison = data::Comparison::natural;
  /// Where each of the sorted sequences that a merge takes starts in the keys, and the end of the last: k + 1 places.
  /// Sorts and selections take no notice.
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

/// A run's data at some pass, enough to go on from there.
struct Snapshot {
  std::uint64_t passes_done = 0;
  data::State state;                             ///< without keys if no pass changes any
  std::vector<std::vector<std::byte>> tables{};  ///< what else stands on the device, in the run's own order
  std::shared_ptr<const void> decisions{};       ///< what the run has found out on the host

  std::uint64_t bytes() const;
};

/// What a selection knows of one element: low <= its code <= high. Found when they are equal.
struct Candidate {
  std::uint64_t rank = 0;
  std::uint64_t low = 0, high = 0;
};

/// What a selection has found out so far.
struct Selection {
  std::vector<Candidate> candidates;  ///< one for each of the problem's ranks, in their order
  std::uint64_t waits = 0;            ///< how often the host needed an answer before it could go on
  /// Codes are searched from `low` on, in their low `open` bits, `digit` of them a round.
  std::uint64_t low = 0;
  unsigned open = 0, digit = 1;
};

/// What it cost to hand the arrays over to where the sort runs and back, besides the sort: CUDA's, which works on
/// OpenGL's buffers.
struct Handover {
  std::string device;  ///< that sorts
  cuda::Sharing sharing = cuda::Sharing::staged;
  std::string staging_reason;      ///< why arrays are copied through the host; else empty
  double ms = 0;                   ///< wall time of the last timed_finish()'s, there and back
  std::uint64_t staged_bytes = 0;  ///< copied through the host by it, both ways
};

/// A call of a library.
struct LibraryCall {
  std::string library;  ///< with its version, "CUB 3.0.1"
  std::string call;     ///< and by which comparison, "cub::DeviceMergeSort::StableSortKeys by cuda::std::less"

  bool empty() const { return library.empty(); }
};

/// One execution of an algorithm on a problem, moved forward pass by pass. Window, command line, tests and benchmarks
/// all drive this; an algorithm says which pass comes next, and what it does. The same problem gives the same passes.
class Run {
 public:
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Executes the next pass and returns its record, or nothing when all is done. Does not wait for the device unless
  /// the pass asks it something.
  std::optional<PassRecord> step();

  /// Executes what is left at full speed: no records, no read-back, no wait but for answers that the next pass needs.
  void finish();

  /// Puts the problem's input back; the next step() is the first.
  void rewind();

  /// Right after the start or a rewind(): keeps a copy of the input on the device, if it can, so that later ones bring
  /// nothing from the host. It takes that much memory more, and throws UnavailableError where there is none.
  void keep_input();

  /// Passes executed since the start or the last rewind().
  std::uint64_t passes_done() const { return next_; }

  /// The passes that are certain, from the first on; the total is set once all are known: from the start where the keys
  /// do not matter, at the end where they do.
  virtual std::vector<PassHeader> known_passes() const;
  virtual std::optional<std::uint64_t> total_passes() const;

  virtual std::vector<View> views() const = 0;

  /// The steps that each pass of a comparator network executes, one after another; none for a pass that only
  /// rearranges, or of which no steps are known. Empty for any other run.
  virtual std::vector<std::vector<NetworkStep>> steps_of_passes() const { return {}; }

  /// Where element i stands now, as passes find it: what views show may be put in order for looking.
  virtual KeyPlace key_place(std::uint64_t i) const;

  /// Reads keys (and payload and fields) back: elements [first, first + count), or all.
  virtual data::State read(std::uint64_t first, std::uint64_t count) const = 0;
  data::State read() const { return read(0, n()); }
  std::uint64_t n() const { return problem_->n(); }

  Snapshot save() const;
  void restore(const Snapshot& snapshot);

  /// Returns this process's part of the output, which all processes read together. Nothing where this one has all
  /// elements.
  virtual std::optional<data::OutputPart> read_part() const { return std::nullopt; }
  /// Returns what it calls of a library, for results. Empty if the run is this program's own.
  virtual LibraryCall library_call() const { return {}; }
  /// What a selection knows now; null if this run sorts.
  virtual const Selection* selection() const { return nullptr; }

  /// One sentence if guard words around the data have changed; nothing while they are intact.
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Waits for the device, executes finish(), waits again; milliseconds by `clock()`.
  double timed_finish();

  /// Per-pass timing for the passes that follow; see gpu::Executor::time_passes.
  virtual void time_passes(bool on) { timer_->time_passes(on); }
  virtual std::vector<double> take_pass_times() { return timer_->take(); }
  /// The workers' times of the passes since time_passes(true), in order; empty if each is one worker's.
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }
  gpu::Clock clock() const { return timer_->clock(); }

  /// Nothing if the sort runs where the arrays are.
  virtual std::optional<Handover> handover() const { return std::nullopt; }

  /// The next pass, for a run that executes it as one of its own; nothing when all is done. This run goes on with what
  /// the pass concludes.
  std::optional<Pass> lend_pass(bool watched);
  /// The same of all that finish() would execute before it asks the device; empty when all is done.
  std::vector<Pass> lend_batch();

 protected:
  Run(std::shared_ptr<const Problem> problem, std::unique_ptr<PassTimer> timer);

  /// Adds a pass to those that are planned; what derives does so when it is made.
  Pass& add_pass(Pass pass) { return plan_.emplace_back(std::move(pass)); }

  // What decides its passes overrides these.
  virtual bool decides() const { return false; }
  /// The pass after passes_done(); nothing when all is done.
  virtual std::optional<Pass> next_pass();
  /// True once it is certain that no pass follows; else the end is found when a next pass is asked for.
  virtual bool ended() const { return !decides() && next_ == plan_.size(); }
  /// The last pass, once it is certain that it is the next.
  virtual std::optional<PassHeader> last_pass() const { return std::nullopt; }
  /// The passes from there on that need no answer of one another: finish() executes them all before it asks.
  virtual std::vector<Pass> next_batch();

  /// Replaces keys and payload by the present ones of some pass.
  virtual void load(const data::StateView& state) = 0;
  /// Replaces them by the input.
  virtual void load_input();
  /// Keeps a copy of what load() put in place on the device, for load_kept(); false if there is no such copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}
  /// Forgets all that passes have found out; keys and payload are the input's.
  virtual void forget() {}
  /// False if passes change neither keys nor payload: they are then not put back to rewind, nor saved.
  virtual bool changes_keys() const { return true; }
  /// What a snapshot holds besides keys and payload.
  virtual void save_more(Snapshot&) const {}
  virtual void restore_more(const Snapshot&) {}

  const Problem& problem() const { return *problem_; }
  const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }
  PassTimer& timer() { return *timer_; }
  /// Somebody steps from pass to pass: what only views show may be noted. Not so at full speed.
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
  std::vector<std::function<PassHeader()>>
      executed_;                        ///< of the passes that have been, decided, even if they are undone now
  std::optional<std::uint64_t> total_;  ///< of passes that are decided
};

}  // namespace texelsort::algorithms
