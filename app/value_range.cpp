#include "app/value_range.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace texelsort::app {

namespace {

template <class Key>
using Bits = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

/// a - b for a >= b; exact for integers up to the rounding of the result.
template <class Key>
double difference(Key a, Key b) {
  if constexpr (std::integral<Key>) {
    return static_cast<double>(static_cast<Bits<Key>>(static_cast<Bits<Key>>(a) - static_cast<Bits<Key>>(b)));
  } else {
    return static_cast<double>(a) - static_cast<double>(b);
  }
}

template <class Key>
bool finite(Key key) {
  if constexpr (std::floating_point<Key>) return std::isfinite(key);
  return true;
}

}  // namespace

ValueRange find_range(const data::Keys& keys) {
  return std::visit(
      []<class Key>(const std::vector<Key>& column) {
        ValueRange range;
        bool any = false;
        Key low{}, high{};
        for (const Key key : column) {
          if (!finite(key)) continue;
          if (!any || key < low) low = key;
          if (!any || key > high) high = key;
          any = true;
        }
        range.low = static_cast<double>(low);
        range.span = std::min(difference(high, low), std::numeric_limits<double>::max());
        range.low_bits = std::bit_cast<Bits<Key>>(low);
        return range;
      },
      keys);
}

const ValueRange& value_range(const Player& player) {
  return player.of_run().get([&player] { return find_range(player.problem().keys); });
}

double ValueRange::unit(const data::Keys& keys, std::uint64_t i) const {
  return std::visit(
      [&]<class Key>(const std::vector<Key>& column) {
        const Key key = column[i];
        if (!finite(key)) return std::isnan(static_cast<double>(key)) ? -1.0 : key > Key{} ? 1.0 : 0.0;
        if (!(span > 0)) return 0.5;
        return std::clamp(difference(key, std::bit_cast<Key>(static_cast<Bits<Key>>(low_bits))) / span, 0.0, 1.0);
      },
      keys);
}

}  // namespace texelsort::app
