#include "compute/data/keys/distribution.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/core.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/keys/distribution_table.h"
#include "compute/data/keys/keys.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number_format.h"

namespace texelsort::data {
namespace {

struct Registry {
  std::vector<Distribution> abouts;
  std::vector<void (*)(Keys&, ParallelRng&)> fillers;
};

const Registry& registry() {
  static const Registry all = [] {
    Registry result;
    for (const auto entries : {generators(), benchmarks(), examples()}) {
      for (const DistributionEntry& entry : entries) {
        result.abouts.push_back(entry.about);
        result.fillers.push_back(entry.fill);
      }
    }
    return result;
  }();
  return all;
}

/// Returns the size of this machine's memory in bytes.
std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
                               : ~std::uint64_t{0};
}

void require_memory_of(KeyType type, std::uint64_t n, std::uint64_t arrays, std::string_view with) {
  const std::uint64_t memory = memory_bytes(), most = memory / (arrays * key_bytes(type));
  if (n <= most) return;
  throw UsageError(
      fmt::format("n = {}: {} keys of {} bytes{} need more than the {} bytes of memory of this machine: choose n = "
                  "{} or less",
                  n, name(type), key_bytes(type), with, grouped(memory), most));
}

Keys allocate(KeyType type, std::uint64_t n) {
  require_memory(type, n);
  try {
    return make_keys(type, n);
  } catch (const std::length_error&) {
    throw UsageError(fmt::format("{} {} keys are more than texelsort can address: choose a smaller n", n, name(type)));
  } catch (const std::bad_alloc&) {
    throw UsageError(
        fmt::format("{} {} keys do not fit into the memory of this machine: choose a smaller n", n, name(type)));
  }
}

}  // namespace

void require_memory(KeyType type, std::uint64_t n) {
  require_memory_of(type, n, 1, "");
}

void require_sorting_memory(KeyType type, std::uint64_t n) {
  require_memory_of(type, n, 2, " and the sorted keys");
}

std::uint64_t most_counted(KeyType type) {
  switch (type) {
    case KeyType::u32:
      return std::numeric_limits<std::uint32_t>::max();
    case KeyType::i32:
      return std::numeric_limits<std::int32_t>::max();
    case KeyType::f32:
      return std::uint64_t{1} << std::numeric_limits<float>::digits;
    case KeyType::u64:
      return std::numeric_limits<std::uint64_t>::max();
    case KeyType::i64:
      return std::numeric_limits<std::int64_t>::max();
    case KeyType::f64:
      return std::uint64_t{1} << std::numeric_limits<double>::digits;
  }
  throw std::logic_error("no such key type");
}

std::span<const Distribution> distributions() {
  return registry().abouts;
}

const Distribution& find_distribution(std::string_view name) {
  const auto all = distributions();
  if (const auto found = std::ranges::find(all, name, &Distribution::name); found != all.end()) return *found;
  std::vector<std::string> names;
  for (const Distribution& distribution : all) names.emplace_back(distribution.name);
  const std::string near = nearest(name, names);
  throw UsageError(fmt::format("unknown distribution '{}'; {}", name,
                               near.empty() ? std::string("'texelsort list distributions' shows all")
                                            : fmt::format("did you mean '{}'?", near)));
}

Keys generate(std::string_view name, KeyType type, std::uint64_t n, std::uint64_t seed) {
  const Distribution& distribution = find_distribution(name);
  if (distribution.fixed_n && *distribution.fixed_n != n) {
    throw UsageError(fmt::format("distribution '{}' always has {} keys, so n cannot be {}: leave out n", name,
                                 *distribution.fixed_n, n));
  }
  if (distribution.counts && n > most_counted(type)) {
    throw UsageError(
        fmt::format("n = {}: distribution '{}' has the keys 1 to n, but the type {} represents all whole numbers "
                    "only up to {}: choose a smaller n or another type",
                    n, name, data::name(type), grouped(most_counted(type))));
  }
  Keys keys = allocate(type, n);
  ParallelRng draws(seed);
  fill_keys(distribution, keys, draws);
  return keys;
}

void fill_keys(const Distribution& distribution, Keys& keys, ParallelRng& draws) {
  registry().fillers[static_cast<std::size_t>(&distribution - distributions().data())](keys, draws);
}

}  // namespace texelsort::data
