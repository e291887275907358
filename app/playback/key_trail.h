#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/key_moves.h"
#include "app/playback/player.h"

namespace texelsort::app {

/// What is followed from pass to pass once a key is pinned: the key wherever it goes, or its place.
enum class Follow : std::uint8_t { place, value };

/// Where a key stood after so many passes, or what stood at its place.
struct TrailStop {
  std::uint64_t position = 0, place = 0;
  std::string key;
};

/// Keeps where the keys of all states went, from the input to the furthest pass that was looked at.
class TrailKeeper {
 public:
  /// Keys times states that are kept at the most: some tens of megabytes.
  static constexpr std::uint64_t most_keys = std::uint64_t{1} << 22;

  /// The way of the key that stands at `place` now, from the input on, or of the place. Steps through the passes that
  /// it has not seen yet. Empty if there are too many keys, see `reason()`.
  std::vector<TrailStop> trail(Player& player, std::uint64_t run, std::uint64_t place, Follow follow);

  /// The place after `now` passes of the key that stood at `place` after `then` of them; nothing if that is not known.
  std::optional<std::uint64_t> place_of(Player& player, std::uint64_t run, std::uint64_t place, std::uint64_t then,
                                        std::uint64_t now);

  static std::string reason(const Player& player);

 private:
  bool look(Player& player, std::uint64_t run);

  std::uint64_t run_ = 0;
  std::vector<data::State> states_;
  std::vector<KeyMoves> moves_;  ///< one less
};

}  // namespace texelsort::app
