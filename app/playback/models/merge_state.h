#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// State of a merge pass, as data for views. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Sequences, splitters and mergers of a merge in the present state. A place is an array index in this state.
struct MergeState {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  /// Last step of a merger, and the elements that it would read next. merge::MergerColumn explains the numbers.
  struct Merger {
    std::uint64_t group = 0, kept = 0, from = 0;
    std::uint64_t next_a = nowhere, next_b = nowhere;
    std::uint64_t put_out = 0;
    /// Places in the merge buffer before and after the step. Before: kept elements and the new block. After: the output
    /// and the elements that remain.
    std::vector<std::uint64_t> before, after;
    bool has_run() const { return !before.empty(); }
  };

  std::vector<std::uint64_t> starts;  ///< starts of the k sequences, then the end of the last one
  /// Splitter at the start of each part in each sequence: parts + 1 rows with k columns.
  std::vector<std::uint64_t> splitters;
  /// Lower and upper bounds between which each splitter is searched. Empty unless `searching`.
  std::vector<std::uint64_t> lower, upper;
  std::vector<std::uint64_t>
      output;  ///< place of the key at each index of the merged array, or `nowhere`; may be empty
  /// `each` mergers per part. The first of them is the one that writes the output. Empty if parts are merged without
  /// mergers.
  std::vector<Merger> mergers;
  std::uint64_t each = 1;
  std::uint64_t parts = 1, ways = 2, width = 0;
  bool split = false;      ///< true once the splitters are found
  bool searching = false;  ///< true while the pass searches for the splitters
  /// Number of ranks in a sort across ranks, which all have equally many sequences. 0 for other merges.
  std::uint64_t ranks = 0;
  bool sorted = true;

  std::uint64_t sequences() const { return starts.size() - 1; }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t splitter(std::uint64_t part, std::uint64_t sequence) const {
    return splitters[part * sequences() + sequence];
  }
  /// Returns the name of a sequence: "sequence 3". In a sort across ranks, the first sequence of a rank has the rank's
  /// name: "rank 1". The other sequences of a rank have no name.
  std::string name(std::uint64_t sequence) const;
  std::uint64_t sequence_of(std::uint64_t place) const;
  /// Returns the part that contains a place, or nothing before the parts are known.
  std::optional<std::uint64_t> part_of(std::uint64_t place) const;
  /// Returns, for each place, whether the output already contains its key.
  std::vector<bool> put_out() const;
  /// Returns the first part in which the last merger still has an element to read. Returns 0 if there is none.
  std::uint64_t first_busy_part() const;
};

/// Returns the tables of the merge. Returns null if the run merges no sequences, or if the tables cannot be read.
const MergeState* merge_state(const Player& player);

/// Returns the part of each key, or nothing before the parts are known.
std::optional<KeyGroups> part_groups(const Player& player);

/// Returns the element that the merger would read next, with the reason: "next: 12 of A comes before 15 of B". Returns
/// an empty string if no element is left.
std::string next_text(const MergeState& state, const MergeState::Merger& merger, const Player& player);

}  // namespace texelsort::app
