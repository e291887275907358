#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Pieces of an array and the warps or thread blocks that process them in the present pass, as data for views.
/// Independent of ImGui and OpenGL.
namespace texelsort::app {

struct WorkState {
  using Piece = algorithms::WorkPass::Piece;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// Class of a key, from its comparison with a pivot.
  enum Class : std::uint32_t { less, equal, greater };

  algorithms::WorkPass pass;
  std::vector<Piece> pieces;
  bool moves = false;                        ///< true if at least one piece moves keys
  std::vector<std::uint64_t> before, after;  ///< ranks of the keys before and after the pass; equal if no key moves
  std::vector<std::uint64_t> came_from;      ///< place before the pass of the key at each place after the pass

  std::vector<std::uint64_t> pivots;  ///< rank of the pivot of each part
  /// Number and destination of the keys that are less, equal and greater, per piece; empty before they are known.
  std::vector<std::uint64_t> counts, places;

  std::vector<std::uint64_t> splitters;  ///< ranks of the keys that split the sequences into parts
  /// Starts of the parts: parts + 1 rows with one column per piece. If `bounds` is not empty, `places` contains the
  /// destinations of the parts.
  std::vector<std::uint64_t> bounds;

  /// Returns the number of parts into which `bounds` splits each sequence.
  std::uint64_t parts() const { return bounds.empty() || pieces.empty() ? 0 : bounds.size() / pieces.size() - 1; }
  /// Return the piece that reads the key at a place before the pass, or writes the key at a place after it.
  std::optional<std::size_t> piece_from(std::uint64_t place) const { return piece_at(from_, place); }
  std::optional<std::size_t> piece_to(std::uint64_t place) const { return piece_at(to_, place); }
  Class class_of(std::uint64_t rank, std::uint64_t part) const {
    return rank < pivots[part] ? less : rank == pivots[part] ? equal : greater;
  }
  /// Return the group of the key at a place before the pass, and at a place after the pass. Return KeyGroups::none if
  /// no piece contains the place.
  std::uint32_t group_before(std::uint64_t place) const;
  std::uint32_t group_after(std::uint64_t place) const;
  std::uint64_t groups() const;

  /// Computes came_from and the piece at each place from the pieces and the keys.
  void match_pieces();

 private:
  static std::optional<std::size_t> piece_at(const std::vector<std::uint32_t>& of_place, std::uint64_t place);
  std::uint32_t group(std::optional<std::size_t> piece, std::uint64_t rank, std::uint64_t place) const;

  std::vector<std::uint32_t> from_, to_;  ///< number of the piece that reads from, or writes to, each place
};

/// Returns the pieces of work in the present pass. Returns null if the pass describes no pieces, or if the keys are too
/// many to read back.
const WorkState* work_state(const Player& player);

/// Returns the group of each present key: its part, or its class relative to the pivot (less, equal, greater).
std::optional<KeyGroups> work_groups(const Player& player);

/// Returns the name of the worker that processes a piece, for example "warp 3" or "mergers 2 to 5".
std::string worker_name(const WorkState& state, const WorkState::Piece& piece);

/// Describes the division of work in words, for example "8 warps, a tile each".
std::string work_text(const WorkState& state);

}  // namespace texelsort::app
