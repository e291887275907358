#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/playback/player.h"

/// Where a run's records stand before and after its present pass. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// Who stands where in one state; records are named by their places in the input.
struct RecordPlaces {
  std::vector<std::uint64_t> keys;  ///< whose key stands at a place of the sort's arrays; empty: nobody's yet
  std::vector<std::uint64_t> rows;  ///< whose fields, and by_record whose key, stand at a place; empty: there are none
  bool turned = false;              ///< columns stand as rows for the view state
};

/// Places of the keys that a sort moves, and of the records, which are the same in the direct form.
struct RecordMap {
  data::RecordShape shape;
  bool direct = false;         ///< fields move with every move of their keys
  bool has_key_column = true;  ///< keys stand in an array beside the records: always, but in the direct form by_record
  RecordPlaces now;
  std::optional<RecordPlaces> before;  ///< nothing at the input

  /// The record of the key at a place of the present keys, and back.
  std::uint64_t record_of(std::uint64_t place) const { return keys_now()[place]; }
  std::uint64_t place_of(std::uint64_t record) const;

 private:
  /// Keys that nobody has taken out of the records stand where these do.
  const std::vector<std::uint64_t>& keys_now() const { return now.keys.empty() ? now.rows : now.keys; }
};

/// Null without records, of more than Player::small_n of them, or if what stands there is no permutation of the
/// input's records. Equal records are told apart by the order of their keys where that explains all places, otherwise
/// they keep theirs.
const RecordMap* record_map(const Player& player);

/// A record on its way through a pass.
struct RecordMove {
  std::uint64_t from = 0, to = 0, record = 0;
  bool operator==(const RecordMove&) const = default;
};

/// By place after the pass: how each record came there. Empty if one of the two is.
std::vector<RecordMove> record_moves(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after);

/// How many of them go to another place.
std::uint64_t moved_records(std::span<const RecordMove> moves);

/// The first of the records on the page of `most`, out of `count`, that has the chosen one, or the first page.
std::uint64_t first_shown(std::uint64_t count, std::uint64_t most, std::optional<std::uint64_t> chosen);

}  // namespace texelsort::app
