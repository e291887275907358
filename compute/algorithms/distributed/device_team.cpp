#include "compute/algorithms/distributed/device_team.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/distributed/process_devices.h"
#include "compute/algorithms/distributed/team.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/data/parallel_tasks.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::algorithms::distributed {
namespace {

constexpr auto most_of_ending = std::chrono::seconds(2);

}  // namespace

DeviceTeam::DeviceTeam(const ProblemForm& form, data::Order order, const CudaSettings& settings)
    : settings_(settings), devices_(rank_devices(settings.ranks, form.execution)), execution_(form.execution) {
  require_rank_of_fault(settings.ranks);
  here_ = ranks_here(settings.ranks);
  ranks_.resize(settings.ranks);
  for (const std::uint64_t rank : here_) {
    const cuda::DeviceGuard device(devices_[rank]);
    ranks_[rank] = std::make_unique<DeviceMemory>(devices_[rank], form_of_rank(form, settings, rank), order, settings);
  }
  if (settings.ranks > 1) choose_links();
}

void DeviceTeam::choose_links() {
  const cuda::DeviceGuard device(devices_[here_.front()]);
  std::vector<const cuda::Stream*> streams;
  for (const std::uint64_t rank : here_) streams.push_back(&ranks_[rank]->stream());
  links_ = links_between(devices_, execution_, settings_);
  if (mpi::several()) {
    const std::uint64_t own = here_.front();
    names_ = told_by_all(name(own));
    const std::chrono::seconds timeout(settings_.timeout);
    const mpi::Channel channel(std::max<std::chrono::milliseconds>(timeout, std::chrono::minutes(1)));
    const cuda::Group group{static_cast<std::size_t>(own), static_cast<std::size_t>(size()),
                            [&channel](std::span<std::byte> bytes) { channel.share(bytes); }};
    communicator_ = links_ == Links::nccl ? cuda::nccl_communicator(streams, settings_.timeout, &group)
                                          : staged_communicator(*streams.front(), timeout);
  } else {
    communicator_ = links_ == Links::nccl ? cuda::nccl_communicator(streams, settings_.timeout)
                                          : cuda::copying_communicator(streams, settings_.timeout);
  }
  meeting_.emplace(streams);
}

std::string DeviceTeam::name(std::uint64_t rank) const {
  if (!names_.empty()) return names_[rank];
  const int ordinal = devices_[rank];
  const std::string& device = cuda::device(ordinal).name;
  if (ordinal == cuda::cpu_ordinal) return fmt::format("rank {} ({})", rank, device);
  return fmt::format("rank {} (device {}, {})", rank, ordinal, device);
}

bool DeviceTeam::on_cpu() const {
  return devices_.front() == cuda::cpu_ordinal;
}

void DeviceTeam::wait() {
  wait_here();
  const mpi::Channel channel{std::chrono::seconds(settings_.timeout)};
  if (mpi::several()) together(last_, [&] { channel.meet(); });
}

void DeviceTeam::wait_here() {
  for (const std::uint64_t rank : here_) as(rank, last_, [&] { ranks_[rank]->mark(); });
  const auto start = std::chrono::steady_clock::now();
  const mpi::Channel channel{std::chrono::seconds(settings_.timeout)};
  for (std::size_t i = 0; i < here_.size();) {
    const std::uint64_t rank = here_[i];
    bool reached = false;
    as(rank, last_, [&] { reached = ranks_[rank]->reached_mark(); });
    if (reached) {
      ++i;
      continue;
    }
    if (mpi::several()) together(last_, [&] { channel.look(); });
    if (communicator_ != nullptr) {
      if (const auto fault = communicator_->fault()) give_up(fault->rank, last_, fault->reason);
    }
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(settings_.timeout)) give_up_silent(rank);
    std::this_thread::yield();
  }
  phases_.clear();
}

void DeviceTeam::on_each_rank(const std::function<void(std::uint64_t rank)>& work) const {
  const auto on_device = [&](std::uint64_t rank) {
    const cuda::DeviceGuard device(devices_[rank]);
    work(rank);
  };
  if (on_cpu()) {
    for (const std::uint64_t rank : here_) on_device(rank);
    return;
  }
  std::vector<gpu::TransferLog> logs(size());
  data::parallel_tasks(here_.size(), [&](std::uint64_t i) {
    const std::uint64_t rank = here_[i];
    const gpu::TransferLog before = gpu::transfers();
    on_device(rank);
    logs[rank].to_device_bytes = gpu::transfers().to_device_bytes - before.to_device_bytes;
    logs[rank].from_device_bytes = gpu::transfers().from_device_bytes - before.from_device_bytes;
  });
  for (const gpu::TransferLog& own : logs) {
    gpu::transfers().to_device_bytes += own.to_device_bytes;
    gpu::transfers().from_device_bytes += own.from_device_bytes;
  }
}

