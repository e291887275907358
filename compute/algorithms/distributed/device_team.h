#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/cuda.h"
#include "compute/algorithms/distributed/device_memory.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/stream_barrier.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {

/// Ranks on CUDA devices that work together. One thread enqueues the work of all ranks, or each process that mpirun has
/// started is one rank. If a rank fails or hangs, the team finds and names the rank, and all ranks stop. Then every
/// function that enqueues or waits throws UnavailableError.
class DeviceTeam : public std::enable_shared_from_this<DeviceTeam> {
 public:
  DeviceTeam(const ProblemForm& form, data::Order order, const CudaSettings& settings);

  std::uint64_t size() const { return ranks_.size(); }
  /// Returns the ranks of this process.
  const std::vector<std::uint64_t>& here() const { return here_; }
  std::string name(std::uint64_t rank) const;
  /// Returns the CUDA device of a rank of this process.
  int device(std::uint64_t rank) const { return devices_[rank]; }
  bool on_cpu() const;
  DeviceMemory& operator[](std::uint64_t rank) const { return *ranks_[rank]; }
  /// Returns the memory of each rank. Ranks of other processes have null pointers.
  const DeviceMemory::Ranks& ranks() const { return ranks_; }
  const CudaSettings& settings() const { return settings_; }
  Links links() const { return links_; }
  bool reads_shares() const { return links_ == Links::peer; }
  cuda::Communicator& communicator() { return *communicator_; }
  std::string carrier() const { return communicator_->name(); }
  /// Keeps other objects on the devices alive while the team exists. If a device hangs, they stay until the process
  /// ends.
  void hold(std::shared_ptr<void> belongings) { belongings_.push_back(std::move(belongings)); }

  /// Executes work of a rank for a step. An error ends the whole team.
  template <typename Work>
  void as(std::uint64_t rank, CollectiveStep::Kind step, Work work) {
    require_working();
    try {
      const cuda::DeviceGuard device(devices_[rank]);
      work();
    } catch (const mpi::Lost& lost) {
      give_up_lost(lost, step);
    } catch (const Error& error) {
      give_up(rank, step, error.what());
    }
  }
  /// Executes more work of a rank for the most recent step.
  template <typename Work>
  void as(std::uint64_t rank, Work work) {
    as(rank, last_, work);
  }
  /// Enqueues work on every rank. The work may wait only for work of other ranks that was enqueued before.
  template <typename Work>
  void in_phase(CollectiveStep::Kind step, Work work) {
    last_ = step;
    for (const std::uint64_t rank : here_) {
      as(rank, step, [&] {
        work(rank);
        ranks_[rank]->come(phases_.size());
      });
    }
    phases_.push_back(step);
  }
  /// Enqueues the work of a step on every rank. If a test has injected a fault for a rank and this step, that rank
  /// fails.
  template <typename Work>
  void each(CollectiveStep::Kind step, Work work) {
    in_phase(step, [&](std::uint64_t rank) {
      fail_if_wanted(rank, step);
      work(rank);
    });
  }
  /// Enqueues a collective operation of the communicator.
  template <typename Work>
  void together(CollectiveStep::Kind step, Work work) {
    require_working();
    try {
      const cuda::DeviceGuard first(devices_[here_.front()]);
      work();
    } catch (const mpi::Lost& lost) {
      give_up_lost(lost, step);
    } catch (const cuda::Stalled& stalled) {
      if (mpi::several()) ask_others(step);
      give_up(stalled.rank(), step, stalled.what());
    } catch (const Error& error) {
      end_all(step, error.what());
    }
  }
  /// Makes the streams of all ranks wait for one another.
  void meet(CollectiveStep::Kind step) {
    if (meeting_) together(step, [this] { meeting_->meet(); });
  }
  /// Waits until every rank has executed all enqueued work. Throws UnavailableError after the timeout.
  void wait();
  /// Waits until every rank of this process has executed all enqueued work. Throws UnavailableError after the timeout.
  void wait_here();
  /// Calls `work` for every rank. Each call has its own thread with the device of the rank, because a copy from or to
  /// unpinned memory blocks its thread. On the CPU, the calls are sequential.
  void on_each_rank(const std::function<void(std::uint64_t rank)>& work) const;

 private:
  void require_working() const {
    if (!failure_.empty()) throw UnavailableError(failure_);
  }
  void fail_if_wanted(std::uint64_t rank, CollectiveStep::Kind step);
  [[noreturn]] void give_up(std::uint64_t rank, CollectiveStep::Kind step, const std::string& why);
  [[noreturn]] void give_up_silent(std::uint64_t waiting);
  [[noreturn]] void give_up_lost(const mpi::Lost& lost, CollectiveStep::Kind step);
  /// Asks the other processes, after a timeout, which of them does not respond, and ends the team with its name.
  [[noreturn]] void ask_others(CollectiveStep::Kind step);
  void choose_links();
  [[noreturn]] void end_all(CollectiveStep::Kind step, const std::string& why);
  [[noreturn]] void end_all(const std::string& failure);
  bool all_come_to_an_end();

  CudaSettings settings_;
  std::vector<std::uint64_t> here_;
  std::vector<int> devices_;
  std::vector<std::string> names_;  ///< display name of each rank; empty if there is only one process
  DeviceMemory::Ranks ranks_;
  std::unique_ptr<cuda::Communicator> communicator_;
  std::optional<cuda::StreamBarrier> meeting_;
  std::vector<std::shared_ptr<void>> belongings_;
  cuda::ExecutionOptions execution_;
  Links links_ = Links::copies;
  CollectiveStep::Kind last_ = CollectiveStep::Kind::sort;
  std::vector<CollectiveStep::Kind> phases_;  ///< step of each phase since all ranks were last idle
  std::string failure_;                       ///< Text of the failure that ended the team. Empty while the team works.
};

/// Makes a communicator between the processes that mpirun has started. It copies via host memory and MPI messages, so
/// that processes may share a device. `stream` is the stream of this process's rank. This rank sends or receives each
/// message.
std::unique_ptr<cuda::Communicator> staged_communicator(const cuda::Stream& stream, std::chrono::seconds timeout);

}  // namespace texelsort::algorithms::distributed
