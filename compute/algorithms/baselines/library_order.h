#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

struct Problem;

/// Way in which a library compares keys. plain: as numbers of their type, by less or greater. codes: by their encoding
/// (see data/keys/order.h).
enum class Comparing : std::uint8_t { plain, codes };

/// The comparison by which a library sorts the keys of a problem.
struct LibraryOrder {
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  Comparing comparing = Comparing::plain;  ///< plain if data::plain_order_agrees()
};

/// Returns the comparison that users of the library would write, if it gives the order of these keys. Otherwise returns
/// the comparison by encoding. Reads all keys.
LibraryOrder library_order(const Problem& problem);

/// Returns the text of the comparison for reports, for example "cuda::std::less" if `names` is "cuda::std::".
std::string comparison_text(const LibraryOrder& order, std::string_view names);

}  // namespace texelsort::algorithms
