#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/player.h"

/// Positions of a run's records before and after its present pass. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Numbers of the records at each place in one state. The number of a record is its position in the input.
struct RecordPlaces {
  std::vector<std::uint64_t> keys;  ///< record of the key at each place; empty if there are no keys yet
  std::vector<std::uint64_t> rows;  ///< record of the fields (by_record: and key) at each place; may be empty
  bool turned = false;              ///< true if columns are temporarily stored as rows
};

/// Positions of the keys that a sort moves, and of the records. In the direct form, both are equal.
struct RecordMap {
  data::RecordShape shape;
  bool direct = false;         ///< true if the fields move together with their keys
  bool has_key_column = true;  ///< true if keys are in a separate array; false only in the direct form by_record
  RecordPlaces now;
  std::optional<RecordPlaces> before;  ///< records before the present pass; empty at the input

  /// Convert between a place of the present keys and the number of the record of its key.
  std::uint64_t record_of(std::uint64_t place) const { return keys_now()[place]; }
  std::uint64_t place_of(std::uint64_t record) const;

 private:
  /// Returns the records of the keys. Keys that have not been extracted from the records are at the records' positions.
  const std::vector<std::uint64_t>& keys_now() const { return now.keys.empty() ? now.rows : now.keys; }
};

/// Returns the records' positions. Null without records, with more than Player::small_n, or if the rows are not a
/// permutation of the input's records. Equal records are matched by the order of their keys if that explains all
/// positions, otherwise in input order.
const RecordMap* record_map(const Player& player);

/// Move of one record in a pass.
struct RecordMove {
  std::uint64_t from = 0, to = 0, record = 0;
  bool operator==(const RecordMove&) const = default;
};

/// Returns each record's move, indexed by place after the pass. Empty if `before` or `after` is empty.
std::vector<RecordMove> record_moves(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after);

/// Returns the number of moves that change the place.
std::uint64_t moved_records(std::span<const RecordMove> moves);

/// Returns the first record on the page that contains the chosen record, or 0 if none is chosen. A page has `most`
/// records.
std::uint64_t first_shown(std::uint64_t count, std::uint64_t most, std::optional<std::uint64_t> chosen);

}  // namespace texelsort::app
