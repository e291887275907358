#include "compute/network/reader.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/network/generators.h"
#include "compute/network/network_builder.h"
#include "compute/network/orders.h"

namespace texelsort::network {
namespace {

bool is_family(const std::string& name) {
  return std::ranges::any_of(families(), [&name](const Family& family) { return family.id == name; });
}

Network widened(Network network, std::uint64_t n, const std::string& path) {
  if (n < network.n) {
    throw UsageError(
        fmt::format("{} has comparators on {} places, but -n allows only {}: use at least as many, or "
                    "leave out -n",
                    path, network.n, n));
  }
  if (n > network.n) {
    network.n = n;
    claim_orders(network);  // find the orders again, because those of the additional places are not known yet
  }
  return network;
}

std::vector<ListedNetwork> one(const data::Source& source, void (*read)(const data::Source&, NetworkBuilder&)) {
  NetworkBuilder builder(source);
  read(source, builder);
  return {{"", builder.finish()}};
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// File and number of a name such as "PATH#3". The number is 0 if the name has none.
struct FileAndNumber {
  std::string path;
  std::uint64_t number = 0;
};

FileAndNumber split(const std::string& name) {
  const std::size_t hash = name.rfind('#');
  if (hash == std::string::npos || is_file(name)) return {name};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + hash + 1, name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number == 0) return {name};
  return {name.substr(0, hash), number};
}

/// Returns whether a name is a list of comparators. A list that is also the path of an existing file counts as a path.
bool is_written_out(const std::string& name) {
  return looks_written_out(name) && !is_file(split(name).path);
}

// Text in place of the file name, for messages about comparators on the command line.
constexpr auto written_out = "comparators";

[[noreturn]] void refuse_list(const std::vector<ListedNetwork>& list, const std::string& origin) {
  throw UsageError(fmt::format("{}: the file has {} networks: name one of them, {}#1{} to {}#{}", origin, list.size(),
                               origin, list.front().title.empty() ? "" : " (" + list.front().title + ")", origin,
                               list.size()));
}

/// Returns the FNV-1a hash of a network's places, steps and comparators. See RFC 9923, section 2.
std::string hash_of(const Network& network) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](std::uint64_t value) {
    for (unsigned byte = 0; byte < sizeof value; ++byte) {
      hash = (hash ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3;
    }
  };
  add(network.n);
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      add(~std::uint64_t{0});
      for_each_comparator(step, network.n, [&add](const Comparator& one) {
        add(one.reversed ? one.high : one.low);
        add(one.reversed ? one.low : one.high);
      });
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

bool looks_written_out(const std::string& name) {
  if (name.empty() || name.find_first_of(":(") == std::string::npos) return false;
  return name.starts_with("n=") || name.find_first_not_of("0123456789") == name.find(':') || name[0] == '(' ||
         name[0] == '[' || name[0] == '{';
}

std::vector<ListedNetwork> parse_networks(std::string_view text, const std::string& origin) {
  const data::Source source(std::string(text), origin);
  const auto first = std::ranges::find_if_not(source.contents, data::is_space);
  if (first != source.contents.end() && *first == '{') return one(source, read_json);
  if (!has_tuples(source)) return one(source, read_text);
  auto list = read_tuples(source);
  if (list.empty()) NetworkBuilder(source).finish();  // finish() throws UsageError, because there are no comparators
  return list;
}

Network parse_network(std::string_view text, const std::string& origin) {
  auto list = parse_networks(text, origin);
  if (list.size() > 1) refuse_list(list, origin);
  return std::move(list.front().network);
}

std::vector<ListedNetwork> read_networks(const std::string& name) {
  if (is_written_out(name)) return parse_networks(name, written_out);
  const auto [path, number] = split(name);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(path + ": this is a folder: name a file of comparators");
  auto list = parse_networks(data::read_file(path), path);
  if (number == 0) return list;
  if (number > list.size()) {
    throw UsageError(fmt::format("{}: network {} does not exist, because {} has only {}", name, number, path,
                                 list.size() == 1 ? "1 network" : fmt::format("{} networks", list.size())));
  }
  return {std::move(list[number - 1])};
}

Network read_network(const std::string& path) {
  auto list = read_networks(path);
  if (list.size() > 1) refuse_list(list, path);
  return std::move(list.front().network);
}

bool names_network_to_read(const std::string& name) {
  return is_written_out(name) || !network_file(name).empty();
}

std::string network_file(const std::string& name) {
  const std::string path = split(name).path;
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path : "";
}

Family family_of_file(const std::string& name) {
  return family_of(read_network(name), name);
}

Family family_written_out(const std::string& name) {
  return family_of(parse_network(name, written_out), name);
}

Family family_of(Network network, const std::string& name) {
  const auto whole = std::make_shared<const Network>(std::move(network));
  const auto generate = [whole, name](std::uint64_t n) {
    if (n > whole->n) {
      throw UsageError(name + ": a network of " + std::to_string(whole->n) + " places cannot sort " +
                       std::to_string(n) + " keys");
    }
    const auto directed = [](const Stage& stage) {
      return !std::ranges::all_of(stage.steps, [](const Step& step) { return one_way(step); });
    };
    if (n < whole->n && std::ranges::any_of(whole->stages, directed)) {
      throw UsageError(name + ": its comparators point in both directions, so it accepts exactly " +
                       std::to_string(whole->n) + " keys, not " + std::to_string(n));
    }
    Network cut = *whole;
    if (n < whole->n) {
      cut.n = n;
      claim_orders(cut);
    }
    return cut;
  };
  return {.id = name,
          .title = "Network of " + whole->id,
          .citation = {"", whole->id, "", 0, ""},
          .generate = generate,
          .max_n = whole->n,
          .content_hash = hash_of(*whole)};
}

Network resolve_network(const std::string& name_or_file, std::optional<std::uint64_t> n) {
  auto list = resolve_networks(name_or_file, n);
  if (list.size() > 1) refuse_list(list, name_or_file);
  return std::move(list.front().network);
}

std::vector<ListedNetwork> resolve_networks(const std::string& name_or_file, std::optional<std::uint64_t> n) {
  if (is_family(name_or_file)) return {{"", find_family(name_or_file).generate(n.value_or(usual_places))}};
  if (!is_written_out(name_or_file) && !is_file(split(name_or_file).path)) {
    try {
      find_family(name_or_file);
    } catch (const UsageError& error) {
      throw UsageError(std::string(error.what()) + ", and no file has this name");
    }
  }
  auto list = read_networks(name_or_file);
  for (ListedNetwork& one : list) {
    if (n) one.network = widened(std::move(one.network), *n, name_or_file);
  }
  return list;
}

}  // namespace texelsort::network
