#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// Data that the ranks of a distributed sort exchange, as views show it. Independent of ImGui and OpenGL.
namespace texelsort::app {

struct ExchangeState {
  std::uint64_t ranks = 1, key_bytes = 1;  ///< number of ranks; bytes of a key and everything that moves with it
  std::vector<std::uint64_t> bytes;        ///< bytes sent, one row per sender, one column per receiver
  std::vector<std::uint64_t> nanoseconds;  ///< time in ns until the receiver has everything; empty if not measured

  std::uint64_t from_to(std::uint64_t from, std::uint64_t to) const { return bytes[from * ranks + to]; }
  std::uint64_t sent(std::uint64_t from) const;    ///< bytes of the sender's share, including those that stay
  std::uint64_t received(std::uint64_t to) const;  ///< bytes of the receiver's part, including those that stay
  std::uint64_t all() const;
  std::uint64_t moved() const;    ///< bytes sent from one rank to another
  std::uint64_t most() const;     ///< largest number of bytes between two ranks
  std::uint64_t longest() const;  ///< longest time in nanoseconds
  std::uint64_t keys(std::uint64_t of_bytes) const { return of_bytes / key_bytes; }
  /// Returns the time of a transfer in nanoseconds, or 0 if unknown.
  std::uint64_t time(std::uint64_t from, std::uint64_t to) const {
    return nanoseconds.empty() ? 0 : nanoseconds[from * ranks + to];
  }
};

/// Returns the exchange of the present state. Null until the splitters are found, or if the run exchanges nothing.
const ExchangeState* exchange_state(const Player& player);

/// Returns a speed, for example "12 GB/s". Empty without a time.
std::string speed_text(std::uint64_t bytes, std::uint64_t nanoseconds);
/// Returns a sentence about one transfer, for example "rank 1 sends rank 3 512 keys, 2.05 KB, in 12 µs: 0.171 GB/s".
std::string link_text(const ExchangeState& state, std::uint64_t from, std::uint64_t to);
/// Returns a sentence about all transfers, for example "152 bytes of 192 bytes go to another rank, the last after 31
/// µs: 4.90 MB/s".
std::string exchange_text(const ExchangeState& state);

}  // namespace texelsort::app
