#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// Data that the ranks of a distributed sort exchange, prepared for views. Independent of ImGui and OpenGL.
namespace texelsort::app {

struct ExchangeState {
  std::uint64_t ranks = 1, key_bytes = 1;  ///< number of ranks, and bytes per key with everything that moves with it
  std::vector<std::uint64_t> bytes;        ///< bytes sent, with one row per sender and one column per receiver
  /// Time in ns until the receiver has all data, in the order of `bytes`; empty if not measured.
  std::vector<std::uint64_t> nanoseconds;

  std::uint64_t from_to(std::uint64_t from, std::uint64_t to) const { return bytes[from * ranks + to]; }
  /// Returns the bytes in the share of a sending rank, including bytes that stay there.
  std::uint64_t sent(std::uint64_t from) const;
  /// Returns the bytes in the part of a receiving rank, including bytes that were already there.
  std::uint64_t received(std::uint64_t to) const;
  std::uint64_t all() const;
  std::uint64_t moved() const;    ///< Returns the number of bytes that move between different ranks.
  std::uint64_t most() const;     ///< Returns the largest number of bytes that one rank sends to another.
  std::uint64_t longest() const;  ///< Returns the longest time of a transfer in ns.
  std::uint64_t keys(std::uint64_t of_bytes) const { return of_bytes / key_bytes; }
  /// Returns the time of a transfer in ns, or 0 if the time is unknown.
  std::uint64_t time(std::uint64_t from, std::uint64_t to) const {
    return nanoseconds.empty() ? 0 : nanoseconds[from * ranks + to];
  }
};

/// Returns the exchange of data between ranks in the present state. Returns null before the splitters are found, and
/// for runs without an exchange.
const ExchangeState* exchange_state(const Player& player);

/// Returns the speed of a transfer, for example "12 GB/s". Returns an empty string if the time is 0.
std::string speed_text(std::uint64_t bytes, std::uint64_t nanoseconds);
/// Describes one transfer in a sentence, for example "rank 1 sends rank 3 512 keys, 2.05 KB, in 12 µs: 0.171 GB/s".
std::string link_text(const ExchangeState& state, std::uint64_t from, std::uint64_t to);
/// Describes all transfers in a sentence, for example "152 bytes of 192 bytes go to another rank, the last after 31 µs:
/// 4.90 MB/s".
std::string exchange_text(const ExchangeState& state);

}  // namespace texelsort::app
