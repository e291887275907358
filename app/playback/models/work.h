#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Assignment of array parts to warps or thread blocks in the present pass, as views show it. Independent of ImGui and
/// OpenGL.
namespace texelsort::app {

struct WorkState {
  using Piece = algorithms::WorkPass::Piece;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// Result of comparing a key with a pivot.
  enum Class : std::uint32_t { less, equal, greater };

  algorithms::WorkPass pass;
  std::vector<Piece> pieces;
  bool moves = false;                        ///< true if some piece moves keys
  std::vector<std::uint64_t> before, after;  ///< ranks of the keys before and after the pass; equal if no key moves
  std::vector<std::uint64_t> came_from;      ///< place before the pass of the key at each place after it

  std::vector<std::uint64_t> pivots;          ///< ranks of the pivots, one per part
  std::vector<std::uint64_t> counts, places;  ///< values for less, equal, greater per piece; empty until known

  std::vector<std::uint64_t> splitters;  ///< ranks of the keys that split sequences into parts
  /// Starts of the parts: parts + 1 rows, one column per piece. If it is set, `places` are the destinations of the
  /// parts.
  std::vector<std::uint64_t> bounds;

  /// Number of parts into which `bounds` splits each sequence.
  std::uint64_t parts() const { return bounds.empty() || pieces.empty() ? 0 : bounds.size() / pieces.size() - 1; }
  /// Return the piece that reads the key at a place before the pass, and the piece that writes the key at a place after
  /// it.
  std::optional<std::size_t> piece_from(std::uint64_t place) const { return piece_at(from_, place); }
  std::optional<std::size_t> piece_to(std::uint64_t place) const { return piece_at(to_, place); }
  Class class_of(std::uint64_t rank, std::uint64_t part) const {
    return rank < pivots[part] ? less : rank == pivots[part] ? equal : greater;
  }
  /// Return the group of the key at a place before the pass, and after it. KeyGroups::none if no piece has the place.
  std::uint32_t group_before(std::uint64_t place) const;
  std::uint32_t group_after(std::uint64_t place) const;
  std::uint64_t groups() const;

  /// Computes came_from and the pieces by place from the pieces and the keys.
  void match_pieces();

 private:
  static std::optional<std::size_t> piece_at(const std::vector<std::uint32_t>& of_place, std::uint64_t place);
  std::uint32_t group(std::optional<std::size_t> piece, std::uint64_t rank, std::uint64_t place) const;

  std::vector<std::uint32_t> from_, to_;  ///< number of the piece that reads or writes each place
};

/// Returns the work of the present pass. Null if it describes no pieces of work, or if there are too many keys to read
/// back.
const WorkState* work_state(const Player& player);

/// Returns the part of each present key, or its class: less than, equal to or greater than the pivot.
std::optional<KeyGroups> work_groups(const Player& player);

/// Returns the name of a piece's worker, for example "warp 3" or "mergers 2 to 5".
std::string worker_name(const WorkState& state, const WorkState::Piece& piece);

/// Returns the work in words, for example "8 warps, a tile each".
std::string work_text(const WorkState& state);

}  // namespace texelsort::app
