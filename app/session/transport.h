#pragma once

#include "app/session/race.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Plays the run, or the race while the window shows it. Buttons and keys both use this class. In a workspace without
/// passes, such as the network editor, nothing is playable, and all functions that move do nothing. While a question
/// waits, the run does not go forward; see held_by_question().
class Transport {
 public:
  explicit Transport(Session& session);

  bool playable() const { return race_ != nullptr || run_ != nullptr; }
  /// Returns the race that is shown, or null.
  Race* race() const { return race_; }

  bool playing() const;
  bool at_start() const;
  bool at_end() const;

  void set_playing(bool playing);
  void step(int direction);  ///< Moves to the next end of a pass, or to the previous one if `direction` is negative.
  void to_start();
  void to_end();

 private:
  Race* race_;
  Session* run_;  ///< session whose run is shown, or null
};

}  // namespace texelsort::app
