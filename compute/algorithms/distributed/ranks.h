#pragma once

#include <cstdint>
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

/// Milliseconds of a lap: of each rank; and of each link, a row a sender and a column a receiver, until the receiver
/// has all. Where links are not timed one by one each is given its receiver's time.
struct RankTimes {
  std::vector<double> ranks, links;
};

struct Way {
  std::string text;
  double bytes_per_second = 0;
};

/// What executes the steps: ranks with memory of their own, which learn of each other's by messages alone. What a rank
/// has stands between guard words. Every function but the first ones throws UnavailableError with the number of the
/// rank that failed, and leaves none at work; those that come after throw the same.
class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// "rank 2", or with its device: for people.
  virtual std::string name(std::uint64_t rank) const = 0;
  virtual gpu::Clock clock() const = 0;
  /// Ranks have to be idle.
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// Rank i gets the elements from starts[i] on.
  virtual void load(const data::StateView& state, const Numbers& starts) = 0;
  /// The same of elements that have been sorted in their shares, and may have gone on since.
  virtual void load_sorted(const data::StateView& state, const Numbers& starts) { load(state, starts); }
  /// Elements [first, first + count) of what load() laid out with the same starts, or exchange() with those of its
  /// parts. Ranks have to be idle.
  virtual data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const = 0;
  /// See Run::read_part().
  virtual std::optional<data::OutputPart> read_part(const Numbers& starts) const = 0;
  /// See Run::keep_input().
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Whether what a step needs is loaded when it is first executed, and then waits for all that has begun: see
  /// DistributedRun::rehearse().
  virtual bool loads_late() const { return false; }
  /// Rank i has the elements from starts[i] on, whatever they are.
  virtual void take_any(const Numbers& starts) = 0;

  virtual void sort_shares() = 0;
  /// Every rank ranks every pivot in its range: as SplitterSearch::narrow() takes it. `ranges` has a row a rank.
  virtual Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) = 0;
  virtual void exchange(const Exchange& exchange) = 0;
  /// Whether ranks read each other's shares: then there is no exchange, but merge_shares().
  virtual bool reads_shares() const { return false; }
  /// Finds all splitters at once, of shares that start there, as SplitterSearch::places() has them; nothing where
  /// ranks count.
  virtual std::optional<Numbers> find_splitters(const Numbers& /*shares*/) { return std::nullopt; }
  /// The first round of merging, of what stands in the shares still.
  virtual void merge_shares(const Exchange&) {}
  /// Neighbouring sequences that become one in a round.
  virtual std::uint64_t ways() const { return 2; }
  /// A round: neighbouring sequences of every part become one.
  virtual void merge(const Exchange& exchange, std::uint64_t round) = 0;
  virtual void sort_parts(const Exchange& exchange) = 0;

  /// Waits until all is done that has been asked for.
  virtual void wait() = 0;

  /// What is asked for between the two is a lap, which every rank times for itself.
  virtual void begin_lap() = 0;
  virtual void end_lap() = 0;
  /// The laps since the last call, in order; waits for them.
  virtual std::vector<RankTimes> take_worker_times() = 0;
  /// What carries keys from one rank to another, and bytes a second of that at the most: 0 if it is not known.
  virtual Way way(std::uint64_t from, std::uint64_t to) const = 0;
  /// A link for each rank that elements of so many bytes go to from that one.
  void add_links(WorkerTimes& lap, const Exchange& exchange, std::uint64_t from, std::uint64_t bytes_each) const;

  /// What moves records after their keys, which `sorter` has these ranks sort; null where the host does.
  virtual std::unique_ptr<RecordMover> make_mover(DistributedRun& sorter, std::shared_ptr<const Problem> problem,
                                                  Rearrange rearrange);
};

/// Makes a rank fail in a step, so that tests see what the others do.
struct Fault {
  std::uint64_t rank = 0;
  CollectiveStep::Kind step = CollectiveStep::Kind::exchange;
  bool silent = false;  ///< it says nothing and does nothing more, as a process that was killed; else it throws
};
/// That of all runs, which tests set and put back; TEXELSORT_RANK_FAULT=RANK:STEP, or RANK:STEP:silent, sets it from
/// outside, STEP being sort, select, exchange, merge or move. Throws UsageError for another value.
std::optional<Fault>& injected_fault();
/// Throws UsageError if it is of a rank that `ranks` ranks do not have, or is a wrong value.
void require_rank_of_fault(std::uint64_t ranks);
/// Whether this rank is made to fail in the step.
bool is_made_to_fail(std::uint64_t rank, CollectiveStep::Kind step);

/// Threads, or processes, with memory of their own; of what a page has none. `chunk_bytes` of a message.
std::unique_ptr<Ranks> make_cpu_ranks(const Problem& problem, const Settings& settings);
/// Why there are none; empty if there are.
std::string_view thread_absence();

}  // namespace texelsort::algorithms::distributed
