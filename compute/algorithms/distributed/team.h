#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// Ranks as threads: what they do side by side, and what they tell each other.
namespace texelsort::algorithms::distributed {

using Bytes = std::vector<std::byte>;

/// Thrown in a rank that another one keeps waiting in vain, or that learns that another one has failed.
struct Abandoned {
  std::uint64_t rank = 0;  ///< the other one
  bool silent = false;     ///< nothing has been heard of it
};

/// Messages between ranks, in order from one to another, few at a time: who sends more waits until some are received.
class Messages {
 public:
  Messages(std::uint64_t ranks, std::chrono::milliseconds patience);

  void send(std::uint64_t from, std::uint64_t to, Bytes message);
  Bytes receive(std::uint64_t from, std::uint64_t to);
  /// Every rank's message to all, which `own` is of rank `rank`.
  std::vector<Bytes> gather(std::uint64_t rank, const Bytes& own);
  /// All who wait, and who will, get Abandoned.
  void abandon(std::uint64_t rank);
  /// Forgets all messages, and that somebody was abandoned.
  void clear();

 private:
  struct Way {
    std::queue<Bytes> under_way;
    std::condition_variable changed;
  };
  Way& way(std::uint64_t from, std::uint64_t to) { return ways_[from * ranks_ + to]; }
  template <typename Ready>
  /// Rank `rank` waits for what `other` does.
  void wait(std::unique_lock<std::mutex>& lock, Way& way, std::uint64_t rank, std::uint64_t other, Ready ready);

  std::uint64_t ranks_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::vector<Way> ways_;
  std::vector<std::optional<std::uint64_t>> waits_for_;
  std::optional<std::uint64_t> abandoned_;
  bool silent_ = false;
};

/// Calls `work` with every number below `count`, each in a thread where there are threads, and waits for all. Throws
/// what the first of them has thrown.
void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

/// Runs a step of every rank, each on a thread, and waits for all. The first that fails abandons the others; then
/// throws UnavailableError that names it.
class Team {
 public:
  Team(std::uint64_t ranks, std::chrono::milliseconds patience)
      : ranks_(ranks), messages_(ranks, patience), milliseconds_(ranks) {}

  Messages& messages() { return messages_; }
  /// How long each was at work in the last step.
  const std::vector<double>& milliseconds() const { return milliseconds_; }
  void each(Step::Kind step, const std::function<void(std::uint64_t rank)>& work);

 private:
  std::uint64_t ranks_;
  Messages messages_;
  std::vector<double> milliseconds_;
};

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace texelsort::algorithms::distributed
