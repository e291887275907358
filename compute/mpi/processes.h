#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/data/error.h"

/// Multi-process runs started with Open MPI's mpirun, on one or several machines. All processes execute the same
/// command and the same steps; only process 0 prints and writes. One thread per process may call these functions.
namespace texelsort::mpi {

/// Reason why MPI is unavailable. Empty if it is available.
const std::string& absence();
/// Returns the version of the MPI library, such as "Open MPI 4.1.4". Empty if there is no library.
std::string version();

struct ProcessRank {
  std::uint64_t rank = 0, count = 1;
  std::uint64_t on_machine = 0;  ///< index of this process among those of its machine
};
/// Rank of this process. There is only one process before join().
const ProcessRank& place();
inline bool several() {
  return place().count > 1;
}

/// Returns whether this process writes the files that all processes would write identically.
inline bool writes_files() {
  return place().rank == 0;
}

/// Joins the processes that mpirun has started with this one. Does nothing without mpirun. Afterwards, only process 0
/// prints. Throws UnavailableError with the reason.
void join();
/// Ends together with the other processes. Process 0 has already printed its own `message`. Returns the exit code:
/// `code`, or another process's code if it is 0. If a process failed in the middle of a message or is unresponsive, MPI
/// aborts all processes and this function does not return.
int end(int code, const std::string& message);

/// Error: another process has failed or is unresponsive.
class Lost : public UnavailableError {
 public:
  Lost(const std::string& what, bool silent, std::uint64_t rank)
      : UnavailableError(what), silent_(silent), rank_(rank) {}
  bool silent() const { return silent_; }
  std::uint64_t rank() const { return rank_; }

 private:
  bool silent_;
  std::uint64_t rank_;
};

using Bytes = std::vector<std::byte>;

/// Messages between processes. All functions except tell_failure() throw Lost in two cases: another process has called
/// tell_failure(), or the wait exceeds `timeout`. The second error names the first unresponsive process, "it has said
/// nothing for 30 seconds". Afterwards, nothing can be sent.
class Channel {
 public:
  explicit Channel(std::chrono::milliseconds timeout) : timeout_(timeout) {}

  /// Sends a message; messages to one process keep their order. Blocks if too many messages are in flight to the
  /// receiver.
  void send(std::uint64_t to, Bytes message) const;
  Bytes receive(std::uint64_t from) const;
  /// Waits until everything has been sent, because MPI makes progress only during calls.
  void flush() const;
  /// Returns the bytes of all processes, in every process.
  std::vector<Bytes> gather(Bytes own) const;
  /// Adds the numbers of all processes elementwise. Every process receives the sums.
  void sum(std::span<std::uint64_t> numbers) const;
  /// Broadcasts process 0's bytes; the size must be equal in all processes.
  void share(std::span<std::byte> bytes) const;
  /// Waits until all processes have called this function.
  void meet() const;
  /// Throws Lost if another process has failed meanwhile.
  void look() const;
  /// Sends the failure to processes that wait for this one: "rank 2 has failed in the exchange: ...". Does not wait.
  static void tell_failure(const std::string& message);
  /// Throws Lost, because a wait for something other than a message has timed out.
  [[noreturn]] void give_up() const;

 private:
  std::chrono::milliseconds timeout_;
};

/// Returns process 0's value, so that decisions based on clocks agree. Returns `own` if there is only one process.
double agreed(double own);

}  // namespace texelsort::mpi
