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
  const data::Source source(std::string(text), origin);
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
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw UsageError(path + ": a folder; name a file of comparators");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw UsageError(path + ": cannot be read; name a file of comparators");
  return parse_network(text, path);
}

Family family_of_file(const std::string& path) {
  const auto whole = std::make_shared<const Network>(read_network(path));
  const auto generate = [whole, path](std::uint64_t n) {
    if (n > whole->n) {
      throw UsageError(path + ": a network of " + std::to_string(whole->n) + " places cannot sort " +
                       std::to_string(n) + " keys");
    }
    const auto directed = [](const Stage& stage) {
      return !std::ranges::all_of(stage.steps, [](const Step& step) { return one_way(step); });
    };
    if (n < whole->n && std::ranges::any_of(whole->stages, directed)) {
      throw UsageError(path + ": its comparators point both ways, so it takes exactly " + std::to_string(whole->n) +
                       " keys, not " + std::to_string(n));
    }
    Network cut = *whole;
    cut.n = n;
    return cut;
  };
  return {path, "Network of " + whole->id, {"", whole->id, "", 0, ""}, generate, whole->n};
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
