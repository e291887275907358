#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// Ranks on the CPU, which are threads of this process or processes that mpirun has started. The functions here execute
/// their steps and exchange their messages.
namespace texelsort::algorithms::distributed {

using Bytes = std::vector<std::byte>;

/// Exception that a rank throws if another rank has failed, or if waiting for another rank has timed out.
struct Abandoned {
  std::uint64_t rank = 0;  ///< index of the unresponsive or failed rank
  bool silent = false;     ///< true if the rank is unresponsive; false if it has failed
};

/// Messages between ranks. Each receiver gets the messages of a sender in the order in which they were sent. A send
/// blocks while too many messages between the two ranks are not yet received.
class Messages {
 public:
  virtual ~Messages() = default;
  Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  virtual void send(std::uint64_t from, std::uint64_t to, Bytes message) = 0;
  virtual Bytes receive(std::uint64_t from, std::uint64_t to) = 0;
  /// Adds the numbers of all ranks element by element. Before the call, `numbers` has the numbers of rank `rank`. After
  /// it, `numbers` has the sums.
  virtual void sum(std::uint64_t rank, std::span<std::uint64_t> numbers) = 0;
};

/// Executes steps on every rank of this process, and waits for all ranks. If a rank fails, all other ranks stop
/// waiting. The team then throws UnavailableError with the index of the rank that failed first.
class Team {
 public:
  virtual ~Team() = default;
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Returns the ranks of this process.
  virtual const std::vector<std::uint64_t>& here() const = 0;
  virtual Messages& messages() = 0;
  virtual void each(CollectiveStep::Kind step, const std::function<void(std::uint64_t rank)>& work) = 0;
  /// Returns the milliseconds that each rank worked in the last step. Ranks of other processes have 0.
  virtual const std::vector<double>& milliseconds() const = 0;
  /// Collects one vector of bytes per rank from all processes. In `own`, only the elements of this process's ranks are
  /// used.
  virtual std::vector<Bytes> gather(std::vector<Bytes> own) const = 0;
  /// Waits until all processes have called this function.
  virtual void meet() const = 0;
  /// Returns the kind of the messages, such as "messages from thread to thread".
  virtual const char* way() const = 0;
};

/// Makes a team of processes if mpirun has started several processes, whose number must equal `ranks`. Otherwise makes
/// a team of threads.
std::unique_ptr<Team> make_team(std::uint64_t ranks, std::chrono::milliseconds timeout);

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Makes a team of the processes that mpirun has started, with one rank per process.
std::unique_ptr<Team> make_process_team(std::chrono::milliseconds timeout);

/// Executes a step of this process's rank. If the step fails, informs the other processes. Throws UnavailableError with
/// the index of the rank that failed or is unresponsive. In an unresponsive rank, the function never returns.
void as_process(CollectiveStep::Kind step, const std::function<void()>& work);
/// Stops responding, for tests of timeouts. MPI ends the process after the other processes have noticed the timeout.
[[noreturn]] void fall_silent();
/// Executes work that belongs to no step, together with the other processes. Errors name the rank and the previous
/// step.
void after_step(CollectiveStep::Kind step, const std::function<void()>& work);

}  // namespace texelsort::algorithms::distributed
