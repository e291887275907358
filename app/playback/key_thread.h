#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/playback/player.h"

namespace texelsort::app {

/// The thread of a kernel on the CPU that wrote a key in the present pass, or, where nobody did, read it last.
struct KeyThread {
  std::string kernel;
  unsigned block = 0, thread = 0, blocks = 0, threads = 0;
  bool wrote = false;
};

/// Keeps the answer for the key that was asked for last.
class KeyThreadFinder {
 public:
  /// `place`: of the key after the pass, `from`: before it. Executes the pass once more. Nothing if no kernel touched
  /// it, or there are more than Player::small_n keys. `run` is another for another run.
  const std::optional<KeyThread>& find(Player& player, std::uint64_t run, std::uint64_t place, std::uint64_t from);

 private:
  struct Asked {
    std::uint64_t run = 0, position = 0, place = 0, from = 0;
    bool operator==(const Asked&) const = default;
  };
  Asked asked_;
  std::optional<KeyThread> found_;
};

}  // namespace texelsort::app
