#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/playback/player.h"

namespace texelsort::app {

/// The thread that processed a key in the present pass, if the CPU executes the kernels. It is the thread that wrote
/// the key, otherwise the last one that read it.
struct ThreadLookup {
  std::string kernel;
  unsigned block = 0, thread = 0, blocks = 0, threads = 0;
  bool wrote = false;
};

/// Executes the present pass once more and finds the thread that processed a key. The key is at `place` after the pass
/// and at `from` before it. Returns nothing if no kernel accessed the key, or if there are more than Player::small_n
/// keys.
std::optional<ThreadLookup> find_thread(Player& player, std::uint64_t place, std::uint64_t from);

}  // namespace texelsort::app
