#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

struct Problem;

/// Way in which a library compares keys: as numbers of their type by less or greater, or by their encoding (see
/// data/keys/order.h).
enum class Comparing : std::uint8_t { plain, codes };

/// Comparison of keys by a library.
struct LibraryOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  Comparing comparing = Comparing::plain;  ///< plain if data::plain_order_agrees()
};

/// Returns the comparison that users of the library write, if it gives the order of these keys. Reads all keys.
LibraryOrder library_order(const Problem& problem);

/// Describes the comparison for reports, "cuda::std::less" if `names` is "cuda::std::".
std::string comparison_text(const LibraryOrder& order, std::string_view names);

}  // namespace texelsort::algorithms
