#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

struct Problem;

/// Comparison of keys by a library. plain: as numbers of their type, by less or greater. codes: by their encoding (see
/// data/keys/order.h).
enum class Comparing : std::uint8_t { plain, codes };

/// The comparison by which a library sorts the keys of a problem.
struct LibraryOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  /// plain if data::plain_order_agrees(): the order of the key type sorts these keys correctly
  Comparing comparing = Comparing::plain;
};

/// Returns the comparison that users of the library would write, if it orders the problem's keys correctly. Otherwise
/// returns the comparison by encoding. Reads all keys.
LibraryOrder library_order(const Problem& problem);

/// Returns the text of the comparison for reports, for example "cuda::std::less" if `names` is "cuda::std::".
std::string comparison_text(const LibraryOrder& order, std::string_view names);

}  // namespace texelsort::algorithms
