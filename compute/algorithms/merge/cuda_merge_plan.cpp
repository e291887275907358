#include "compute/algorithms/merge/cuda_merge_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/merge/merge_plan.h"

namespace texelsort::algorithms::merge {
namespace {

/// Blocks that a merger does at the least, or there are fewer mergers: each has to start and to end.
constexpr std::uint64_t least_blocks = 4;
constexpr unsigned warp = 32;

}  // namespace

bool CudaSettings::stable() const {
  switch (merger) {
    case device::Merger::bitonic:
      return false;
    case device::Merger::path:
      return true;
    case device::Merger::two_way:
    case device::Merger::four_way:
      break;
  }
  return network == device::Network::ranking || network == device::Network::odd_even_stable;
}

std::uint64_t CudaPlan::rounds() const {
  return round_count(sequences, settings.ways());
}

std::uint64_t CudaPlan::sums_bytes() const {
  return settings.once ? sizeof(std::uint64_t) * (parts + 1) * (sequences + 1) : 0;
}

std::uint64_t CudaPlan::scratch_bytes() const {
  return device::select_scratch_bytes(columns(), parts);
}

std::uint64_t CudaPlan::table_bytes() const {
  return starts_bytes() + (rounds() == 0 ? 0 : splitters_bytes() + sums_bytes() + scratch_bytes());
}

device::Parts CudaPlan::round(std::uint64_t index) const {
  device::Parts parts_of_round;
  parts_of_round.sequences = sequences;
  parts_of_round.ways = settings.ways();
  for (std::uint64_t i = 0; i < index; ++i) parts_of_round.stride *= settings.ways();
  parts_of_round.parts = parts;
  parts_of_round.share = share;
  parts_of_round.once = settings.once;
  return parts_of_round;
}

CudaPlan cuda_plan(const CudaSettings& settings, std::uint64_t n, std::uint64_t sequences, data::KeyType type,
                   bool payload) {
  CudaPlan plan{settings, n, sequences};
  if (settings.merger == device::Merger::path) {
    plan.share = device::path_shape(static_cast<unsigned>(data::key_bytes(type)), payload).tile();
    plan.parts = std::max<std::uint64_t>((n + plan.share - 1) / plan.share, 1);
  } else {
    plan.parts = std::clamp<std::uint64_t>(n / (least_blocks * settings.width), 1, settings.mergers);
  }
  return plan;
}

std::vector<ParameterSpec> cuda_merge_parameters() {
  return {
      {"selection", "", Choices{{"osipov", "quick", "even-quick", "diagonal"}}, "osipov", "osipov",
       "How splitters are found: step by step from the sequence with the smallest or greatest sample (Algorithm 1), by "
       "pivots of sequences drawn at random (Algorithm 3), by pivots drawn evenly of all that is left, or, of two "
       "sequences, by one binary search."},
      {"splitting", "", Choices{{"once", "round"}}, "once", "once",
       "Splitters are selected once, among all sequences, each merger then having its part of every one (section 5.1); "
       "or in each round among the two or four that are merged."},
      {"merger", "", Choices{{"two-way", "four-way", "bitonic"}}, "two-way", "two-way",
       "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three two-way "
       "mergers (section 5.3.5), or whole parts by the bitonic network in shared and global memory (section 5.3.2)."},
      {"network", "", Choices{{"bitonic", "odd-even", "odd-even-stable", "ranking"}}, "bitonic", "bitonic",
       "How a block is merged with what the buffer holds back; ranking and odd-even-stable keep the order of equal keys "
       "(section 5.5.4). Bitonic mergers have no buffer.",
       only_with("merger", {"two-way", "four-way"})},
      {"width", "threads", PowersOfTwo{warp, 256}, "128", "128",
       "Threads of a merger, and keys of a block (section 5.5.5). Mergers of 32 are warps, four of which share a thread "
       "block without waiting for each other."},
      {"mergers", "mergers", IntegerRange{1, 1 << 20}, "120", "120",
       "Parts of equal size that are merged side by side, fewer where one would have less than four blocks: four for "
       "each multiprocessor in section 5.5.5."},
      {"seed", "", IntegerRange{0, 1'000'000'000}, "1", "", "Of the pivots of selection = quick and even-quick.",
       only_with("selection", {"quick", "even-quick"})},
  };
}

CudaSettings cuda_settings(const Parameters& parameters) {
  const auto choose = [&](const char* name, auto... values) {
    const auto& text = parameters.text(name);
    std::optional<typename std::common_type_t<decltype(values)...>::second_type> found;
    ((text == values.first ? void(found = values.second) : void()), ...);
    return found.value();
  };
  using device::Merger, device::Network, device::Selection;
  using std::pair;
  CudaSettings settings;
  settings.selection = choose("selection", pair("osipov", Selection::osipov), pair("quick", Selection::quick),
                              pair("even-quick", Selection::even_quick), pair("diagonal", Selection::diagonal));
  settings.once = parameters.text("splitting") == "once";
  settings.merger = choose("merger", pair("two-way", Merger::two_way), pair("four-way", Merger::four_way),
                           pair("bitonic", Merger::bitonic), pair("path", Merger::path));
  settings.network = choose("network", pair("bitonic", Network::bitonic), pair("odd-even", Network::odd_even),
                            pair("odd-even-stable", Network::odd_even_stable), pair("ranking", Network::ranking));
  settings.width = static_cast<unsigned>(parameters.integer("width"));
  settings.mergers = static_cast<std::uint64_t>(parameters.integer("mergers"));
  settings.seed = static_cast<std::uint32_t>(parameters.integer("seed"));
  return settings;
}

std::map<std::string, std::string> tuned_cuda_settings(const cuda::DeviceInfo& device, std::uint64_t) {
  constexpr std::uint64_t mergers = 64;  // on one multiprocessor: half of them wait while the others merge
  return {{"selection", "diagonal"},
          {"splitting", "round"},
          {"merger", "two-way"},
          {"network", "bitonic"},
          {"width", std::to_string(warp)},
          {"mergers", std::to_string(std::max<std::uint64_t>(mergers * device.multiprocessors, 1))}};
}

const device::BlockMergeLaunches& block_merge_launches(device::Merger merger, data::KeyType type) {
  if (merger == device::Merger::four_way) return launches<device::FourWayLaunches>(type);
  return launches<device::TwoWayLaunches>(type);
}

const device::MergeLaunches& merge_launches(device::Merger merger, data::KeyType type) {
  if (merger == device::Merger::bitonic) return launches<device::BitonicLaunches>(type);
  if (merger == device::Merger::path) return launches<device::PathLaunches>(type);
  return block_merge_launches(merger, type);
}

std::optional<std::string> shared_refusal(const cuda::DeviceInfo& device, std::uint64_t bytes, std::string_view who) {
  if (bytes <= device.max_shared_bytes) return std::nullopt;
  return fmt::format("{} takes {} bytes of shared memory, and a block of this device has {} at the most", who, bytes,
                     device.max_shared_bytes);
}

std::optional<std::string> cuda_merge_refusal(const cuda::DeviceInfo& device, const CudaSettings& settings,
                                              data::KeyType type, data::PayloadKind payload) {
  if (payload == data::PayloadKind::index64) {
    return "indices of 64 bits do not travel with these keys: choose the payload index";
  }
  if (settings.selection == device::Selection::diagonal && (settings.once || settings.ways() != 2)) {
    return "selection = diagonal is for two sequences at a time: it takes splitting = round, and another merger than "
           "four-way";
  }
  return shared_refusal(device,
                        merge_launches(settings.merger, type)
                            .shared_bytes(settings.network, settings.width, payload != data::PayloadKind::none),
                        fmt::format("a block of mergers of {} threads", settings.width));
}

}  // namespace texelsort::algorithms::merge
