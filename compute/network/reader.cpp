#include "compute/network/reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/network/generators.h"
#include "compute/network/network_builder.h"

namespace texelsort::network {
namespace {

bool is_family(const std::string& name) {
  return std::ranges::any_of(families(), [&name](const Family& family) { return family.id == name; });
}

Network widened(Network network, std::uint64_t n, const std::string& path) {
  if (n < network.n) {
    throw UsageError(fmt::format("{} has comparators on {} places, not on {}; use at least as many, or leave out -n",
                                 path, network.n, n));
  }
  network.n = n;
  return network;
}

}  // namespace

Network parse_network(std::string_view text, const std::string& origin) {
  const data::Source source(text, origin);
  NetworkBuilder builder(source);
  const auto first = std::ranges::find_if_not(source.contents, data::is_space);
  if (first != source.contents.end() && *first == '{') {
    read_json(source, builder);
  } else {
    read_text(source, builder);
  }
  return builder.finish();
}

Network read_network(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw UsageError(path + ": a folder; name a file of comparators");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw UsageError(path + ": cannot be read; name a file of comparators");
  return parse_network(text, path);
}

Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n) {
  if (is_family(name_or_file)) return find_family(name_or_file).generate(n.value_or(usual_places));
  std::error_code ignored;
  if (!std::filesystem::exists(name_or_file, ignored)) {
    try {
      find_family(name_or_file);
    } catch (const UsageError& error) {
      throw UsageError(std::string(error.what()) + ", and there is no file of that name");
    }
  }
  Network network = read_network(name_or_file);
  return n ? widened(std::move(network), *n, name_or_file) : network;
}

}  // namespace texelsort::network
