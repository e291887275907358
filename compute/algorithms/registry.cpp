#include "compute/algorithms/registry.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <list>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/network/reader.h"

namespace texelsort::algorithms {

// All algorithms, in the order in which lists show them. ONE(name) calls std::unique_ptr<Algorithm> make_name(), which
// is defined in the family's folder. ALL(networks) combines every network with every method.
// clang-format off
#define TEXELSORT_ALGORITHMS(ONE, ALL) \
  ONE(std_sort) \
  ONE(std_stable_sort) \
  ONE(tbb_sort) \
  ONE(hwy_sort) \
  ONE(nth_element) \
  ONE(multiway_merge) \
  ONE(multiway_merge_cuda) \
  ONE(path_merge_cuda) \
  ONE(merge_sort_cuda) \
  ONE(cub_radix) \
  ONE(cub_merge) \
  ONE(thrust_merge) \
  ONE(srts) \
  ONE(grs) \
  ONE(compute_onesweep) \
  ONE(compute_prefix) \
  ONE(compute_tile) \
  ONE(srts_cuda) \
  ONE(grs_cuda) \
  ONE(onesweep) \
  ONE(prefix_cuda) \
  ONE(quick_cuda) \
  ONE(warpsort_cuda) \
  ONE(randomized_sample_sort) \
  ONE(original_sample_sort_cuda) \
  ONE(randomized_sample_sort_cuda) \
  ONE(deterministic_sample_sort) \
  ONE(ordered_sample_sort) \
  ONE(deterministic_sample_sort_cuda) \
  ONE(distributed_sample_sort) \
  ONE(distributed_sample_sort_cuda) \
  ALL(networks) \
  ONE(select_depth) \
  ONE(select_discard) \
  ONE(select_histogram) \
  ONE(select_histogram_cuda)
// clang-format on

#define DECLARE(name) std::unique_ptr<Algorithm> make_##name();
#define NOTHING(names)
TEXELSORT_ALGORITHMS(DECLARE, NOTHING)
#undef DECLARE
#undef NOTHING

namespace {

using Algorithms = std::vector<std::unique_ptr<Algorithm>>;

void add_network(Algorithms& list, const network::Family& family) {
  std::ranges::move(make_network_algorithms(family), std::back_inserter(list));
}

void add_networks(Algorithms& list) {
  for (const network::Family& family : network::families()) add_network(list, family);
}

Algorithms& all_algorithms() {
  static Algorithms all = [] {
    Algorithms list;
#define ADD(name) list.push_back(make_##name());
#define ADD_ALL(names) add_##names(list);
    TEXELSORT_ALGORITHMS(ADD, ADD_ALL)
#undef ADD
#undef ADD_ALL
    return list;
  }();
  return all;
}

const Algorithm* find_known(std::string_view id) {
  const auto found = std::ranges::find_if(registry(), [id](const auto& one) { return one->info().id == id; });
  return found == registry().end() ? nullptr : found->get();
}

/// Network that is not built in: from a file, or with comparators that an id lists.
struct ReadFamily {
  network::Family family;
  bool of_file = false;  ///< true if a file contains the network; false if the id lists its comparators
};

std::list<ReadFamily>& read_families() {
  static std::list<ReadFamily> families;  // a list, because algorithms store the addresses of its elements
  return families;
}

/// Returns the part of an id before the last slash, for example "NETWORK" for "NETWORK/METHOD". Returns an empty text
/// if there is no slash.
std::string network_of(std::string_view id) {
  const std::size_t slash = id.rfind('/');
  return std::string(id.substr(0, slash == std::string_view::npos ? 0 : slash));
}

const ReadFamily* find_read_family(const std::string& name) {
  const auto& families = read_families();
  const auto found = std::ranges::find_if(families, [&name](const ReadFamily& one) { return one.family.id == name; });
  return found == families.end() ? nullptr : &*found;
}

void add_read_family(network::Family family, bool of_file) {
  add_network(all_algorithms(), read_families().emplace_back(ReadFamily{std::move(family), of_file}).family);
}

/// Reads and adds the network of a file or of listed comparators, if "NETWORK/METHOD" names a network that is not yet
/// registered.
void add_network_that_is_read(std::string_view id) {
  const std::string name = network_of(id);
  if (find_read_family(name) != nullptr || !network::names_network_to_read(name)) return;
  add_read_family(network::family_of_file(name), !network::network_file(name).empty());
}

/// Returns why a folder, whose text ends with a slash, is no sort of the user. Returns null if it holds a script.
std::optional<std::string> fault_of_sort_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // Without the slash, because "file/" does not exist, although "file" does.
  const fs::path path = fs::path(folder.substr(0, folder.find_last_not_of('/') + 1));
  if (!fs::exists(path, ignored)) {
    return fmt::format("there is no folder '{}': name a folder that holds sort.lua, or see 'texelsort list algorithms'",
                       folder);
  }
  if (!fs::is_directory(path, ignored)) {
    return fmt::format("'{}' is a file: name a folder that holds sort.lua", path.string());
  }
  if (!fs::is_regular_file(path / "sort.lua", ignored)) {
    return fmt::format("'{}' does not hold sort.lua: write one, or name another folder", folder);
  }
  return std::nullopt;
}

/// Returns the sort of the folder that a text names, and reads it at its first use. Returns null if the text names no
/// such folder.
const Algorithm* find_scripted_sort(std::string_view text) {
  if (!names_scripted_sort(text)) return nullptr;
  const std::string id = scripted_id(text);
  if (const Algorithm* known = find_known(id)) return known;
  try {
    return all_algorithms().emplace_back(make_scripted_sort(id)).get();
  } catch (const UsageError&) {
    // A fault of the whole folder says more than that of the first file that is missing.
    if (const auto fault = fault_of_sort_folder(id)) throw UsageError(*fault);
    throw;
  }
}

/// Returns whether to suggest an algorithm of this backend. CUDA algorithms are suggested only if there is a CUDA
/// device or the user wrote "@cuda".
bool may_run(Backend backend, std::string_view written) {
  if (backend != Backend::cuda || written.find("@cuda") != std::string_view::npos) return true;
  return std::ranges::any_of(cuda::devices().devices, [](const auto& device) { return device.unfit.empty(); });
}

/// Returns ", did you mean ...?" with the ids that only lack a backend, otherwise with the nearest id. Empty if no id
/// is near.
std::string suggestion(std::string_view written) {
  const std::string stem = std::string(written.substr(0, written.find('@'))) + "@";
  std::vector<std::string> ids, of_other_backends;
  for (const auto& algorithm : registry()) {
    const AlgorithmInfo& info = algorithm->info();
    if (!may_run(info.backend, written)) continue;
    ids.push_back(info.id);
    if (info.id.starts_with(stem)) of_other_backends.push_back("'" + info.id + "'");
  }
  if (!of_other_backends.empty()) return fmt::format(", did you mean {}?", fmt::join(of_other_backends, " or "));
  return data::did_you_mean(written, ids);
}

/// Throws UsageError for a text that is not an algorithm. Suggests the nearest one, or what to change if the text names
/// a file or a folder.
[[noreturn]] void refuse_unknown(std::string_view text) {
  std::error_code ignored;
  const std::filesystem::path path(text);
  // A path of a file or folder that exists is no misspelled name.
  const std::string near = text.find('/') != std::string_view::npos && std::filesystem::exists(path, ignored)
                               ? std::string()
                               : suggestion(text);
  if (near.empty() && std::filesystem::is_directory(path, ignored)) {
    if (const auto fault = fault_of_sort_folder(scripted_id(text))) throw UsageError(*fault);
  }
  if (near.empty() && std::filesystem::is_regular_file(path, ignored)) {
    const std::string folder = scripted_id(path.has_parent_path() ? path.parent_path().string() : ".");
    throw UsageError(
        fmt::format("'{}' is a file: name the folder of a sort, such as {}, or a file with a network and a "
                    "method, such as {}/fused",
                    text, folder, text));
  }
  throw UsageError(fmt::format("unknown algorithm '{}'{}; see 'texelsort list algorithms'", text, near));
}

}  // namespace

