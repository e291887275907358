#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/playback/element_history.h"
#include "app/playback/key_path.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

/// Greatest number of passes for which a history names source lines. Each pass stores the source of its programs.
constexpr std::uint64_t most_sourced_passes = 512;

/// A key, and its array index before a pass.
struct PlacedKey {
  std::string key;
  std::uint64_t place = 0;
};

/// Effect of one executed pass on the followed array index or key.
struct HistoryRow {
  std::uint64_t pass = 0;  ///< number of the pass in the run, from 0
  ElementHistory story;    ///< effect of the pass on the array index story.place
  /// Other key of the comparator, if the pass compared keys. In the history of a key, this is the key with which the
  /// pass compared it. In the history of an index, this is the key of the other index.
  std::optional<PlacedKey> compared;
  /// Source line that wrote the key, as FILE and line number. The file is empty if no marked line wrote it.
  std::string file;
  std::uint32_t line = 0;
  std::string code;  ///< text of this line
};

/// Returns the history of an array index or of a key, with one row per executed pass. Follow::place selects the index
/// `place`. Follow::value selects the key that is at `place` after the present pass. Executes passes again if their
/// states or sources are not stored yet. Returns no rows if trail_refusal() returns a reason. If `device` is null, the
/// rows name no lines of shaders.
std::vector<HistoryRow> index_history(Player& player, gpu::Device* device, std::uint64_t place, Follow follow);

/// Returns the effect of the pass in words: "kept", "swapped", "moved from index 3", "copied" or "not written".
std::string outcome_text(const HistoryRow& row);

}  // namespace texelsort::app
