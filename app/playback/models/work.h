#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"

/// Which warp or thread block works on which part of the array in the present pass, as views show it. Knows neither
/// ImGui nor OpenGL.
namespace texelsort::app {

struct WorkState {
  using Piece = algorithms::WorkPass::Piece;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// What a pivot tells keys apart as.
  enum Class : std::uint32_t { less, equal, greater };

  algorithms::WorkPass pass;
  std::vector<Piece> pieces;
  bool moves = false;                        ///< some piece leaves keys somewhere; else all stay
  std::vector<std::uint64_t> before, after;  ///< ranks of the keys, the present ones twice if they stay
  std::vector<std::uint64_t> came_from;      ///< by place after: the place before of the same key

  std::vector<std::uint64_t> pivots;          ///< ranks, a part each
  std::vector<std::uint64_t> counts, places;  ///< three a piece: less, equal, greater; empty until they are known

  std::vector<std::uint64_t> splitters;  ///< ranks of the keys that cut sequences into parts
  /// A row for each part and one more, a column a piece: where its parts begin; `places` are then where they go.
  std::vector<std::uint64_t> bounds;

  /// Parts that bounds cut sequences into.
  std::uint64_t parts() const { return bounds.empty() || pieces.empty() ? 0 : bounds.size() / pieces.size() - 1; }
  /// The piece that takes the key at a place before, or that leaves the one at a place after.
  std::optional<std::size_t> piece_from(std::uint64_t place) const { return piece_at(from_, place); }
  std::optional<std::size_t> piece_to(std::uint64_t place) const { return piece_at(to_, place); }
  Class class_of(std::uint64_t rank, std::uint64_t part) const {
    return rank < pivots[part] ? less : rank == pivots[part] ? equal : greater;
  }
  /// The group of the key at a place before and after; KeyGroups::none if no piece has it.
  std::uint32_t group_before(std::uint64_t place) const;
  std::uint32_t group_after(std::uint64_t place) const;
  std::uint64_t groups() const;

  /// Finds the rest from the pieces and the keys.
  void match_pieces();

 private:
  static std::optional<std::size_t> piece_at(const std::vector<std::uint32_t>& of_place, std::uint64_t place);
  std::uint32_t group(std::optional<std::size_t> piece, std::uint64_t rank, std::uint64_t place) const;

  std::vector<std::uint32_t> from_, to_;  ///< pieces by place
};

/// Null if the present pass says of no pieces of work, or the keys are too many to be read back.
const WorkState* work_state(const Player& player);

/// The present keys by part, or by what a pivot tells them apart as.
std::optional<KeyGroups> work_groups(const Player& player);

/// "warp 3", "mergers 2 to 5".
std::string worker_name(const WorkState& state, const WorkState::Piece& piece);

/// "8 warps, a tile each".
std::string work_text(const WorkState& state);

}  // namespace texelsort::app
