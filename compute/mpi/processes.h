#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/data/error.h"

/// Sorts with several processes, which Open MPI's mpirun starts on one or several machines. All processes execute the
/// same command and the same steps. Only process 0 prints and writes files. One thread per process may call these
/// functions.
namespace texelsort::mpi {

/// Returns the reason why MPI is unavailable, or an empty string if it is available.
const std::string& absence();
/// Returns the version of the MPI library, such as "Open MPI 4.1.4", or an empty string if the library is unavailable.
std::string version();

struct ProcessRank {
  std::uint64_t rank = 0, count = 1;
  std::uint64_t on_machine = 0;  ///< index of this process among the processes on its machine, from 0
};
/// Returns the rank of this process and the number of processes. Before join(), these are 0 and 1.
const ProcessRank& place();
inline bool several() {
  return place().count > 1;
}

/// Returns whether this process writes files, because all processes would write the same bytes.
inline bool writes_files() {
  return place().rank == 0;
}

/// Joins the processes that mpirun has started together with this one. Does nothing if mpirun did not start this
/// process. Afterwards, only process 0 prints. Throws UnavailableError with the reason if MPI is unavailable.
void join();
/// Ends this process together with the others, and returns the exit code of the program. `code` and `message` describe
/// a failure of this process, and `code` is 0 without failure. Process 0 must have printed its own `message` before the
/// call. If `code` is 0 and another process has failed, returns the code of that process. If a process is unresponsive
/// or failed in the middle of a message, MPI aborts all processes, and this function does not return.
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

/// Messages between processes. A function throws Lost if another process has called tell_failure(). It also throws Lost
/// if it waits longer than the timeout, and names the first unresponsive process: "it has sent nothing for 30 seconds".
/// After an error, this process cannot send messages. tell_failure() does not throw.
class Channel {
 public:
  explicit Channel(std::chrono::milliseconds timeout) : timeout_(timeout) {}

  /// Sends a message to process `to`. Messages to the same process keep their order. Waits while too many messages are
  /// in flight to that process.
  void send(std::uint64_t to, Bytes message) const;
  Bytes receive(std::uint64_t from) const;
  /// Waits until all messages have been sent. MPI transfers them only during calls of this class.
  void flush() const;
  /// Gathers bytes of all processes. Each process passes its own bytes and receives the bytes of all, by rank.
  std::vector<Bytes> gather(Bytes own) const;
  /// Adds the numbers of all processes elementwise. Every process receives the sums.
  void sum(std::span<std::uint64_t> numbers) const;
  /// Copies the bytes of process 0 to all other processes. The size must be the same in all processes.
  void share(std::span<std::byte> bytes) const;
  /// Waits until all processes have called this function.
  void meet() const;
  /// Throws Lost if another process has failed. Does not wait.
  void look() const;
  /// Tells all other processes that this process has failed, such as "rank 2 has failed in the exchange: ...". Does not
  /// wait.
  static void tell_failure(const std::string& message);
  /// Throws Lost after a wait for a device or another resource has timed out. The error names the first unresponsive
  /// process.
  [[noreturn]] void give_up() const;

 private:
  std::chrono::milliseconds timeout_;
};

/// Returns the value of process 0 in all processes, so that all make the same decision. Without other processes,
/// returns `own`.
double agreed(double own);

}  // namespace texelsort::mpi
