#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// State of a pass of a merge, as views show it. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Tables of a merge in the present state. Places are indices of the state's keys.
struct MergeState {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  /// A merger's last step and the next elements that it would read. See merge::MergerColumn.
  struct Merger {
    std::uint64_t group = 0, kept = 0, from = 0;
    std::uint64_t next_a = nowhere, next_b = nowhere;
    std::uint64_t put_out = 0;
    std::vector<std::uint64_t> before, after;  ///< merge buffer before (kept, block) and after (output, rest)
    bool has_run() const { return !before.empty(); }
  };

  std::vector<std::uint64_t> starts;        ///< starts of the k sequences, then the end of the last one
  std::vector<std::uint64_t> splitters;     ///< splitters: parts + 1 rows with one splitter for each of the k sequences
  std::vector<std::uint64_t> lower, upper;  ///< search bounds of the splitters; empty unless searching
  std::vector<std::uint64_t>
      output;                   ///< place of the key at each place of the merged array, or `nowhere`; may be empty
  std::vector<Merger> mergers;  ///< `each` mergers per part, the last to merge first; empty if whole parts are merged
  std::uint64_t each = 1;
  std::uint64_t parts = 1, ways = 2, width = 0;
  bool split = false;       ///< true if the splitters are found
  bool searching = false;   ///< true while the splitters are being searched for
  std::uint64_t ranks = 0;  ///< number of ranks, each with equally many sequences, in a sort across ranks; otherwise 0
  bool sorted = true;

  std::uint64_t sequences() const { return starts.size() - 1; }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t splitter(std::uint64_t part, std::uint64_t sequence) const {
    return splitters[part * sequences() + sequence];
  }
  /// Returns the name of a sequence, "sequence 3". In a sort across ranks, the first sequence of a rank is "rank 1",
  /// and the others have no name.
  std::string name(std::uint64_t sequence) const;
  std::uint64_t sequence_of(std::uint64_t place) const;
  /// Returns the part that contains a place. Nothing while the parts are unknown.
  std::optional<std::uint64_t> part_of(std::uint64_t place) const;
  /// Returns for every place whether its key is in the output.
  std::vector<bool> put_out() const;
  /// Returns the first part that has something to show.
  std::uint64_t first_busy_part() const;
};

/// Returns the merge's tables. Null if the run merges no sequences, or if they cannot be read.
const MergeState* merge_state(const Player& player);

/// Returns the part of each key. Nothing while the parts are unknown.
std::optional<KeyGroups> part_groups(const Player& player);

/// Returns the next element that the merger would read, and why: "next: 12 of A comes before 15 of B". Empty if nothing
/// is left.
std::string next_text(const MergeState& state, const MergeState::Merger& merger, const Player& player);

}  // namespace texelsort::app
