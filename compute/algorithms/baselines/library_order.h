#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

struct Problem;

/// Method by which a library compares keys. `plain` compares numbers of the key type by less or greater. `codes`
/// compares encoded keys (see data/keys/order.h).
enum class Comparing : std::uint8_t { plain, codes };

struct LibraryOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  /// `plain` if the order of the key type sorts these keys correctly (see data::plain_order_agrees())
  Comparing comparing = Comparing::plain;
};

/// Returns the comparison that users of the library would write, if it orders the problem's keys correctly. Otherwise
/// returns the comparison by encoding. Reads all keys.
LibraryOrder library_order(const Problem& problem);

/// Returns the text of the comparison for reports, for example "cuda::std::less" if `names` is "cuda::std::".
std::string comparison_text(const LibraryOrder& order, std::string_view names);

}  // namespace texelsort::algorithms
