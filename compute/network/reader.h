#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/network/generators.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// Places of a family's network when none are asked for.
inline constexpr std::uint64_t usual_places = 8;

/// One of the networks of a list, and what the list says of it; empty if nothing.
struct ListedNetwork {
  std::string title;
  Network network;
};

/// The networks of a text, at least one, in any of the notations that docs/networks.md describes. A network's id is the
/// origin's last component, in lists with "#" and its number from 1 on; its steps' claims say which places are in order
/// after them (orders.h). Throws UsageError "ORIGIN:LINE:COLUMN: ..." for what is no network, a place used twice in a
/// step, and equal, negative or too large places.
std::vector<ListedNetwork> parse_networks(std::string_view text, const std::string& origin);

/// The same of a text with one network. Throws UsageError if it has more.
Network parse_network(std::string_view text, const std::string& origin);

/// The networks of a file, or the one that "PATH#3" names. Throws UsageError when it cannot be read.
std::vector<ListedNetwork> read_networks(const std::string& path);

/// The same of one network. Throws UsageError if there are more.
Network read_network(const std::string& path);

/// Whether a name means a network that is read: "PATH", "PATH#3", or comparators themselves, "0:1,2:3;0:2,1:3;1:2".
bool names_network_to_read(const std::string& name);

/// Whether a name has the form of comparators themselves. Looks at no file.
bool looks_written_out(const std::string& name);

/// The file that a name means, "PATH" or "PATH#3"; empty if there is no such file.
std::string network_file(const std::string& name);

/// Such a network as a family: for n up to its number of places, places past n cut off. Throws UsageError when it
/// cannot be read; generate() throws one for more places, and for fewer if comparators point both ways, since then the
/// places past n could not be filled up with keys that never move.
Family family_of_file(const std::string& name);
/// The same of comparators themselves. Looks at no file.
Family family_written_out(const std::string& name);
/// The same of a network that is at hand.
Family family_of(Network network, const std::string& name);

/// A family's network on n places (by default usual_places), or one that is read; a larger n than the file's adds
/// places that nothing is compared with. Throws UsageError for a smaller one, and for a name that is neither.
Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n);
/// The same of all networks of a file.
std::vector<ListedNetwork> resolve_networks(const std::string& name_or_file, std::optional<std::uint64_t> n);

}  // namespace texelsort::network
