#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

struct Problem;

/// How a library is told to compare keys: as numbers of their type, by less or greater, or by their codes (see
/// data/order.h).
enum class Comparing : std::uint8_t { plain, codes };

/// What decides how a library compares keys.
struct LibraryOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  Comparing comparing = Comparing::plain;  ///< plain where data::plain_order_agrees()
};

/// The comparison that the library's users write, wherever it gives the order of these keys. Looks at all of them.
LibraryOrder library_order(const Problem& problem);

/// The comparison for results, "cuda::std::less" if `names` is "cuda::std::".
std::string comparison_text(const LibraryOrder& order, std::string_view names);

}  // namespace texelsort::algorithms
