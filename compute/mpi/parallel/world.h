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

/// State of the MPI processes of a run, as this process knows it. Each process sends one notice to all others when it
/// ends or fails. While it waits, a process polls for such notices and for messages.
namespace texelsort::mpi {

struct PeerStatus {
  enum class Kind : std::uint8_t {
    ended,   ///< the process ended normally
    failed,  ///< the process failed with an error, which makes all other processes fail
    waited,  ///< the process timed out while it waited for other processes
  };
  Kind kind = Kind::ended;
  std::uint8_t code = 0;  ///< exit code of the process that sent the notice
  std::string text{};     ///< error message of the process that sent the notice
};

/// Message in flight to another process. Owns the bytes until MPI has sent them.
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
  /// Process ids of the processes on this machine, by rank; 0 for processes on other machines.
  std::vector<pid_t> neighbours;
  /// Notices from other processes by rank; null if no notice has arrived.
  std::vector<std::optional<PeerStatus>> heard;
  std::list<Sending> sending;
  bool receiving = false;  ///< true while a piece of a message is being received
  bool told = false;       ///< true once this process has sent its notice
  bool broken = false;     ///< true if messages are in flight that will never be received
  bool gave_up = false;    ///< true if this process timed out while it waited for an unresponsive process
  /// Descriptor of standard error for messages, which works even if the process discards its output.
  int error_output = STDERR_FILENO;
};
World& world();

/// Sends the notice of this process to all other processes. Later calls do nothing.
void tell(const PeerStatus& notice);
/// Receives all notices that have arrived from other processes.
void listen();
/// Frees the memory of messages that MPI has sent.
void forget_sent();
/// Throws Lost if a notice reports that another process has failed.
void throw_failure();
/// Throws Lost with the rank of the first unresponsive process. Before that, waits two seconds for reports of processes
/// that wait themselves, because they are responsive.
[[noreturn]] void give_up_silent(std::chrono::milliseconds timeout);

/// Polls `ready` until the function returns true. Throws Lost if another process fails or the timeout expires.
template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready);
/// Pauses between two polls of a wait that began at `since`. Yields at first, and sleeps later. Sleeps longer if no
/// message is in flight.
void pause(std::chrono::steady_clock::time_point since);

template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready) {
  if (world().broken) throw Lost("the processes have parted", false, 0);
  const auto start = std::chrono::steady_clock::now();
  // Number of MPI calls between two pauses. It is large, because each call transfers only a part of the messages: Open
  // MPI has no progress thread.
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
