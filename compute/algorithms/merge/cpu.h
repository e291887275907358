#pragma once

#include <array>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/merge/cpu_merger.h"
#include "compute/algorithms/merge/cpu_selection.h"
#include "compute/algorithms/merge/schedule.h"

namespace texelsort::algorithms::merge {

/// The columns of the view "mergers": a row a merger; of a part that is merged four ways first the head, then the two
/// mergers that feed it. Places are those of the view "keys".
enum MergerColumn : std::uint8_t {
  merger_group,    ///< of sequences, that the part of is merged
  merger_kept,     ///< elements of the last step's buffer that were kept from the step before
  merger_from,     ///< block_of_none, block_of_a or block_of_b: what the last step took
  merger_next_a,   ///< place of the next element of A, no_place if there is none
  merger_next_b,   ///< of B
  merger_put_out,  ///< elements of the group's part that are in the output
  merger_columns
};
enum TakenBlock : std::uint8_t { block_of_none, block_of_a, block_of_b };
inline constexpr std::uint64_t no_place = ~std::uint64_t{0};

/// Merges on the CPU as the thread blocks of a GPU would: selections one step each per pass, then round by round a
/// block of every merger per pass. After the first passes of a stage one pass does more and more steps, so that there
/// are never many.
///
/// Views beside keys and payload, all of u64:
/// - "sequences" and "splitters" as MergePass has them, "lower" and "upper" (as "splitters") while these are searched;
/// - "output": for every place of the merged array the place of its key in "keys", no_place while it is not known;
/// - "buffer" and "merged": 2 b places for each merger, what it merged in the last step before and after, filled up
///   with no_place; "mergers": see MergerColumn. Not for bitonic mergers, which have no buffer.
class CpuMergeRun final : public Run {
 public:
  CpuMergeRun(std::shared_ptr<const Problem> problem, const Settings& settings);

  std::vector<View> views() const override;
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

 private:
  /// A merger and where it is: it goes through the groups, and does its part of each.
  struct MergerState {
    std::uint64_t group = 0;
    BlockMerger merger{};
    IndexRange output{};  ///< of the group, not yet written
    BlockMerger shown{};  ///< right after its last step, or before the first
    std::uint64_t shown_group = 0;
  };

  /// All that is not keys and payload.
  struct Progress {
    std::variant<std::vector<OsipovSelection>, std::vector<QuickSelection>> selections;
    bool selected = false;
    std::uint64_t steps = 0, passes = 0;  ///< of the present stage
    std::optional<Round> round;           ///< the present one
    std::uint64_t rounds_done = 0;
    std::vector<MergerState> parts;
    std::vector<std::uint64_t> output;
    std::uint64_t distance = 0;  ///< of the bitonic network's next step
    bool turned = false;         ///< it has begun
    std::uint64_t accesses = 0;  ///< elements that the last pass read or wrote
  };

  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override;
  bool ended() const override { return progress_.selected && progress_.round->count() <= 1; }
  void load(const data::StateView& state) override;
  void forget() override;
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  Pass selection_pass();
  void start_selections();
  void step_selections(std::uint64_t steps);

  Pass block_pass();
  Pass bitonic_pass();
  void end_selection(const Numbers& positions);
  void start_round();
  void next_group(std::uint64_t part);
  void step_blocks(std::uint64_t steps);
  bool blocks_done() const;
  void turn_parts();
  void compare_parts();
  void end_round();
  Pass merging_pass(std::function<std::string()> label) const;
  Claim merging_claim(const Round& round, std::function<Claim()> unfinished) const;

  std::uint64_t steps_of_pass() const;
  std::string step_label(std::uint64_t steps) const;
  MergePass merge_pass() const;
  bool is_bitonic() const { return settings_.merger == device::Merger::bitonic; }
  Sequences sequences() const { return {ranks_, problem().sequences}; }

  void find_ranks();
  void add_selection_tables(std::vector<View>& views) const;
  void add_buffer_tables(std::vector<View>& views) const;

  Settings settings_;
  std::uint64_t parts_;  ///< no more than keys
  std::uint64_t rounds_;
  HostArrays arrays_;
  std::vector<std::uint64_t> ranks_;  ///< of the keys as they are now
  Progress progress_;
};

}  // namespace texelsort::algorithms::merge
