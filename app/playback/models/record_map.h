#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/player.h"

/// Positions of a run's records before and after its present pass. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Records by position in one state. A record's number is its position in the input.
struct RecordPlaces {
  std::vector<std::uint64_t> keys;  ///< by place of the sort's arrays: record of its key; empty: no keys yet
  std::vector<std::uint64_t> rows;  ///< by place: record of its fields (by_record: and its key); empty: none
  bool turned = false;              ///< columns are temporarily stored as rows
};

/// Positions of the keys that a sort moves, and of the records. The two are equal in the direct form.
struct RecordMap {
  data::RecordShape shape;
  bool direct = false;         ///< fields move with every move of their keys
  bool has_key_column = true;  ///< keys are in an array of their own; false only in the direct form by_record
  RecordPlaces now;
  std::optional<RecordPlaces> before;  ///< empty at the input

  /// Convert between a place of the present keys and a record.
  std::uint64_t record_of(std::uint64_t place) const { return keys_now()[place]; }
  std::uint64_t place_of(std::uint64_t record) const;

 private:
  /// Keys that have not been extracted from the records are at the records' positions.
  const std::vector<std::uint64_t>& keys_now() const { return now.keys.empty() ? now.rows : now.keys; }
};

/// Returns null without records, with more than Player::small_n, or if the rows are not a permutation of the input's
/// records. Equal records are matched by the order of their keys if that explains all positions, otherwise in input
/// order.
const RecordMap* record_map(const Player& player);

/// Movement of one record in a pass.
struct RecordMove {
  std::uint64_t from = 0, to = 0, record = 0;
  bool operator==(const RecordMove&) const = default;
};

/// Returns each record's move, by place after the pass. Empty if `before` or `after` is empty.
std::vector<RecordMove> record_moves(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after);

/// Returns the number of moves to a different place.
std::uint64_t moved_records(std::span<const RecordMove> moves);

/// Returns the first record of the page that contains the chosen record, or 0 without one. `most`: records per page.
std::uint64_t first_shown(std::uint64_t count, std::uint64_t most, std::optional<std::uint64_t> chosen);

}  // namespace texelsort::app
