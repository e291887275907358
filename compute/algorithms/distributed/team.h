#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// CPU ranks: their parallel work and their messages. They are threads of this process, or the processes that mpirun
/// has started.
namespace texelsort::algorithms::distributed {

using Bytes = std::vector<std::byte>;

/// Thrown in a rank that has timed out waiting for another, or that learns of another's failure.
struct Abandoned {
  std::uint64_t rank = 0;  ///< number of the other rank
  bool silent = false;     ///< the other rank is unresponsive
};

/// Messages between ranks, in order for each pair. Sending blocks while too many are unreceived.
class Messages {
 public:
  virtual ~Messages() = default;
  Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  virtual void send(std::uint64_t from, std::uint64_t to, Bytes message) = 0;
  virtual Bytes receive(std::uint64_t from, std::uint64_t to) = 0;
  /// Adds the numbers of all ranks element by element. `numbers` are those of rank `rank`. Every rank gets the sums.
  virtual void sum(std::uint64_t rank, std::span<std::uint64_t> numbers) = 0;
};

/// Executes a step on every rank of this process and waits for all. The first rank that fails makes all others stop
/// waiting. Then throws UnavailableError that names it.
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
  /// Returns the time that each rank worked in the last step. 0 for ranks of other processes.
  virtual const std::vector<double>& milliseconds() const = 0;
  /// Returns every rank's bytes in every process. `own` has one element per rank, filled for the ranks of this process.
  virtual std::vector<Bytes> gather(std::vector<Bytes> own) const = 0;
  /// Waits until all processes have called it.
  virtual void meet() const = 0;
  /// Describes the messages: "messages from thread to thread".
  virtual const char* way() const = 0;
};

/// Makes a team of processes if mpirun has started several, whose number then equals the ranks. Otherwise makes
/// threads.
std::unique_ptr<Team> make_team(std::uint64_t ranks, std::chrono::milliseconds timeout);

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Makes a team of the processes that mpirun has started, one rank each.
std::unique_ptr<Team> make_process_team(std::chrono::milliseconds timeout);

/// Executes a step of this process's rank. If it fails, the other processes are informed. Throws UnavailableError that
/// names the rank that failed or is unresponsive. An unresponsive rank never returns.
void as_process(CollectiveStep::Kind step, const std::function<void()>& work);
/// Simulates a hanging process. MPI ends it when the others have given it up.
[[noreturn]] void fall_silent();
/// Executes work after the step, together with the other processes, so that failures name rank and step.
void after_step(CollectiveStep::Kind step, const std::function<void()>& work);

}  // namespace texelsort::algorithms::distributed
