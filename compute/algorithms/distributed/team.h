#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// Ranks of the CPU: what they do side by side, and what they tell each other. They are threads of this process, or the
/// processes that mpirun has started.
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
  virtual ~Messages() = default;
  Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  virtual void send(std::uint64_t from, std::uint64_t to, Bytes message) = 0;
  virtual Bytes receive(std::uint64_t from, std::uint64_t to) = 0;
  /// Adds all ranks' numbers place by place, which `numbers` are of rank `rank`: every rank then has the sums.
  virtual void sum(std::uint64_t rank, std::span<std::uint64_t> numbers) = 0;
};

/// Runs a step of every rank of this process, and waits for all. The first that fails abandons the others, wherever
/// they are; then throws UnavailableError that names it.
class Team {
 public:
  virtual ~Team() = default;
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// The ranks of this process.
  virtual const std::vector<std::uint64_t>& here() const = 0;
  virtual Messages& messages() = 0;
  virtual void each(CollectiveStep::Kind step, const std::function<void(std::uint64_t rank)>& work) = 0;
  /// How long each of them was at work in the last step; 0 in place of others.
  virtual const std::vector<double>& milliseconds() const = 0;
  /// What every rank has to say, in every process: `own` has it for the ranks of this one, and a place for each.
  virtual std::vector<Bytes> gather(std::vector<Bytes> own) const = 0;
  /// Until all processes have come here.
  virtual void meet() const = 0;
  /// "messages from thread to thread"
  virtual const char* way() const = 0;
};

/// The processes where mpirun has started several, of which there are then as many as ranks; else threads.
std::unique_ptr<Team> make_team(std::uint64_t ranks, std::chrono::milliseconds timeout);

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace texelsort::algorithms::distributed
