#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/network/generators.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// Default number of places for a network of a family.
inline constexpr std::uint64_t usual_places = 8;

/// Network with its title in a list of networks; empty if the list has no titles.
struct ListedNetwork {
  std::string title;
  Network network;
};

/// Parses one or more networks in any notation of docs/networks.md. The id of a network is the last path component of
/// the origin. In lists, "#" and the number of the network from 1 follow. The claims of steps are the known orders
/// (orders.h). Throws UsageError "ORIGIN:LINE:COLUMN: ..." for invalid text, a place used twice in a step, and places
/// that are equal, negative or too large.
std::vector<ListedNetwork> parse_networks(std::string_view text, const std::string& origin);

/// Parses a text with one network. Throws UsageError if the text has several.
Network parse_network(std::string_view text, const std::string& origin);

/// Reads all networks of a file, or only number 3 for a name such as "PATH#3". Throws UsageError if the file cannot be
/// read.
std::vector<ListedNetwork> read_networks(const std::string& path);

/// Reads one network from a file, or number 3 for a name such as "PATH#3". Throws UsageError if the name has no number
/// and the file has several networks.
Network read_network(const std::string& path);

/// Returns whether a name means a network to read, and not the id of a family. This is true for "PATH", "PATH#3", and
/// comparators such as "0:1,2:3;0:2,1:3;1:2".
bool names_network_to_read(const std::string& name);

/// Returns whether a name has the form of a list of comparators. Accesses no file.
bool looks_written_out(const std::string& name);

/// Returns the path in a name such as "PATH" or "PATH#3". Returns an empty string if no such file exists.
std::string network_file(const std::string& name);

/// Returns a family for the network in a file. For fewer places than the network has, the family cuts off the last
/// places. Throws UsageError if the file cannot be read. The family's generate() throws UsageError for more places. It
/// also throws for fewer places if comparators point in both directions, because then the cut places cannot be replaced
/// by keys that never move.
Family family_of_file(const std::string& name);
/// Returns a family for a network that is written as a list of comparators. Accesses no file.
Family family_written_out(const std::string& name);
/// Returns a family for a network in memory. `name` is the id of the family.
Family family_of(Network network, const std::string& name);

/// Returns the network of a family on n places, by default usual_places, or reads a network from a file. If n exceeds
/// the number of places in the file, adds places without comparators. Throws UsageError for a smaller n and for unknown
/// names.
Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n);
/// Returns all networks of a file or name, each as resolve_network() returns it.
std::vector<ListedNetwork> resolve_networks(const std::string& name_or_file, std::optional<std::uint64_t> n);

}  // namespace texelsort::network
