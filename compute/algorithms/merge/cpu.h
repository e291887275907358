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

/// Columns of the view "mergers". The view has one row per two-way merger and three rows per four-way merger: the head,
/// then the two mergers that feed it. Places are indices into the view "keys".
enum MergerColumn : std::uint8_t {
  merger_group,    ///< group of sequences whose part the merger merges
  merger_kept,     ///< elements of the last step's buffer that were left from the step before
  merger_from,     ///< source of the last step's block: block_of_none, block_of_a or block_of_b
  merger_next_a,   ///< place of the next element of A, no_place if there is none
  merger_next_b,   ///< place of the next element of B, no_place if there is none
  merger_put_out,  ///< elements of the group's part that are in the output
  merger_columns
};
enum TakenBlock : std::uint8_t { block_of_none, block_of_a, block_of_b };
inline constexpr std::uint64_t no_place = ~std::uint64_t{0};

/// Merges on the CPU in the same steps as a GPU's thread blocks. First, each pass advances all selections by one step.
/// Then, round by round, each pass advances every merger by one block. In long stages, later passes do increasingly
/// more steps, so that the number of passes stays small.
///
/// Views besides keys and payload, all of u64:
/// - "sequences" and "splitters" as in MergePass; "lower" and "upper" (same layout as "splitters") during the
///   selection.
/// - "output": for every place of the merged array, the place of its key in "keys", or no_place while it is unknown.
/// - "buffer" and "merged": 2 b places per merger, the merge buffer of the last step before and after merging, padded
///   with no_place. "mergers": see MergerColumn. These three are missing for bitonic mergers, which have no buffer.
class CpuMergeRun final : public Run {
 public:
  CpuMergeRun(std::shared_ptr<const Problem> problem, const Settings& settings);

  std::vector<View> views() const override;
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

 private:
  /// A merger and its progress. The merger merges its part of one group after another.
  struct MergerState {
    std::uint64_t group = 0;
    BlockMerger merger{};
    IndexRange output{};  ///< part of the group's output that the merger has not yet written
    BlockMerger shown{};  ///< copy of the merger for views, made after its last step or before its first one
    std::uint64_t shown_group = 0;
  };

  /// State of the run in addition to keys and payload.
  struct Progress {
    std::variant<std::vector<OsipovSelection>, std::vector<QuickSelection>> selections;
    bool selected = false;
    std::uint64_t steps = 0, passes = 0;  ///< steps and passes executed in the present stage
    std::optional<Round> round;           ///< the present round
    std::uint64_t rounds_done = 0;
    std::vector<MergerState> parts;
    std::vector<std::uint64_t> output;
    std::uint64_t distance = 0;  ///< distance of the bitonic network's next step
    bool turned = false;         ///< true if the bitonic network has begun, that is, reversed the first half
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
  std::uint64_t parts_;  ///< number of parts, at most one per key
  std::uint64_t rounds_;
  HostArrays arrays_;
  std::vector<std::uint64_t> ranks_;  ///< ranks of the keys in their present order
  Progress progress_;
};

}  // namespace texelsort::algorithms::merge
