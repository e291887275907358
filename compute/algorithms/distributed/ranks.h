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

/// Milliseconds of a step: per rank, and per link until the receiver has all, one row per sender and one column per
/// receiver. If links are not timed individually, each has its receiver's time.
struct RankTimes {
  std::vector<double> ranks, links;
};

struct Way {
  std::string text;
  double bytes_per_second = 0;
};

/// Executes the steps by ranks with separate memory, which communicate only by messages. A rank's data is between guard
/// words. Every function except the first ones throws UnavailableError with the number of the rank that failed, after
/// all ranks have stopped. Later calls throw the same.
class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Returns a display name: "rank 2", or with its device.
  virtual std::string name(std::uint64_t rank) const = 0;
  virtual gpu::Clock clock() const = 0;
  /// Requires idle ranks.
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// Gives rank i the elements from starts[i] on.
  virtual void load(const data::StateView& state, const Numbers& starts) = 0;
  /// Gives ranks elements that were sorted in their shares, and possibly processed further.
  virtual void load_sorted(const data::StateView& state, const Numbers& starts) { load(state, starts); }
  /// Returns elements [first, first + count) in the layout of load() with the same starts, or of exchange() with those
  /// of its parts. Requires idle ranks.
  virtual data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const = 0;
  /// See Run::read_part().
  virtual std::optional<data::OutputPart> read_part(const Numbers& starts) const = 0;
  /// See Run::keep_input().
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns whether kernels are loaded at their first execution, which then waits for all running work: see
  /// DistributedRun::rehearse().
  virtual bool loads_late() const { return false; }
  /// Gives rank i elements with any value, from starts[i] on.
  virtual void take_any(const Numbers& starts) = 0;

  virtual void sort_shares() = 0;
  /// Makes every rank rank every pivot in its range, for SplitterSearch::narrow(). `ranges` has one row per rank.
  virtual Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) = 0;
  virtual void exchange(const Exchange& exchange) = 0;
  /// Returns whether ranks read each other's shares. merge_shares() then replaces the exchange.
  virtual bool reads_shares() const { return false; }
  /// Finds all splitters of shares that start at `shares`, as in SplitterSearch::places(). Null if ranks count instead.
  virtual std::optional<Numbers> find_splitters(const Numbers& /*shares*/) { return std::nullopt; }
  /// Executes the first round of merging directly from the shares.
  virtual void merge_shares(const Exchange&) {}
  /// Returns how many neighbouring sequences a round combines into one.
  virtual std::uint64_t ways() const { return 2; }
  /// Merges neighbouring sequences of every part in one round.
  virtual void merge(const Exchange& exchange, std::uint64_t round) = 0;
  virtual void sort_parts(const Exchange& exchange) = 0;

  /// Waits until all requested work is done.
  virtual void wait() = 0;

  /// Bracket one timed step, for which every rank measures its own time.
  virtual void begin_timing() = 0;
  virtual void end_timing() = 0;
  /// Returns the timed steps since the last call, in order. Waits for them.
  virtual std::vector<RankTimes> take_worker_times() = 0;
  /// Returns the connection between two ranks, and its maximum bytes per second, 0 if unknown.
  virtual Way way(std::uint64_t from, std::uint64_t to) const = 0;
  /// Adds a link for each rank that receives elements of so many bytes from rank `from`.
  void add_links(WorkerTimes& times_of_ranks, const Exchange& exchange, std::uint64_t from,
                 std::uint64_t bytes_each) const;

  /// Makes a mover of records after their keys, which `sorter` sorts by these ranks. Null if the host moves them.
  virtual std::unique_ptr<RecordMover> make_mover(DistributedRun& sorter, std::shared_ptr<const Problem> problem,
                                                  Rearrange rearrange);
};

/// Makes a rank fail in a step, so that tests can check the others' reaction.
struct Fault {
  std::uint64_t rank = 0;
  CollectiveStep::Kind step = CollectiveStep::Kind::exchange;
  bool silent = false;  ///< it becomes unresponsive, like a killed process; otherwise it throws
};
/// Fault of all runs, which tests set and restore. TEXELSORT_RANK_FAULT=RANK:STEP, or RANK:STEP:silent, sets it
/// externally; STEP is sort, select, exchange, merge or move. Throws UsageError for another value.
std::optional<Fault>& injected_fault();
/// Throws UsageError if the fault's rank is not one of `ranks` ranks, or if its value is wrong.
void require_rank_of_fault(std::uint64_t ranks);
/// Returns whether this rank must fail in the step.
bool is_made_to_fail(std::uint64_t rank, CollectiveStep::Kind step);

/// Makes ranks that are threads or processes with separate memory. Browsers have neither. `chunk_bytes` per message.
std::unique_ptr<Ranks> make_cpu_ranks(const Problem& problem, const Settings& settings);
/// Returns why there are no threads. Empty if there are.
std::string_view thread_absence();

/// Returns this process's part of an output whose parts begin at `starts`: keys, and payload if there is one. `read`
/// puts the process's elements into a state, from a place on. All processes must call this together.
data::OutputPart part_of_process(data::KeyType type, bool payload, const Numbers& starts,
                                 const std::function<void(data::State& state, std::uint64_t place)>& read);

}  // namespace texelsort::algorithms::distributed
