#include "compute/algorithms/randomized/compute_sorter.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/randomized/twin.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms::randomized {
namespace {

/// The comparators of Batcher's odd-even merge sort that touch the lowest 2^stages places in the stages up to this one.
std::string sort_source(const network::Network& network, std::size_t stages) {
  constexpr std::size_t written_out = 4;  // 63 comparators compile at once
  std::string source;
  if (stages > written_out) {
    source = "FOR_BOTH_HALVES { " + sort_source(network, stages - 1) +
             fmt::format("SWAP_HALVES({0}, EACH_{0}) }} ", std::uint64_t{1} << (stages - 1));
  }
  for (std::size_t s = stages > written_out ? stages - 1 : 0; s < stages; ++s) {
    for (const network::Step& step : network.stages[s].steps) {
      network::for_each_comparator(step, std::uint64_t{1} << stages, [&](const network::Comparator& comparator) {
        source += fmt::format("EXCHANGE({}, {}) ", comparator.low, comparator.high);
      });
    }
  }
  return source;
}

}  // namespace

std::string network_source(std::uint64_t places) {
  const network::Network network = network::odd_even_merge(places);
  return sort_source(network, network.stages.size());
}

BucketSorter::BucketSorter(gpu::Device& device, const Problem& problem, const Settings& settings)
    : device_(device),
      type_(problem.type()),
      order_(problem.order),
      payload_(problem.payload),
      settings_(settings),
      most_(list_capacity(problem.n())),
      list_(most_ * sizeof(Bucket), "small buckets") {
  if (settings.in_registers()) {
    for (const std::uint32_t capacity : capacities(settings.small)) programs_.push_back(&registers_program(capacity));
  } else {
    gpu::Defines defines = key_defines(type_, order_, payload_);
    defines["WORKGROUP"] = std::to_string(settings.workgroup);
    defines["SMALL"] = std::to_string(settings.small);
    defines["MOST_PARTITIONS"] = std::to_string(most_partitions(settings));
    defines["MOST_PARTITIONED"] = std::to_string(most_partitioned(settings));
    defines.merge(random_defines());
    programs_.push_back(&device.compute_program("sample/randomized_quicksort.comp", defines));
  }
}

std::vector<std::uint32_t> BucketSorter::capacities(std::uint32_t small) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t capacity = 8; capacity < small; capacity *= 2) all.push_back(capacity);
  all.push_back(small);
  return all;
}

const gpu::Program& BucketSorter::registers_program(std::uint32_t capacity) const {
  gpu::Defines defines = key_defines(type_, order_, payload_);
  defines["WORKGROUP"] = std::to_string(settings_.workgroup);
  defines["CAPACITY"] = std::to_string(capacity);
  defines["EACH_KEY"] = fmt::format("EACH_{}", capacity);
  defines["NETWORK"] = network_source(capacity);
  return device_.compute_program("sample/randomized_sort_in_registers.comp", defines);
}

void BucketSorter::sort(const PingPongBuffers& arrays, std::vector<Bucket> buckets) const {
  if (!settings_.in_registers()) {
    std::ranges::sort(buckets, std::greater{}, &Bucket::count);
    dispatch(*programs_.front(), arrays, buckets);
    return;
  }
  const std::vector<std::uint32_t> sizes = capacities(settings_.small);
  auto begin = buckets.begin();
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const auto end = std::partition(begin, buckets.end(), [&](const Bucket& one) { return one.count <= sizes[c]; });
    dispatch(*programs_[c], arrays, {begin, end});
    begin = end;
  }
}

void BucketSorter::dispatch(const gpu::Program& program, const PingPongBuffers& arrays,
                            std::span<const Bucket> buckets) const {
  for (std::size_t first = 0; first < buckets.size(); first += most_) {
    const auto part = buckets.subspan(first, std::min<std::size_t>(most_, buckets.size() - first));
    list_.write(0, std::as_bytes(part));
    gpu::DispatchCall call;
    call.program = &program;
    call.buffers = arrays.bindings();
    call.buffers.push_back(list_.binding(5));
    call.uniforms = {{"count", static_cast<std::uint32_t>(part.size())}, {"halves", 2u}, {"seed", settings_.seed}};
    const std::uint32_t in_workgroup = settings_.in_registers() ? settings_.workgroup : 1;
    call.workgroups = static_cast<std::uint32_t>((part.size() - 1) / in_workgroup + 1);
    if (!settings_.in_registers()) call.rounds = loop_rounds(settings_);
    device_.executor().dispatch(call);
  }
}

std::optional<std::string> BucketSorter::find_guard_damage() const {
  if (!list_.intact()) return "a word beside the list of small buckets was written";
  return std::nullopt;
}

}  // namespace texelsort::algorithms::randomized
