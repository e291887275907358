#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/player.h"

/// Positions of a run's records before and after the present pass. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Numbers of the records at each place (array index) of one state. The number of a record is its position in the
/// input.
struct RecordPlaces {
  /// Number of the record whose key is at each place. Empty before the sort extracts keys from the records.
  std::vector<std::uint64_t> keys;
  /// Number of the record whose fields are at each place. With layout by_record, its key is there too. May be empty.
  std::vector<std::uint64_t> rows;
  bool turned = false;  ///< true while the sort stores the columns temporarily as rows
};

/// Places of the keys that a sort moves, and of the records, before and after a pass. In the direct form, fields move
/// together with their keys, so both are equal.
struct RecordMap {
  data::RecordShape shape;
  bool direct = false;  ///< true for the direct form, in which fields move together with their keys
  /// True if the keys are in a separate array; false only in the direct form with layout by_record.
  bool has_key_column = true;
  RecordPlaces now;
  std::optional<RecordPlaces> before;  ///< positions before the present pass; empty at the input

  /// Convert between the place of a present key and the number of the record to which it belongs.
  std::uint64_t record_of(std::uint64_t place) const { return keys_now()[place]; }
  std::uint64_t place_of(std::uint64_t record) const;

 private:
  /// Returns the record number of each present key. Before the sort extracts keys from the records, a key is at the
  /// place of its record.
  const std::vector<std::uint64_t>& keys_now() const { return now.keys.empty() ? now.rows : now.keys; }
};

/// Returns the places of the records before and after the present pass. Equal records are identified by the order of
/// their keys if possible, otherwise by input order. Returns null without records, with more than Player::small_n
/// records, or if the rows are not a permutation of the input.
const RecordMap* record_map(const Player& player);

/// Move of one record in a pass, as places before and after the pass.
struct RecordMove {
  std::uint64_t from = 0, to = 0, record = 0;
  bool operator==(const RecordMove&) const = default;
};

/// Returns the move of each record, indexed by place after the pass. Returns an empty list if `before` or `after` is
/// empty.
std::vector<RecordMove> record_moves(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after);

/// Returns the number of moves whose place changes.
std::uint64_t moved_records(std::span<const RecordMove> moves);

/// Returns the number of the first record on the page of a view that contains the record `chosen`. Returns 0 if no
/// record is chosen. A page has `most` records.
std::uint64_t first_shown(std::uint64_t count, std::uint64_t most, std::optional<std::uint64_t> chosen);

}  // namespace texelsort::app
