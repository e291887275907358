#include "compute/algorithms/distributed/team.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/parallel_tasks.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Maximum number of messages from one rank to another that are sent but not yet received. With two messages, the
/// sender can continue while the receiver reads.
constexpr std::size_t most_under_way = 2;

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown error";
  }
}

/// Messages between ranks that are threads of this process.
class ThreadMessages final : public Messages {
 public:
  ThreadMessages(std::uint64_t ranks, std::chrono::milliseconds timeout)
      : ranks_(ranks), timeout_(timeout), ways_(ranks * ranks), waits_for_(ranks) {}

  void send(std::uint64_t from, std::uint64_t to, Bytes message) override;
  Bytes receive(std::uint64_t from, std::uint64_t to) override;
  void sum(std::uint64_t rank, std::span<std::uint64_t> numbers) override;
  /// Makes all current and later waits throw Abandoned with the number of the failed rank.
  void abandon(std::uint64_t rank);
  /// Discards all messages and forgets the failed rank.
  void clear();

 private:
  struct Way {
    std::queue<Bytes> under_way;
    std::condition_variable changed;
  };
  Way& way(std::uint64_t from, std::uint64_t to) { return ways_[from * ranks_ + to]; }
  /// Blocks rank `rank` until `ready` returns true, which requires an action of rank `other`. Throws Abandoned after a
  /// timeout.
  template <typename Ready>
  void wait(std::unique_lock<std::mutex>& lock, Way& way, std::uint64_t rank, std::uint64_t other, Ready ready);

  std::uint64_t ranks_;
  std::chrono::milliseconds timeout_;
  std::mutex mutex_;
  std::vector<Way> ways_;
  std::vector<std::optional<std::uint64_t>> waits_for_;
  std::optional<std::uint64_t> abandoned_;
  bool silent_ = false;
};

template <typename Ready>
void ThreadMessages::wait(std::unique_lock<std::mutex>& lock, Way& way, std::uint64_t rank, std::uint64_t other,
                          Ready ready) {
  waits_for_[rank] = other;
  const bool heard = way.changed.wait_for(lock, timeout_, [&] { return abandoned_ || ready(); });
  if (!heard && !abandoned_) {
    // The other rank may also be waiting for a rank. The rank at the end of this chain waits for no rank, so it is the
    // unresponsive one.
    std::uint64_t silent = other;
    for (std::uint64_t i = 0; i < ranks_ && waits_for_[silent]; ++i) silent = *waits_for_[silent];
    abandoned_ = silent;
    silent_ = true;
  }
  waits_for_[rank].reset();
  if (abandoned_) throw Abandoned{*abandoned_, silent_};
}

void ThreadMessages::send(std::uint64_t from, std::uint64_t to, Bytes message) {
  std::unique_lock lock(mutex_);
  Way& own = way(from, to);
  wait(lock, own, from, to, [&] { return own.under_way.size() < most_under_way; });
  own.under_way.push(std::move(message));
  own.changed.notify_all();
}

Bytes ThreadMessages::receive(std::uint64_t from, std::uint64_t to) {
  std::unique_lock lock(mutex_);
  Way& own = way(from, to);
  wait(lock, own, to, from, [&] { return !own.under_way.empty(); });
  Bytes message = std::move(own.under_way.front());
  own.under_way.pop();
  own.changed.notify_all();
  return message;
}

void ThreadMessages::sum(std::uint64_t rank, std::span<std::uint64_t> numbers) {
  const auto bytes = std::as_bytes(numbers);
  for (std::uint64_t to = 0; to < ranks_; ++to) {
    if (to != rank) send(rank, to, {bytes.begin(), bytes.end()});
  }
  std::vector<std::uint64_t> others(numbers.size());
  for (std::uint64_t from = 0; from < ranks_; ++from) {
    if (from == rank) continue;
    const Bytes message = receive(from, rank);
    std::memcpy(others.data(), message.data(), message.size());
    std::ranges::transform(numbers, others, numbers.begin(), std::plus());
  }
}

void ThreadMessages::abandon(std::uint64_t rank) {
  const std::lock_guard lock(mutex_);
  if (!abandoned_) abandoned_ = rank;
  for (Way& one : ways_) one.changed.notify_all();
}

void ThreadMessages::clear() {
  const std::lock_guard lock(mutex_);
  abandoned_.reset();
  silent_ = false;
  for (Way& one : ways_) one.under_way = {};
}

/// Team whose ranks are threads of this process.
class ThreadTeam final : public Team {
 public:
  ThreadTeam(std::uint64_t ranks, std::chrono::milliseconds timeout)
      : here_(ranks), messages_(ranks, timeout), milliseconds_(ranks) {
    std::iota(here_.begin(), here_.end(), std::uint64_t{0});
  }

  const std::vector<std::uint64_t>& here() const override { return here_; }
  Messages& messages() override { return messages_; }
  const std::vector<double>& milliseconds() const override { return milliseconds_; }
  void each(CollectiveStep::Kind step, const std::function<void(std::uint64_t rank)>& work) override;
  std::vector<Bytes> gather(std::vector<Bytes> own) const override { return own; }
  void meet() const override {}
  const char* way() const override { return "messages between threads"; }

 private:
  std::vector<std::uint64_t> here_;
  ThreadMessages messages_;
  std::vector<double> milliseconds_;
};

void ThreadTeam::each(CollectiveStep::Kind step, const std::function<void(std::uint64_t rank)>& work) {
  const std::uint64_t ranks = here_.size();
  std::vector<std::exception_ptr> failures(ranks);
  std::vector<std::optional<Abandoned>> abandoned(ranks);
  std::vector<char> done(ranks);
  const auto run = [&](std::uint64_t rank) {
    const auto start = std::chrono::steady_clock::now();
    try {
      if (is_made_to_fail(rank, step)) {
        if (injected_fault()->silent) return;
        throw UnavailableError("TEXELSORT_RANK_FAULT injected this failure");
      }
      work(rank);
      milliseconds_[rank] = milliseconds_since(start);
      done[rank] = 1;
    } catch (const Abandoned& other) {
      abandoned[rank] = other;
      messages_.abandon(other.rank);
    } catch (...) {
      failures[rank] = std::current_exception();
      messages_.abandon(rank);
    }
  };
  data::parallel_tasks(ranks, run);
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    if (!failures[rank]) continue;
    messages_.clear();
    throw UnavailableError(fmt::format("rank {} has failed in the {}: {}", rank, name(step), text_of(failures[rank])));
  }
  const auto silent = [&](std::uint64_t rank) {
    messages_.clear();
    throw UnavailableError(
        fmt::format("rank {} does not respond in the {}; the other ranks have stopped", rank, name(step)));
  };
  for (const auto& other : abandoned) {
    if (other) silent(other->rank);
  }
  // If a step has no messages, no other rank notices an unresponsive rank. Therefore the team searches for it here.
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    if (done[rank] == 0) silent(rank);
  }
}

}  // namespace

std::unique_ptr<Team> make_team(std::uint64_t ranks, std::chrono::milliseconds timeout) {
  if (mpi::several()) return make_process_team(timeout);
  return std::make_unique<ThreadTeam>(ranks, timeout);
}

std::string_view thread_absence() {
  return "";
}

}  // namespace texelsort::algorithms::distributed
