#include "app/export/colours.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "app/playback/models/key_groups.h"

namespace texelsort::app {

namespace {

/// The viridis colour map: ten evenly spaced colours. Smith and van der Walt, "A better default colormap for
/// Matplotlib", SciPy 2015.
constexpr std::array viridis{rgb_of(0x440154), rgb_of(0x482878), rgb_of(0x3e4989), rgb_of(0x31688e), rgb_of(0x26828e),
                             rgb_of(0x1f9e89), rgb_of(0x35b779), rgb_of(0x6ece58), rgb_of(0xb5de2b), rgb_of(0xfde725)};

/// The cividis colour map: ten evenly spaced colours. Nunez, Anderton and Renslow, "Optimizing colormaps with
/// consideration for color vision deficiency", PLOS ONE 2018.
constexpr std::array cividis{rgb_of(0x00224e), rgb_of(0x123570), rgb_of(0x3b496c), rgb_of(0x575d6d), rgb_of(0x707173),
                             rgb_of(0x8a8678), rgb_of(0xa59c74), rgb_of(0xc3b369), rgb_of(0xe1cc55), rgb_of(0xfee838)};

template <class Key>
using Bits = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

/// Returns a - b for a >= b, rounded to double. Integers are subtracted exactly before rounding.
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

/// Colours of groups of keys, without black. M. Okabe and K. Ito, "Color universal design", 2008.
constexpr std::array palette{rgb_of(0x56B4E9), rgb_of(0xE69F00), rgb_of(0x009E73), rgb_of(0xF0E442),
                             rgb_of(0x0072B2), rgb_of(0xD55E00), rgb_of(0xCC79A7)};
constexpr glm::vec3 no_group = rgb_of(0x66707D);

}  // namespace

std::span<const glm::vec3> stops(ColormapName name) {
  return name == ColormapName::viridis ? std::span<const glm::vec3>(viridis) : std::span<const glm::vec3>(cividis);
}

glm::vec3 colour_at(ColormapName name, double unit) {
  const auto table = stops(name);
  const double place = std::clamp(unit, 0.0, 1.0) * static_cast<double>(table.size() - 1);
  const std::size_t stop = std::min(static_cast<std::size_t>(place), table.size() - 2);
  const float mix = static_cast<float>(place - static_cast<double>(stop));
  return table[stop] * (1.0f - mix) + table[stop + 1] * mix;
}

glm::vec3 key_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i) {
  const double unit = value_range(session.player()).unit(keys, i);
  return unit < 0 ? glm::vec3(to_vec4(theme.not_a_number)) : colour_at(session.look.colormap, unit);
}

std::string glsl_stops(ColormapName name) {
  std::string text;
  for (const auto& c : stops(name))
    text += fmt::format("{}vec3({:.4f},{:.4f},{:.4f})", text.empty() ? "" : ",", c.r, c.g, c.b);
  return text;
}

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

const KeyGroups* colouring_groups(const Session& session) {
  return session.look.value_colours ? nullptr : key_groups(session.player());
}

glm::vec3 palette_colour(std::uint64_t group) {
  return palette[group % palette.size()];
}

glm::vec3 scale_colour(const Look& look, std::uint64_t count, std::uint64_t group) {
  if (count <= palette.size()) return palette_colour(group);
  return colour_at(look.colormap, static_cast<double>(group) / static_cast<double>(count - 1));
}

glm::vec3 group_colour(const Look& look, const KeyGroups& groups, std::uint64_t group) {
  if (group == KeyGroups::none) return no_group;
  return groups.scale ? scale_colour(look, groups.count, group) : palette_colour(group);
}

glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i) {
  const KeyGroups* groups = colouring_groups(session);
  if (groups == nullptr) return key_colour(session, theme, keys, i);
  return group_colour(session.look, *groups, groups->of_key[i]);
}

std::string colour_caption(const Session& session) {
  const KeyGroups* groups = colouring_groups(session);
  return groups != nullptr ? fmt::format("colour: {}", groups->name) : std::string();
}

Pattern group_pattern(std::uint64_t group) {
  constexpr std::uint64_t colours = 7;  // number of different colours that palette_colour() returns
  return static_cast<Pattern>((group % colours + group / colours) % pattern_count);
}

}  // namespace texelsort::app
