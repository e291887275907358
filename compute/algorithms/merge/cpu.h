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

/// Columns of the view "mergers". The view has one row per two-way merger. It has three rows per four-way merger: the
/// head, then the two mergers that feed the head. Positions are indices into the view "keys".
enum MergerColumn : std::uint8_t {
  merger_group,  ///< group of sequences in which the merger currently works
  merger_kept,   ///< number of elements that the last step found in the buffer
  merger_from,  ///< origin of the block that the last step added to the buffer: block_of_none, block_of_a or block_of_b
  merger_next_a,   ///< position of the next element of sequence A; no_place at its end
  merger_next_b,   ///< position of the next element of sequence B; no_place at its end
  merger_put_out,  ///< number of elements that the merger has output in its group
  merger_columns
};
enum TakenBlock : std::uint8_t { block_of_none, block_of_a, block_of_b };
inline constexpr std::uint64_t no_place = ~std::uint64_t{0};

/// Run that merges on the CPU in the same steps as a GPU's thread blocks. First, each pass advances all selections by
/// one step. Then, round by round, each pass advances every merger by one block. In long stages, later passes execute
/// more steps, so that the number of passes stays small.
///
/// Views in addition to keys and payload, all of u64:
/// - "sequences" and "splitters" as in MergePass.
/// - "lower" and "upper" during the selection, with the layout of "splitters".
/// - "output": for every position of the merged array, the position of its key in "keys", or no_place while it is
///   unknown.
/// - "buffer" and "merged": the merge buffer of the last step before and after merging, with 2 b positions per merger,
///   padded with no_place. Bitonic mergers have no buffer.
/// - "mergers": see MergerColumn. Bitonic mergers do not have this view.
class CpuMergeRun final : public Run {
 public:
  CpuMergeRun(std::shared_ptr<const Problem> problem, const Settings& settings);

  std::vector<View> views() const override;
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

 private:
  /// A merger and its progress. The merger merges its part of the groups, one group after another.
  struct MergerState {
    std::uint64_t group = 0;
    BlockMerger merger{};
    IndexRange output{};  ///< positions of the group's result that the merger has yet to write
    /// copy of the merger after its last step, which views show
    BlockMerger shown{};
    std::uint64_t shown_group = 0;
  };

  /// Data of the run that snapshots store in addition to keys and payload.
  struct Progress {
    std::variant<std::vector<OsipovSelection>, std::vector<QuickSelection>> selections;
    bool selected = false;
    std::uint64_t steps = 0, passes = 0;  ///< numbers of steps and of passes in the current stage
    std::optional<Round> round;           ///< current round of the merge
    std::uint64_t rounds_done = 0;
    std::vector<MergerState> parts;
    std::vector<std::uint64_t> output;
    std::uint64_t distance = 0;  ///< distance of the elements that the next step of the bitonic network compares
    /// true after the first half of the input was reversed, which is how the bitonic network begins
    bool turned = false;
    std::uint64_t accesses = 0;  ///< number of elements that the last pass read or wrote
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
  std::uint64_t parts_;  ///< number of parts, which is at most the number of keys
  std::uint64_t rounds_;
  HostArrays arrays_;
  std::vector<std::uint64_t> ranks_;  ///< ranks of the keys in their current order
  Progress progress_;
};

}  // namespace texelsort::algorithms::merge
