#pragma once

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

/// Ranks on CUDA devices at work together, on which one thread queues, or one of each process that mpirun has started,
/// which is a rank: whoever fails, or does not come to an end, is found and named, and all end. Every function that
/// queues or waits throws UnavailableError then, and from then on.
class DeviceTeam : public std::enable_shared_from_this<DeviceTeam> {
 public:
  DeviceTeam(const ProblemForm& form, data::Order order, const CudaSettings& settings);

  std::uint64_t size() const { return ranks_.size(); }
  /// The ranks of this process.
  const std::vector<std::uint64_t>& here() const { return here_; }
  std::string name(std::uint64_t rank) const;
  /// The device of a rank of this process.
  int device(std::uint64_t rank) const { return devices_[rank]; }
  bool on_cpu() const;
  DeviceMemory& operator[](std::uint64_t rank) const { return *ranks_[rank]; }
  /// By rank; null: another process's.
  const DeviceMemory::Ranks& ranks() const { return ranks_; }
  const CudaSettings& settings() const { return settings_; }
  Links links() const { return links_; }
  bool reads_shares() const { return links_ == Links::peer; }
  cuda::Communicator& communicator() { return *communicator_; }
  std::string carrier() const { return communicator_->name(); }
  /// What else stands on the devices: it goes when this goes, or, where a device hangs, never.
  void hold(std::shared_ptr<void> belongings) { belongings_.push_back(std::move(belongings)); }

  /// One rank's part of a step.
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
  /// The same for the step that was queued last.
  template <typename Work>
  void as(std::uint64_t rank, Work work) {
    as(rank, last_, work);
  }
  /// Queues work of every rank that waits for no other, but for what was queued before.
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
  /// A rank's part of a step on every rank, but where it is made to fail.
  template <typename Work>
  void each(CollectiveStep::Kind step, Work work) {
    in_phase(step, [&](std::uint64_t rank) {
      fail_if_wanted(rank, step);
      work(rank);
    });
  }
  /// What all ranks do by their communicator.
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
  /// Streams wait for each other.
  void meet(CollectiveStep::Kind step) {
    if (meeting_) together(step, [this] { meeting_->meet(); });
  }
  /// Until every rank has come to the end of what is queued; not for ever.
  void wait();
  /// The same of this process's ranks alone.
  void wait_here();
  /// Calls `work` for every rank, each in a thread that uses its device: a copy from or to memory that is not pinned
  /// holds its thread. The CPU does one thing at a time.
  void side_by_side(const std::function<void(std::uint64_t rank)>& work) const;

 private:
  void require_working() const {
    if (!failure_.empty()) throw UnavailableError(failure_);
  }
  void fail_if_wanted(std::uint64_t rank, CollectiveStep::Kind step);
  [[noreturn]] void give_up(std::uint64_t rank, CollectiveStep::Kind step, const std::string& why);
  [[noreturn]] void give_up_silent(std::uint64_t waiting);
  [[noreturn]] void give_up_lost(const mpi::Lost& lost, CollectiveStep::Kind step);
  /// This process has waited for others: which of them says nothing.
  [[noreturn]] void ask_others(CollectiveStep::Kind step);
  void choose_links();
  [[noreturn]] void end_all(CollectiveStep::Kind step, const std::string& why);
  [[noreturn]] void end_all(const std::string& failure);
  bool all_come_to_an_end();

  CudaSettings settings_;
  std::vector<std::uint64_t> here_;
  std::vector<int> devices_;
  std::vector<std::string> names_;  ///< of all ranks, where they are several processes'
  DeviceMemory::Ranks ranks_;
  std::unique_ptr<cuda::Communicator> communicator_;
  std::optional<cuda::StreamBarrier> meeting_;
  std::vector<std::shared_ptr<void>> belongings_;
  cuda::ExecutionOptions execution_;
  Links links_ = Links::copies;
  CollectiveStep::Kind last_ = CollectiveStep::Kind::sort;
  std::vector<CollectiveStep::Kind> phases_;  ///< since all were idle
  std::string failure_;                       ///< why there is no more to be done
};

}  // namespace texelsort::algorithms::distributed
