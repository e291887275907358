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

/// Times of a step in milliseconds: of each rank, and of each link until the receiver has all data. The links have one
/// row per sender and one column per receiver. If links are not timed individually, each has its receiver's time.
struct RankTimes {
  std::vector<double> ranks, links;
};

struct Way {
  std::string text;
  double bytes_per_second = 0;
};

/// Interface of ranks with separate memory that execute the steps of a sort and communicate only by messages. The data
/// of a rank is between guard words. If a rank fails, all ranks stop. Then every function except the first ones throws
/// UnavailableError with the number of the failed rank, and so do later calls.
class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Returns the display name of a rank: "rank 2", possibly with its device.
  virtual std::string name(std::uint64_t rank) const = 0;
  virtual gpu::Clock clock() const = 0;
  /// Returns a sentence if guard words have changed. Null if they are intact. Requires idle ranks.
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// Gives rank i its elements, which begin at starts[i] of the state.
  virtual void load(const data::StateView& state, const Numbers& starts) = 0;
  /// Gives the ranks elements whose shares are already sorted, and possibly processed further.
  virtual void load_sorted(const data::StateView& state, const Numbers& starts) { load(state, starts); }
  /// Returns elements [first, first + count) of all ranks. The layout is that of load() with the same starts, or that
  /// of exchange() with the starts of its parts. Requires idle ranks.
  virtual data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const = 0;
  /// Returns the part of the output for Run::read_part().
  virtual std::optional<data::OutputPart> read_part(const Numbers& starts) const = 0;
  /// Keeps a copy of the input for Run::keep_input().
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns whether kernels are loaded at their first execution, which then waits for all running work, see
  /// DistributedRun::rehearse().
  virtual bool loads_late() const { return false; }
  /// Gives rank i elements with any values, from number starts[i] on.
  virtual void take_any(const Numbers& starts) = 0;

  virtual void sort_shares() = 0;
  /// Makes every rank count its keys below each pivot, in the pivot's range. SplitterSearch::narrow() uses the result.
  /// `ranges` has one row per rank.
  virtual Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) = 0;
  virtual void exchange(const Exchange& exchange) = 0;
  /// Returns whether ranks can read each other's shares. If they can, merge_shares() replaces the exchange.
  virtual bool reads_shares() const { return false; }
  /// Finds the splitters of the shares that start at `shares`, in the form of SplitterSearch::places(). Null if ranks
  /// count instead.
  virtual std::optional<Numbers> find_splitters(const Numbers& /*shares*/) { return std::nullopt; }
  /// Executes the first round of merging directly from the shares of all ranks.
  virtual void merge_shares(const Exchange&) {}
  /// Returns the number of neighbouring sequences that a round combines into one.
  virtual std::uint64_t ways() const { return 2; }
  /// Executes a round of merging neighbouring sequences in every part.
  virtual void merge(const Exchange& exchange, std::uint64_t round) = 0;
  virtual void sort_parts(const Exchange& exchange) = 0;

  /// Waits until the ranks have done all work.
  virtual void wait() = 0;

  /// Begin and end a timed step, for which every rank measures its own time.
  virtual void begin_timing() = 0;
  virtual void end_timing() = 0;
  /// Returns the times of the steps since the last call, in order. Waits until they are known.
  virtual std::vector<RankTimes> take_worker_times() = 0;
  /// Returns how two ranks are connected, and the maximum bytes per second. 0 if these are unknown.
  virtual Way way(std::uint64_t from, std::uint64_t to) const = 0;
  /// Adds the links of each rank that receives elements of `element_bytes` bytes from rank `from`.
  void add_links(WorkerTimes& times_of_ranks, const Exchange& exchange, std::uint64_t from,
                 std::uint64_t bytes_each) const;

  /// Makes a mover for the records of the keys that `sorter` sorts by these ranks. Null if the host moves the records.
  virtual std::unique_ptr<RecordMover> make_mover(DistributedRun& sorter, std::shared_ptr<const Problem> problem,
                                                  Rearrange rearrange);
};

/// A fault that makes a rank fail in a step, so that tests can check how the other ranks react.
struct Fault {
  std::uint64_t rank = 0;
  CollectiveStep::Kind step = CollectiveStep::Kind::exchange;
  bool silent = false;  ///< true: the rank becomes unresponsive, like a killed process; false: it throws
};
/// Returns the fault of all runs, which tests set and restore. The environment variable TEXELSORT_RANK_FAULT=RANK:STEP,
/// or RANK:STEP:silent, also sets it. STEP is sort, select, exchange, merge or move. Throws UsageError for another
/// value.
std::optional<Fault>& injected_fault();
/// Throws UsageError if the rank of the fault is not one of `ranks` ranks, or if the environment variable is wrong.
void require_rank_of_fault(std::uint64_t ranks);
/// Returns whether the fault makes this rank fail in the step.
bool is_made_to_fail(std::uint64_t rank, CollectiveStep::Kind step);

/// Makes ranks that are threads or processes with separate memory. Browsers have neither. A message has `chunk_bytes`
/// bytes.
std::unique_ptr<Ranks> make_cpu_ranks(const Problem& problem, const Settings& settings);
/// Returns why this build has no threads. Empty if it has.
std::string_view thread_absence();

/// Returns this process's part of an output. All parts begin at `starts` and have keys, and payload if there is one.
/// `read` copies the process's elements to a state, from a place on. All processes must call this together.
data::OutputPart part_of_process(data::KeyType type, bool payload, const Numbers& starts,
                                 const std::function<void(data::State& state, std::uint64_t place)>& read);

}  // namespace texelsort::algorithms::distributed
