#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/distributed/cuda.h"
#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/distributed/process_devices.h"
#include "compute/algorithms/distributed/rank_records.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/data/keys/records.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Returns an upper bound of the number of keys of a rank before and after the exchange. Before it, the rank has its
/// share. After it, the rank has its part, and all parts are equal.
std::uint64_t capacity_of(std::uint64_t n, const Settings& settings, std::uint64_t rank) {
  const Numbers shares = share_starts(n, settings);
  const std::uint64_t share = shares[rank + 1] - shares[rank];
  return std::max(share, part_start(n, settings.ranks, rank + 1) - part_start(n, settings.ranks, rank));
}

/// Returns why the processes cannot communicate by NCCL. Returns an empty text if they can.
std::string without_nccl(const cuda::ExecutionOptions& execution) {
  if (!devices_apart(execution)) return "NCCL needs a separate device for each process: choose links = copies";
  const std::vector<std::string> reasons = told_by_all(cuda::nccl_absence());
  const auto first = std::ranges::find_if(reasons, [](const std::string& reason) { return !reason.empty(); });
  return first == reasons.end() ? "" : fmt::format("rank {}: {}", first - reasons.begin(), *first);
}

std::optional<std::string> process_links_refusal(const cuda::ExecutionOptions& execution, const Settings& settings,
                                                 Links links) {
  if (links == Links::peer) {
    return fmt::format("links = peer needs all ranks in one process, but mpirun has started {}: choose nccl or copies",
                       settings.ranks);
  }
  if (links != Links::nccl) return std::nullopt;
  const std::string reason = without_nccl(execution);
  return reason.empty() ? std::nullopt : std::optional(reason);
}

/// Combines the answers of all processes to the question whether the devices have enough memory. This process
/// contributes `fits` and the text `own`. Returns whether all fit, and the list of texts.
std::pair<bool, std::string> agree_on_memory(bool fits, const std::string& own) {
  bool all_fit = true;
  std::string list;
  const std::vector<std::string> told = told_by_all((fits ? "+" : "-") + own);
  for (std::size_t rank = 0; rank < told.size(); ++rank) {
    all_fit = all_fit && told[rank].starts_with('+');
    list += fmt::format("{}rank {}: {}", rank == 0 ? "" : ", ", rank, told[rank].substr(1));
  }
  return {all_fit, list};
}

/// Returns the bytes of memory that NCCL needs on this process's device for each rank on the device.
std::uint64_t nccl_bytes_here(const cuda::ExecutionOptions& execution, const std::vector<int>& devices) {
  return mpi::several() ? cuda::nccl_bytes({own_device(execution)}, devices.size())
                        : cuda::nccl_bytes(devices, devices.size());
}

std::string gibibytes(std::uint64_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / static_cast<double>(1ull << 30));
}

}  // namespace

ProblemForm form_of_rank(ProblemForm form, const Settings& settings, std::uint64_t rank) {
  form.n = capacity_of(form.n, settings, rank);
  return form;
}

std::vector<std::uint64_t> ranks_here(std::uint64_t ranks) {
  if (mpi::several()) return {mpi::place().rank};
  std::vector<std::uint64_t> all(ranks);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

std::vector<int> rank_devices(std::uint64_t ranks, const cuda::ExecutionOptions& execution) {
  if (mpi::several()) return std::vector<int>(ranks, own_device(execution));
  const std::vector<int> devices = cuda::devices_to_share(execution);
  std::vector<int> of_ranks;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) of_ranks.push_back(devices[rank % devices.size()]);
  return of_ranks;
}

Links links_between(const std::vector<int>& devices, const cuda::ExecutionOptions& execution,
                    const CudaSettings& settings) {
  if (settings.links != Links::automatic) return settings.links;
  if (mpi::several()) return without_nccl(execution).empty() ? Links::nccl : Links::copies;
  const bool own = std::set<int>(devices.begin(), devices.end()).size() == devices.size() && devices.size() > 1;
  if (own && settings.finish == Finish::merge && cuda::reach_each_other(devices)) return Links::peer;
  return own && cuda::nccl_absence().empty() ? Links::nccl : Links::copies;
}

std::uint64_t rank_bytes(const ProblemForm& form, const CudaSettings& settings, std::uint64_t rank) {
  const ProblemForm own = form_of_rank(form, settings, rank);
  const std::uint64_t bytes = DeviceMemory::bytes(own, settings);
  // If processes sort records, the hosts move all data except the keys, so the devices need no memory for records.
  if (mpi::several() || data::record_memory(form.n, form.type, form.shape).words() == 0) return bytes;
  const bool messages = settings.ranks > 1 && links_between(rank_devices(settings.ranks, form.execution),
                                                            form.execution, settings) != Links::peer;
  return bytes + RankRecords::bytes(own, records_follow(form, settings.ranks, messages));
}

std::optional<std::string> device_refusal(const ProblemForm& form, const CudaSettings& settings) {
  const std::vector<int> devices = rank_devices(settings.ranks, form.execution);
  if (mpi::several()) {
    if (auto reason = process_links_refusal(form.execution, settings, settings.links)) return reason;
  } else if (settings.links == Links::nccl) {
    if (std::set<int>(devices.begin(), devices.end()).size() < devices.size()) {
      return fmt::format("links = nccl needs a separate device for each of the {} ranks: choose links = copies",
                         settings.ranks);
    }
    if (!cuda::nccl_absence().empty()) return cuda::nccl_absence();
  }
  if (settings.links == Links::peer && !mpi::several()) {
    if (settings.finish == Finish::sort) return "links = peer merges the keys as it reads them: choose finish = merge";
    if (!cuda::reach_each_other(devices)) {
      return "links = peer needs devices that reach each other's memory, which these do not: choose nccl or copies";
    }
  }
  std::map<int, std::uint64_t> needed;
  const bool by_nccl = settings.ranks > 1 && links_between(devices, form.execution, settings) == Links::nccl;
  for (const std::uint64_t rank : ranks_here(settings.ranks)) {
    needed[devices[rank]] +=
        rank_bytes(form, settings, rank) + (by_nccl ? nccl_bytes_here(form.execution, devices) : 0);
  }
  std::string list;
  bool fits = true;
  for (const auto& [ordinal, bytes] : needed) {
    const cuda::DeviceGuard device(ordinal);
    const cuda::Memory memory = cuda::memory(ordinal);
    fits = fits && bytes <= memory.free;
    list += fmt::format("{}device {} needs {}, {} of {} are free", list.empty() ? "" : ", ", ordinal, gibibytes(bytes),
                        gibibytes(memory.free), gibibytes(memory.total));
  }
  if (mpi::several()) std::tie(fits, list) = agree_on_memory(fits, list);
  if (fits) return std::nullopt;
  return fmt::format("n = {} needs more memory than is free: {}", form.n, list);
}

}  // namespace texelsort::algorithms::distributed
