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

/// What this process knows of the others. Beside messages there are notices: each process gives every other one, when
/// it ends or fails, and whoever waits looks for them.
namespace texelsort::mpi {

struct PeerStatus {
  enum class Kind : std::uint8_t {
    ended,   ///< by itself
    failed,  ///< and so have all others
    waited,  ///< too long, for it does not know whom
  };
  Kind kind = Kind::ended;
  std::uint8_t code = 0;  ///< that it exits with
  std::string text{};     ///< of the failure
};

/// A message that is under way, with its memory.
struct Sending {
  std::uint64_t to = 0;
  std::shared_ptr<const Bytes> bytes;
  MPI_Request request = nullptr;
};

struct World {
  bool joined = false;
  std::atomic<bool> met = false;     ///< who is on this machine is known
  std::atomic<bool> ending = false;  ///< all have said that they end
  ProcessRank place;
  MPI_Comm messages = nullptr, notices = nullptr;
  std::vector<pid_t> neighbours;                 ///< processes of this machine by rank; 0: of another one
  std::vector<std::optional<PeerStatus>> heard;  ///< by rank
  std::list<Sending> sending;
  bool receiving = false;            ///< a message that has begun to come
  bool told = false;                 ///< this one's notice
  bool broken = false;               ///< messages are under way that nobody will take
  bool gave_up = false;              ///< it has waited for a process that says nothing
  int error_output = STDERR_FILENO;  ///< where a process that is silent can speak
};
World& world();

/// Gives every other process a notice, once.
void tell(const PeerStatus& notice);
/// Takes the notices that have come.
void listen();
/// Lets go of what has been sent.
void forget_sent();
/// Throws Lost if somebody has failed.
void throw_failure();
/// Throws Lost with the first of whom nothing is heard, after the others have had the time to say that they wait.
[[noreturn]] void give_up_silent(std::chrono::milliseconds timeout);

/// Calls `ready` until it is true. Throws what Channel does.
template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready);
/// Gives the processor to others, for longer where no message is under way.
void pause(std::chrono::steady_clock::time_point since);

template <typename Ready>
void wait_until(std::chrono::milliseconds timeout, Ready ready) {
  if (world().broken) throw Lost("the processes have parted", false, 0);
  const auto start = std::chrono::steady_clock::now();
  // The library has no thread of its own: it moves messages when it is called, a part of them at a time.
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
