#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/network/generators.h"
#include "compute/network/network.h"

namespace texelsort::network {

/// Default number of places for a family's network.
inline constexpr std::uint64_t usual_places = 8;

/// A network of a list, with its title in the list. The title is empty if the list gives none.
struct ListedNetwork {
  std::string title;
  Network network;
};

/// Parses one or more networks in any notation of docs/networks.md. A network's id is the last path component of the
/// origin, followed in lists by "#" and its number from 1. Claims are the known orders (orders.h). Throws UsageError
/// "ORIGIN:LINE:COLUMN: ..." for invalid text, a place used twice in a step, and places that are equal, negative or too
/// large.
std::vector<ListedNetwork> parse_networks(std::string_view text, const std::string& origin);

/// Parses a text with one network. Throws UsageError if it has several.
Network parse_network(std::string_view text, const std::string& origin);

/// Reads the networks of a file, or the one that "PATH#3" names. Throws UsageError if the file cannot be read.
std::vector<ListedNetwork> read_networks(const std::string& path);

/// Reads one network from a file. Throws UsageError if there are several.
Network read_network(const std::string& path);

/// Returns whether a name denotes a network to read: "PATH", "PATH#3", or comparators such as "0:1,2:3;0:2,1:3;1:2".
bool names_network_to_read(const std::string& name);

/// Returns whether a name has the form of comparators. Accesses no file.
bool looks_written_out(const std::string& name);

/// Returns the path of the file that "PATH" or "PATH#3" names. Empty if the file does not exist.
std::string network_file(const std::string& name);

/// Returns a family for the network in a file. For n below the network's number of places, the places from n on are cut
/// off. Throws UsageError if the file cannot be read. generate() throws UsageError for a larger n, and for a smaller n
/// if comparators point in both directions: then the cut places cannot be simulated by keys that never move.
Family family_of_file(const std::string& name);
/// Returns a family for a network written as comparators. Accesses no file.
Family family_written_out(const std::string& name);
/// Returns a family for an existing network.
Family family_of(Network network, const std::string& name);

/// Returns a family's network on n places (default: usual_places), or reads a network. For n above the file's number of
/// places, adds places without comparators. Throws UsageError for a smaller n and for unknown names.
Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n);
/// Returns all networks of a file, each as resolve_network() does.
std::vector<ListedNetwork> resolve_networks(const std::string& name_or_file, std::optional<std::uint64_t> n);

}  // namespace texelsort::network
