#include "compute/algorithms/distributed/team.h"

#include <exception>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms::distributed {
namespace {

/// So that a rank goes on with its next message while another one receives.
constexpr std::size_t most_under_way = 2;

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "for a reason unknown";
  }
}

}  // namespace

Messages::Messages(std::uint64_t ranks, std::chrono::milliseconds patience)
    : ranks_(ranks), patience_(patience), ways_(ranks * ranks), waits_for_(ranks) {}

template <typename Ready>
void Messages::wait(std::unique_lock<std::mutex>& lock, Way& way, std::uint64_t rank, std::uint64_t other,
                    Ready ready) {
  waits_for_[rank] = other;
  const bool heard = way.changed.wait_for(lock, patience_, [&] { return abandoned_ || ready(); });
  if (!heard && !abandoned_) {
    // The other one may wait, too: who waits for nobody keeps them all.
    std::uint64_t silent = other;
    for (std::uint64_t i = 0; i < ranks_ && waits_for_[silent]; ++i) silent = *waits_for_[silent];
    abandoned_ = silent;
    silent_ = true;
  }
  waits_for_[rank].reset();
  if (abandoned_) throw Abandoned{*abandoned_, silent_};
}

void Messages::send(std::uint64_t from, std::uint64_t to, Bytes message) {
  std::unique_lock lock(mutex_);
  Way& own = way(from, to);
  wait(lock, own, from, to, [&] { return own.under_way.size() < most_under_way; });
  own.under_way.push(std::move(message));
  own.changed.notify_all();
}

Bytes Messages::receive(std::uint64_t from, std::uint64_t to) {
  std::unique_lock lock(mutex_);
  Way& own = way(from, to);
  wait(lock, own, to, from, [&] { return !own.under_way.empty(); });
  Bytes message = std::move(own.under_way.front());
  own.under_way.pop();
  own.changed.notify_all();
  return message;
}

std::vector<Bytes> Messages::gather(std::uint64_t rank, const Bytes& own) {
  for (std::uint64_t to = 0; to < ranks_; ++to) {
    if (to != rank) send(rank, to, own);
  }
  std::vector<Bytes> all;
  for (std::uint64_t from = 0; from < ranks_; ++from) all.push_back(from == rank ? own : receive(from, rank));
  return all;
}

void Messages::abandon(std::uint64_t rank) {
  const std::lock_guard lock(mutex_);
  if (!abandoned_) abandoned_ = rank;
  for (Way& one : ways_) one.changed.notify_all();
}

void Messages::clear() {
  const std::lock_guard lock(mutex_);
  abandoned_.reset();
  silent_ = false;
  for (Way& one : ways_) one.under_way = {};
}

void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        try {
          work(i);
        } catch (...) {
          failures[i] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void Team::each(Step::Kind step, const std::function<void(std::uint64_t rank)>& work) {
  std::vector<std::exception_ptr> failures(ranks_);
  std::vector<std::optional<Abandoned>> abandoned(ranks_);
  std::vector<char> done(ranks_);
  const auto run = [&](std::uint64_t rank) {
    const auto start = std::chrono::steady_clock::now();
    try {
      if (const auto& fault = injected_fault(); fault && fault->rank == rank && fault->step == step) {
        if (fault->silent) return;
        throw UnavailableError("it was made to fail");
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
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t rank = 0; rank < ranks_; ++rank) threads.emplace_back(run, rank);
  }
  for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
    if (!failures[rank]) continue;
    messages_.clear();
    throw UnavailableError(fmt::format("rank {} has failed in the {}: {}", rank, name(step), text_of(failures[rank])));
  }
  const auto silent = [&](std::uint64_t rank) {
    messages_.clear();
    throw UnavailableError(fmt::format("rank {} is silent in the {}, and the others have ended", rank, name(step)));
  };
  for (const auto& other : abandoned) {
    if (other) silent(other->rank);
  }
  // In a step without messages nobody has waited for it.
  for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
    if (done[rank] == 0) silent(rank);
  }
}

std::string_view thread_absence() {
  return "";
}

}  // namespace texelsort::algorithms::distributed
