#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/distributed/selection.h"
#include "compute/algorithms/records/settings.h"
#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms {
class RecordMover;
}

namespace texelsort::algorithms::distributed {

class DistributedRun;

/// Milliseconds of one step: of each rank, and of each link until the receiver has all data. The table of links has one
/// row per sender and one column per receiver. Links that are not timed individually have the time of their receiver.
struct RankTimes {
  std::vector<double> ranks, links;
};

struct Way {
  std::string text;
  double bytes_per_second = 0;
};

/// Interface of ranks with separate memory that execute the steps of a sort and communicate only by messages. The data
/// of each rank is between guard words. If a rank fails, all ranks stop. Then the functions from load() on, and all
/// later calls, throw UnavailableError with the number of the failed rank.
class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Returns the display name of a rank: "rank 2", possibly followed by its device.
  virtual std::string name(std::uint64_t rank) const = 0;
  virtual gpu::Clock clock() const = 0;
  /// Returns a sentence about changed guard words. Returns null if the guard words are intact. Requires idle ranks.
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// Loads each rank's elements from `state`. The elements of rank i begin at position starts[i].
  virtual void load(const data::StateView& state, const Numbers& starts) = 0;
  /// Loads elements of a snapshot that was taken after the shares were sorted.
  virtual void load_sorted(const data::StateView& state, const Numbers& starts) { load(state, starts); }
  /// Returns elements [first, first + count) among the elements of all ranks. `starts` has the start of each rank's
  /// elements, which exchange() changes from shares to parts. Requires idle ranks.
  virtual data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const = 0;
  /// Returns the part of the output that this process stores; see Run::read_part().
  virtual std::optional<data::OutputPart> read_part(const Numbers& starts) const = 0;
  /// Keeps a copy of the input, for Run::keep_input(). Returns false if the ranks keep none.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns whether a kernel is loaded at its first execution, which then waits for all running work; see
  /// DistributedRun::rehearse().
  virtual bool loads_late() const { return false; }
  /// Fills the ranks with arbitrary elements for a rehearsal. The elements of rank i begin at position starts[i].
  virtual void take_any(const Numbers& starts) = 0;

  virtual void sort_shares() = 0;
  /// Makes every rank count its keys below each pivot, within the pivot's range. SplitterSearch::narrow() uses the
  /// counts. `ranges` has one row per rank.
  virtual Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) = 0;
  virtual void exchange(const Exchange& exchange) = 0;
  /// Returns whether ranks can read the shares of other ranks. If so, merge_shares() replaces the exchange.
  virtual bool reads_shares() const { return false; }
  /// Finds the splitters by direct access to all shares, which begin at `shares`. The result has the form of
  /// SplitterSearch::places(). Returns null if the ranks find splitters by counting instead.
  virtual std::optional<Numbers> find_splitters(const Numbers& /*shares*/) { return std::nullopt; }
  /// Executes the first merge round directly from the shares of all ranks.
  virtual void merge_shares(const Exchange&) {}
  /// Returns the number of neighbouring sequences that a merge round merges into one.
  virtual std::uint64_t ways() const { return 2; }
  /// Executes a merge round on neighbouring sequences in every part.
  virtual void merge(const Exchange& exchange, std::uint64_t round) = 0;
  virtual void sort_parts(const Exchange& exchange) = 0;

  /// Waits until all ranks have finished their work.
  virtual void wait() = 0;

  /// Begin and end the timing of a step. Every rank measures its own time.
  virtual void begin_timing() = 0;
  virtual void end_timing() = 0;
  /// Returns the times of the timed steps since the last call, in order. Waits until the times are known.
  virtual std::vector<RankTimes> take_worker_times() = 0;
  /// Returns the means of transfers between two ranks, and the maximum bytes per second. The maximum is 0 if it is
  /// unknown.
  virtual Way way(std::uint64_t from, std::uint64_t to) const = 0;
  /// Adds the links from rank `from` to each rank that receives its elements. An element has `bytes_each` bytes.
  void add_links(WorkerTimes& times_of_ranks, const Exchange& exchange, std::uint64_t from,
                 std::uint64_t bytes_each) const;

  /// Makes a mover that moves the records after `sorter` has sorted their keys on these ranks. Returns null if the host
  /// moves the records.
  virtual std::unique_ptr<RecordMover> make_mover(DistributedRun& sorter, std::shared_ptr<const Problem> problem,
                                                  Rearrange rearrange);
};

/// Injected fault that makes a rank fail in a step. Tests use it to check the reaction of the other ranks.
struct Fault {
  std::uint64_t rank = 0;
  CollectiveStep::Kind step = CollectiveStep::Kind::exchange;
  bool silent = false;  ///< true if the rank becomes unresponsive, like a killed process; false if it throws an error
};
/// Returns the injected fault of all runs, which tests set and restore. The environment variable TEXELSORT_RANK_FAULT
/// also sets it, to RANK:STEP or RANK:STEP:silent. STEP is sort, select, exchange, merge or move. Throws UsageError for
/// any other value of the variable.
std::optional<Fault>& injected_fault();
/// Throws UsageError if the rank of the injected fault is not below `ranks`, or if TEXELSORT_RANK_FAULT has a wrong
/// value.
void require_rank_of_fault(std::uint64_t ranks);
/// Returns whether a test wants this rank to fail in this step.
bool is_made_to_fail(std::uint64_t rank, CollectiveStep::Kind step);

/// Makes ranks that are threads or processes with separate memory. Browsers have neither. The size of messages is
/// Settings::chunk_bytes().
std::unique_ptr<Ranks> make_cpu_ranks(const Problem& problem, const Settings& settings);
/// Returns why this build has no threads. Returns an empty text if it has threads.
std::string_view thread_absence();

/// Describes the part of the output that this process stores. `starts` has the starts of the parts of all processes.
/// `payload` is true if there is a payload. `read` copies the process's elements to a state. All processes must call
/// the function together.
data::OutputPart part_of_process(data::KeyType type, bool payload, const Numbers& starts,
                                 const std::function<void(data::State& state, std::uint64_t place)>& read);

}  // namespace texelsort::algorithms::distributed
