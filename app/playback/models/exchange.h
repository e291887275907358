#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// What goes from rank to rank in a sort across ranks, as views show it. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

struct ExchangeState {
  std::uint64_t ranks = 1, key_bytes = 1;  ///< bytes of a key with what travels with it
  std::vector<std::uint64_t> bytes;        ///< a row a sender, a column a receiver; what stays on the diagonal
  std::vector<std::uint64_t> nanoseconds;  ///< until the receiver has all; empty if nobody watched

  std::uint64_t from_to(std::uint64_t from, std::uint64_t to) const { return bytes[from * ranks + to]; }
  std::uint64_t sent(std::uint64_t from) const;    ///< with what stays: its share
  std::uint64_t received(std::uint64_t to) const;  ///< likewise: its part
  std::uint64_t all() const;
  std::uint64_t moved() const;    ///< from one rank to another
  std::uint64_t most() const;     ///< of one to another
  std::uint64_t longest() const;  ///< nanoseconds
  std::uint64_t keys(std::uint64_t of_bytes) const { return of_bytes / key_bytes; }
  /// 0 if it is not known.
  std::uint64_t time(std::uint64_t from, std::uint64_t to) const {
    return nanoseconds.empty() ? 0 : nanoseconds[from * ranks + to];
  }
};

/// Null while the splitters are not found, or if nothing is exchanged.
const ExchangeState* exchange_state(const Player& player);

/// "12 GB/s"; empty without a time.
std::string speed_text(std::uint64_t bytes, std::uint64_t nanoseconds);
/// "rank 1 sends rank 3 512 keys, 2.05 KB, in 12 µs: 0.171 GB/s".
std::string link_text(const ExchangeState& state, std::uint64_t from, std::uint64_t to);
/// "152 bytes of 192 bytes go to another rank, the last after 31 µs: 4.90 MB/s".
std::string exchange_text(const ExchangeState& state);

}  // namespace texelsort::app
