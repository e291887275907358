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
  return settings.once() ? sizeof(std::uint64_t) * (parts + 1) * (sequences + 1) : 0;
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
  parts_of_round.once = settings.once();
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

CudaSettings tuned_cuda_settings(const cuda::DeviceInfo& device) {
  constexpr std::uint64_t mergers = 64;  // on one multiprocessor: half of them wait while the others merge
  CudaSettings settings;
  settings.selection = device::Selection::diagonal;
  settings.splitting = Splitting::round;
  settings.width = warp;
  settings.mergers = std::max<std::uint64_t>(mergers * device.multiprocessors, 1);
  return settings;
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
  if (settings.selection == device::Selection::diagonal && (settings.once() || settings.ways() != 2)) {
    return "selection = diagonal is for two sequences at a time: it takes splitting = round, and another merger than "
           "four-way";
  }
  return shared_refusal(device,
                        merge_launches(settings.merger, type)
                            .shared_bytes(settings.network, settings.width, payload != data::PayloadKind::none),
                        fmt::format("a block of mergers of {} threads", settings.width));
}

}  // namespace texelsort::algorithms::merge
