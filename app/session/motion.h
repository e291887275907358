#pragma once

#include <cstdint>
#include <optional>

#include "app/playback/key_moves.h"

namespace texelsort::app {

/// Keys that travel from the places that the views showed last to their present places, because a pass plays.
struct Motion {
  KeyMoves moves;            ///< `from` has the old place of the key at each present place, `to` the reverse
  bool backwards = false;    ///< true if the run went one pass back
  double fraction = 0;       ///< progress of the motion: 0 is the old state, 1 the present one
  std::uint64_t number = 0;  ///< identifies the moves, so that views can keep copies of them

  /// Returns the progress of the keys. They start and stop slowly, so that eyes can follow them.
  float eased() const { return static_cast<float>(fraction * fraction * (3 - 2 * fraction)); }
  /// Returns a value between those of the key's old and present places.
  template <class Value>
  Value between(Value old_place, Value present_place) const {
    return old_place + (present_place - old_place) * eased();
  }
  bool moves_key(std::uint64_t place) const { return moves.from[place] != place; }
};

/// Plays the motion of single passes. Only runs of up to Player::small_n keys have motion, because it needs the keys
/// before and after the pass.
class MotionClock {
 public:
  static constexpr double shortest = 0.1, longest = 2;  ///< limits of the duration of a motion, in seconds

  /// Prepares the motion of the pass between the player's position and `target`, which the caller requests next. Ends
  /// the current motion. Without effect if the two positions are not neighbours, or if `seconds` is below the limit.
  void expect(const Player& player, std::uint64_t target, double seconds);
  /// Shows the present pass in the middle of its motion, until the next command.
  void hold(const Player& player, double fraction);
  void finish();

  /// Does the work of one frame, after the player has moved.
  void advance(const Player& player, double seconds);
  bool busy() const { return (stage_ == Stage::expected || stage_ == Stage::running) && !held_; }

  /// Returns the motion of the player's present state, or null if no key moves. A motion that no view asks for ends
  /// after one frame.
  const Motion* present(const Player& player) const;

 private:
  enum class Stage : std::uint8_t { none, expected, running };

  Stage stage_ = Stage::none;
  bool held_ = false;
  double seconds_ = 0;
  std::uint64_t target_ = 0, revision_ = 0;
  std::optional<data::State> shown_;  ///< keys that the views showed last; unset if the player has them
  /// Computed when the first view asks for it.
  mutable std::optional<std::optional<Motion>> motion_;
  mutable bool asked_ = false;
  double fraction_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace texelsort::app
