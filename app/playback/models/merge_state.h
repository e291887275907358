#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// What a merge's pass knows, as views show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// The present state's tables; places are those of its keys.
struct MergeState {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  /// A merger's last step and what it would take next: see merge::MergerColumn.
  struct Merger {
    std::uint64_t group = 0, kept = 0, from = 0;
    std::uint64_t next_a = nowhere, next_b = nowhere;
    std::uint64_t put_out = 0;
    std::vector<std::uint64_t> before, after;  ///< of the merge buffer: what was kept and the block; output and rest
    bool has_run() const { return !before.empty(); }
  };

  std::vector<std::uint64_t> starts;        ///< of the k sequences, and the end of the last
  std::vector<std::uint64_t> splitters;     ///< parts + 1 rows of k
  std::vector<std::uint64_t> lower, upper;  ///< as splitters, where these are searched; else empty
  std::vector<std::uint64_t> output;  ///< for every place of the merged array that of its key, or nowhere; may be empty
  std::vector<Merger> mergers;        ///< `each` a part, the last to merge first; empty if parts are merged whole
  std::uint64_t each = 1;
  std::uint64_t parts = 1, ways = 2, width = 0;
  bool split = false;       ///< the splitters are found
  bool searching = false;   ///< the splitters are being searched for
  std::uint64_t ranks = 0;  ///< of a sort across ranks, each with as many sequences; else 0
  bool sorted = true;

  std::uint64_t sequences() const { return starts.size() - 1; }
  std::uint64_t length(std::uint64_t sequence) const { return starts[sequence + 1] - starts[sequence]; }
  std::uint64_t splitter(std::uint64_t part, std::uint64_t sequence) const {
    return splitters[part * sequences() + sequence];
  }
  /// "sequence 3", or "rank 1" of the first one of a rank's; empty of its others.
  std::string name(std::uint64_t sequence) const;
  std::uint64_t sequence_of(std::uint64_t place) const;
  /// The part that a place belongs to; nothing while they are not known.
  std::optional<std::uint64_t> part_of(std::uint64_t place) const;
  /// For every place, whether its key is in the output.
  std::vector<bool> put_out() const;
  /// Keys that the part of this number has of all sequences.
  std::uint64_t part_size(std::uint64_t part) const;
  /// A part that has something to show, the first of them.
  std::uint64_t first_busy_part() const;
};

/// Null if the run merges no sequences that can be looked at.
const MergeState* merge_state(const Player& player);

/// The part of each key; nothing while the parts are not known.
std::optional<KeyGroups> part_groups(const Player& player);

/// "next: 12 of A comes before 15 of B": what the merger takes next and why; empty if nothing is left.
std::string next_text(const MergeState& state, const MergeState::Merger& merger, const Player& player);

}  // namespace texelsort::app
