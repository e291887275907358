#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/distributed/cuda.h"
#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/distributed/rank_records.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/several.h"
#include "compute/data/records.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Keys of a share or a part, whichever is longer: with equal parts no more than these.
std::uint64_t capacity_of(std::uint64_t n, const Settings& settings, std::uint64_t rank) {
  const Numbers shares = share_starts(n, settings);
  const std::uint64_t share = shares[rank + 1] - shares[rank];
  return std::max(share, part_start(n, settings.ranks, rank + 1) - part_start(n, settings.ranks, rank));
}

std::string gibibytes(std::uint64_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / static_cast<double>(1ull << 30));
}

}  // namespace

ProblemForm form_of_rank(ProblemForm form, const Settings& settings, std::uint64_t rank) {
  form.n = capacity_of(form.n, settings, rank);
  return form;
}

std::vector<int> rank_devices(std::uint64_t ranks) {
  const std::vector<int> devices = cuda::devices_to_share();
  std::vector<int> of_ranks;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) of_ranks.push_back(devices[rank % devices.size()]);
  return of_ranks;
}

Links links_between(const std::vector<int>& devices, const CudaSettings& settings) {
  if (settings.links != Links::automatic) return settings.links;
  const bool own = std::set<int>(devices.begin(), devices.end()).size() == devices.size() && devices.size() > 1;
  if (own && settings.finish == Finish::merge && cuda::reach_each_other(devices)) return Links::peer;
  return own && cuda::nccl_absence().empty() ? Links::nccl : Links::copies;
}

std::uint64_t rank_bytes(const ProblemForm& form, const CudaSettings& settings, std::uint64_t rank) {
  const ProblemForm own = form_of_rank(form, settings, rank);
  const std::uint64_t bytes = DeviceMemory::bytes(own, settings);
  if (data::record_memory(form.n, form.type, form.shape).words() == 0) return bytes;
  const bool reads = settings.ranks == 1 || links_between(rank_devices(settings.ranks), settings) == Links::peer;
  return bytes + RankRecords::bytes(own, !reads);
}

std::optional<std::string> device_refusal(const ProblemForm& form, const CudaSettings& settings) {
  const std::vector<int> devices = rank_devices(settings.ranks);
  if (settings.links == Links::nccl) {
    if (std::set<int>(devices.begin(), devices.end()).size() < devices.size()) {
      return fmt::format("links = nccl takes a device for each of the {} ranks: choose links = copies", settings.ranks);
    }
    if (!cuda::nccl_absence().empty()) return cuda::nccl_absence();
  }
  if (settings.links == Links::peer) {
    if (settings.finish == Finish::sort) return "links = peer merges what it reads: choose finish = merge";
    if (!cuda::reach_each_other(devices)) {
      return "links = peer takes devices that reach each other's memory, which these do not";
    }
  }
  std::map<int, std::uint64_t> needed;
  const bool by_nccl = settings.ranks > 1 && links_between(devices, settings) == Links::nccl;
  for (std::uint64_t rank = 0; rank < devices.size(); ++rank) {
    needed[devices[rank]] += rank_bytes(form, settings, rank) + (by_nccl ? cuda::nccl_bytes(devices) : 0);
  }
  std::string list;
  bool fits = true;
  for (const auto& [ordinal, bytes] : needed) {
    const cuda::StayOn device(ordinal);
    const cuda::Memory memory = cuda::memory(ordinal);
    fits = fits && bytes <= memory.free;
    list += fmt::format("{}device {} {} of {} free of {}", list.empty() ? "" : ", ", ordinal, gibibytes(bytes),
                        gibibytes(memory.free), gibibytes(memory.total));
  }
  if (fits) return std::nullopt;
  return fmt::format("n = {} takes more memory than there is: {}", form.n, list);
}

}  // namespace texelsort::algorithms::distributed
