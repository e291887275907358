#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "compute/mpi/parallel/library.h"
#include "compute/mpi/processes.h"

/// State of the other processes, as known to this one. Besides messages, there are notices: each process sends one to
/// every other when it ends or fails. Waiting processes poll for them.
namespace texelsort::mpi {

struct PeerStatus {
  enum class Kind : std::uint8_t {
    ended,   ///< ended normally
    failed,  ///< failed with an error, so that all others must also fail
    waited,  ///< timed out while it waited for an unknown process
  };
  Kind kind = Kind::ended;
  std::uint8_t code = 0;  ///< exit code of the process
  std::string text{};     ///< error message
};

/// Message in flight, with its memory.
struct Sending {
  std::uint64_t to = 0;
  std::shared_ptr<const Bytes> bytes;
  MPI_Request request = nullptr;
};

struct World {
  bool joined = false;
  std::atomic<bool> met = false;     ///< true once the processes on this machine are known
  std::atomic<bool> ending = false;  ///< true once all processes have announced their end
  ProcessRank place;
  MPI_Comm messages = nullptr, notices = nullptr;
  std::vector<pid_t> neighbours;                 ///< processes of this machine by rank; 0 for those of other machines
  std::vector<std::optional<PeerStatus>> heard;  ///< notices by rank
  std::list<Sending> sending;
  bool receiving = false;            ///< true while a message is partly received
  bool told = false;                 ///< true once this process has sent its notice
  bool broken = false;               ///< true if messages are in flight that will never be received
  bool gave_up = false;              ///< true if this process has timed out waiting for an unresponsive process
  int error_output = STDERR_FILENO;  ///< standard error, also of a process whose output is discarded
};
World& world();

/// Sends a notice to every other process, once.
void tell(const PeerStatus& notice);
/// Receives all notices that have arrived.
void listen();
/// Frees messages that have been sent.
void forget_sent();
/// Throws Lost if another process has failed.
void throw_failure();
/// Throws Lost with the first unresponsive process, after the others have had time to report that they wait.
[[noreturn]] void give_up_silent(std::chrono::milliseconds timeout);

/// Polls `ready` until it returns true. Throws the errors of Channel.
template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready);
/// Yields the processor, for longer if no message is in flight.
void pause(std::chrono::steady_clock::time_point since);

template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready) {
  if (world().broken) throw Lost("the processes have parted", false, 0);
  const auto start = std::chrono::steady_clock::now();
  // Library calls between two pauses. The library has no progress thread: each call transfers a part of the messages.
  constexpr unsigned calls_of_a_turn = 256;
  for (unsigned call = 1; !ready(); ++call) {
    const bool moves = world().receiving || !world().sending.empty();
    if (moves && call % calls_of_a_turn != 0) continue;
    listen();
    throw_failure();
    bool others_wait = false;
    for (const auto& notice : world().heard) others_wait |= notice && notice->kind == PeerStatus::Kind::waited;
    if (others_wait || std::chrono::steady_clock::now() - start > timeout) give_up_silent(timeout);
    pause(start);
  }
}

}  // namespace texelsort::mpi
