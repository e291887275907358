#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/playback/player.h"

namespace texelsort::app {

/// A buffer of a user's sort that a view can show.
struct ShownBuffer {
  std::string_view name;    ///< name that the script gives; it lives as long as the process
  std::uint64_t words = 0;  ///< number of words in the buffer
  std::uint64_t width = 1;  ///< number of words per row
  bool operator==(const ShownBuffer&) const = default;
};

/// Returns the buffers that the run shows in the present state, in the order of the script. Returns an empty list at
/// the input.
const std::vector<ShownBuffer>& shown_buffers(const Player& player);

/// Reads words of a shown buffer in the present state. Reads only these words from the device. Returns an empty list if
/// the run does not show the buffer now.
std::vector<std::uint64_t> buffer_words(const Player& player, std::string_view name, std::uint64_t first,
                                        std::uint64_t count);

}  // namespace texelsort::app