const std::vector<std::unique_ptr<Algorithm>>& registry() {
  return all_algorithms();
}

const Algorithm& find_algorithm(std::string_view id) {
  if (const Algorithm* known = find_known(id)) return *known;
  if (const Algorithm* scripted = find_scripted_sort(id)) return *scripted;
  add_network_that_is_read(id);
  if (const Algorithm* known = find_known(id)) return *known;
  refuse_unknown(id);
}

const Algorithm& find_algorithm_without_files(std::string_view id) {
  const std::string name = network_of(id);
  const ReadFamily* read = find_read_family(name);
  if (read == nullptr && find_known(id) == nullptr && network::looks_written_out(name)) {
    add_read_family(network::family_written_out(name), false);
  }
  // Only ids of folders end with a slash.
  const Algorithm* known = id.ends_with('/') ? nullptr : find_known(id);
  if (known != nullptr && (read == nullptr || !read->of_file)) return *known;
  throw UsageError(fmt::format("no built-in algorithm '{}'{}; see 'texelsort list algorithms'", id, suggestion(id)));
}

const Algorithm& find_algorithm_of_link(std::string_view id) {
  if (!id.ends_with('/')) return find_algorithm_without_files(id);
  if (const Algorithm* known = find_known(id)) return *known;
  throw UsageError(
      fmt::format("a link cannot open the folder '{}': open that sort yourself first, and then the link", id));
}

std::vector<const Algorithm*> match_algorithms(std::string_view pattern) {
  if (const Algorithm* scripted = find_scripted_sort(pattern)) return {scripted};
  add_network_that_is_read(pattern);
  // an id with listed comparators may contain characters of patterns
  if (const Algorithm* known = find_known(pattern)) return {known};
  const std::string glob = pattern.empty() ? "*" : std::string(pattern);
  std::vector<const Algorithm*> matching;
  for (const auto& algorithm : registry()) {
    if (fnmatch(glob.c_str(), algorithm->info().id.c_str(), 0) == 0) matching.push_back(algorithm.get());
  }
  if (matching.empty()) {
    find_algorithm(pattern);  // throws UsageError with the nearest id, because nothing matches
  }
  return matching;
}

std::vector<const Algorithm*> match_algorithms(const std::vector<std::string>& patterns) {
  if (patterns.empty()) return match_algorithms("");
  std::vector<const Algorithm*> all;
  for (const std::string& pattern : patterns) {
    for (const Algorithm* algorithm : match_algorithms(pattern)) {
      if (std::ranges::find(all, algorithm) == all.end()) all.push_back(algorithm);
    }
  }
  return all;
}

}  // namespace texelsort::algorithms