void DeviceTeam::fail_if_wanted(std::uint64_t rank, CollectiveStep::Kind step) {
  const auto& fault = injected_fault();
  if (!fault || fault->rank != rank) return;
  // If merging reads the shares directly, there is no exchange step. An injected fault for the exchange then occurs in
  // the merge step.
  const bool stands_for =
      reads_shares() && step == CollectiveStep::Kind::merge && fault->step == CollectiveStep::Kind::exchange;
  if (fault->step != step && !stands_for) return;
  if (!fault->silent) throw UnavailableError("TEXELSORT_RANK_FAULT injected this failure");
  if (mpi::several()) fall_silent();
  // NCCL must not be informed of the messages of an unresponsive rank.
  if (links_ == Links::nccl && step == CollectiveStep::Kind::exchange) return;
  ranks_[rank]->hang();
}

void DeviceTeam::give_up_lost(const mpi::Lost& lost, CollectiveStep::Kind step) {
  if (!lost.silent()) end_all(lost.what());
  end_all(fmt::format("{} does not respond in the {}; the other ranks have stopped: {}", name(lost.rank()),
                      distributed::name(step), lost.what()));
}

void DeviceTeam::ask_others(CollectiveStep::Kind step) {
  try {
    mpi::Channel(std::chrono::seconds(settings_.timeout)).give_up();
  } catch (const mpi::Lost& lost) {
    give_up_lost(lost, step);
  }
}

void DeviceTeam::give_up(std::uint64_t rank, CollectiveStep::Kind step, const std::string& why) {
  end_all(fmt::format("{} has failed in the {}; the other ranks have stopped: {}", name(rank), distributed::name(step),
                      why));
}

void DeviceTeam::end_all(CollectiveStep::Kind step, const std::string& why) {
  end_all(fmt::format("the {} via {} has failed: {}", distributed::name(step), carrier(), why));
}

void DeviceTeam::end_all(const std::string& failure) {
  failure_ = failure;
  if (mpi::several()) mpi::Channel::tell_failure(failure);
  const bool ended = communicator_ == nullptr || communicator_->abort();
  if (!ended || !all_come_to_an_end()) {
    // The team stays in memory until the process ends, because freeing device memory would make CUDA wait for the
    // hanging work.
    static auto* const left = new std::vector<std::shared_ptr<DeviceTeam>>;
    left->push_back(shared_from_this());
    ranks_[here_.front()]->stream().driver().leave_at_exit();
  }
  throw UnavailableError(failure);
}

/// Waits at most `most_of_ending` seconds until all ranks of this process have finished. Returns whether they have
/// finished.
bool DeviceTeam::all_come_to_an_end() {
  const auto start = std::chrono::steady_clock::now();
  for (const std::uint64_t rank : here_) {
    try {
      const cuda::DeviceGuard device(devices_[rank]);
      ranks_[rank]->mark();
      while (!ranks_[rank]->reached_mark()) {
        if (std::chrono::steady_clock::now() - start > most_of_ending) return false;
        std::this_thread::yield();
      }
    } catch (const Error&) {
      continue;  // CUDA reports failed work immediately, so this rank does not hang
    }
  }
  return true;
}

/// Ends the team after rank `waiting` has timed out, and names the rank at fault. This is a rank with unfinished work
/// of its own. If ranks wait for messages of one another, it may be a rank that sent none.
void DeviceTeam::give_up_silent(std::uint64_t waiting) {
  const bool talks = last_ == CollectiveStep::Kind::exchange || last_ == CollectiveStep::Kind::select;
  // Work that is enqueued after NCCL messages waits for other processes.
  if (mpi::several() && talks) ask_others(last_);
  for (std::uint64_t phase = 0; phase < phases_.size(); ++phase) {
    for (const std::uint64_t rank : here_) {
      bool come = false;
      as(rank, last_, [&] { come = ranks_[rank]->has_come(phase); });
      if (come) continue;
      give_up(rank, phases_[phase], fmt::format("the others have waited for it for {} seconds", settings_.timeout));
    }
  }
  if (mpi::several()) ask_others(last_);
  for (std::uint64_t rank = 0; talks && links_ == Links::nccl && rank < size(); ++rank) {
    bool reached = false;
    as(rank, last_, [&] { reached = ranks_[rank]->reached_mark(); });
    if (reached) {
      give_up(
          rank, last_,
          fmt::format("it did not take part, and {} waited for it for {} seconds", name(waiting), settings_.timeout));
    }
  }
  give_up(waiting, last_, fmt::format("it has not finished within {} seconds", settings_.timeout));
}

}  // namespace texelsort::algorithms::distributed
