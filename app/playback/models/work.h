#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Division of an array into pieces, which warps or thread blocks process in the present pass, as data for views.
/// Independent of ImGui and OpenGL.
namespace texelsort::app {

struct WorkState {
  using Piece = algorithms::WorkPass::Piece;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// Relation of a key to the pivot of its part.
  enum Class : std::uint32_t { less, equal, greater };

  algorithms::WorkPass pass;
  std::vector<Piece> pieces;
  bool moves = false;  ///< true if at least one piece moves keys
  /// Ranks of the keys at each place, before and after the pass; equal if no key moves.
  std::vector<std::uint64_t> before, after;
  /// For each place after the pass, the place before the pass from which its key came.
  std::vector<std::uint64_t> came_from;

  std::vector<std::uint64_t> pivots;  ///< rank of the pivot of each part
  /// For each piece, how many keys are less than, equal to and greater than the pivot, and where they go. Empty before
  /// this is known.
  std::vector<std::uint64_t> counts, places;

  std::vector<std::uint64_t> splitters;  ///< ranks of the keys that split the sequences into parts
  /// Starts of the parts within the pieces: parts + 1 rows, one column per piece. If not empty, `places` contains the
  /// places to which the parts go.
  std::vector<std::uint64_t> bounds;

  /// Returns the number of parts into which `bounds` splits each sequence.
  std::uint64_t parts() const { return bounds.empty() || pieces.empty() ? 0 : bounds.size() / pieces.size() - 1; }
  /// piece_from() returns the piece that reads the key at a place before the pass. piece_to() returns the piece that
  /// writes the key at a place after it.
  std::optional<std::size_t> piece_from(std::uint64_t place) const { return piece_at(from_, place); }
  std::optional<std::size_t> piece_to(std::uint64_t place) const { return piece_at(to_, place); }
  Class class_of(std::uint64_t rank, std::uint64_t part) const {
    return rank < pivots[part] ? less : rank == pivots[part] ? equal : greater;
  }
  /// Return the group of the key that is at a place before the pass, or after the pass. Return KeyGroups::none if the
  /// place belongs to no piece.
  std::uint32_t group_before(std::uint64_t place) const;
  std::uint32_t group_after(std::uint64_t place) const;
  std::uint64_t groups() const;

  /// Computes `came_from`, and the pieces that read from and write to each place.
  void match_pieces();

 private:
  static std::optional<std::size_t> piece_at(const std::vector<std::uint32_t>& of_place, std::uint64_t place);
  std::uint32_t group(std::optional<std::size_t> piece, std::uint64_t rank, std::uint64_t place) const;

  /// For each place, number of the piece that reads from it, and of the piece that writes to it.
  std::vector<std::uint32_t> from_, to_;
};

/// Returns the pieces of work in the present pass. Returns null if the pass describes no pieces, or if the keys are too
/// many to read back.
const WorkState* work_state(const Player& player);

/// Returns the group of each present key. It is the part to which the key belongs, or its relation to the pivot (less,
/// equal, greater).
std::optional<KeyGroups> work_groups(const Player& player);

/// Returns the name of the worker that processes a piece, for example "warp 3" or "mergers 2 to 5".
std::string worker_name(const WorkState& state, const WorkState::Piece& piece);

/// Describes the division of work in words, for example "8 warps, a tile each".
std::string work_text(const WorkState& state);

}  // namespace texelsort::app
