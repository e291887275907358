#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/data/error.h"

/// This program as several processes that Open MPI's mpirun has started, on one machine or several. All of them execute
/// the same command and take the same steps; process 0 alone prints and writes. One thread of each calls what is here.
namespace texelsort::mpi {

/// Why there is no MPI; empty if there is.
const std::string& absence();
/// "Open MPI 4.1.4"; empty if there is none.
std::string version();

struct ProcessRank {
  std::uint64_t rank = 0, count = 1;
  std::uint64_t on_machine = 0;  ///< its number among those of its machine
};
/// This process's; one alone until join() has found others.
const ProcessRank& place();
inline bool several() {
  return place().count > 1;
}

/// Whether this process writes files that all processes would write alike.
inline bool writes_files() {
  return place().rank == 0;
}

/// Joins the processes that mpirun has started with this one; does nothing where it was started by itself. All but
/// process 0 are silent from then on. Throws UnavailableError with the reason.
void join();
/// Ends together with the others: `code` and `message` are what this process ends with, which process 0 has printed
/// if they are its own. Returns what to exit with: another's code if this one's is 0. Does not return where a process
/// failed in the middle of a message, or is silent: then all are ended by MPI.
int end(int code, const std::string& message);

/// A process has failed or says nothing.
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

/// Messages from process to process. Every function but tell_failure() throws Lost: with what another process has told
/// by tell_failure(), or when it has waited for longer than `timeout`, of the first process of which nothing is
/// heard, "it has said nothing for 30 seconds". Nothing can be sent after that.
class Channel {
 public:
  explicit Channel(std::chrono::milliseconds timeout) : timeout_(timeout) {}

  /// In order from one process to another. Few are under way at a time: who sends more waits until some are received.
  void send(std::uint64_t to, Bytes message) const;
  Bytes receive(std::uint64_t from) const;
  /// Until all that was sent is on its way: nothing is moved while nobody waits for a message.
  void flush() const;
  /// Everybody's bytes, in everybody.
  std::vector<Bytes> gather(Bytes own) const;
  /// Adds all processes' numbers place by place: every process then has the sums.
  void sum(std::span<std::uint64_t> numbers) const;
  /// Process 0's bytes, in everybody; all have as many.
  void share(std::span<std::byte> bytes) const;
  /// Until all have come here.
  void meet() const;
  /// Throws Lost if somebody has failed meanwhile.
  void look() const;
  /// What others are told who wait for this one: "rank 2 has failed in the exchange: ...". Does not wait.
  static void tell_failure(const std::string& message);
  /// This process has waited in vain for something else than a message: throws Lost.
  [[noreturn]] void give_up() const;

 private:
  std::chrono::milliseconds timeout_;
};

/// Process 0's value, so that what is decided by a clock is decided alike; this one's own where there are no others.
double agreed(double own);

}  // namespace texelsort::mpi
