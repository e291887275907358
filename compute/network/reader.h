#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/network/generators.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// Places of a family's network when none are asked for.
inline constexpr std::uint64_t usual_places = 8;

/// A network from text or, when it starts with a brace, from JSON; docs/networks.md describes both. Its id is the
/// origin's last component, and every step's claim is twin_claim(). Throws UsageError "ORIGIN:LINE:COLUMN: ..." for
/// what is no network, a place used twice in a step, and equal, negative or too large places.
Network parse_network(std::string_view text, const std::string& origin);

/// The same from a file. Throws UsageError when it cannot be read.
Network read_network(const std::string& path);

/// A file's network as a family: for n up to its number of places, places past n cut off. Throws UsageError when it
/// cannot be read; generate() throws one for more places, and for fewer if comparators point both ways, since then the
/// places past n could not be filled up with keys that never move.
Family family_of_file(const std::string& path);

/// A family's network on n places (by default usual_places), or a file's; a larger n than the file's adds places that
/// nothing is compared with. Throws UsageError for a smaller one, and for a name that is neither.
Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n);

}  // namespace texelsort::network
