#include <thread>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/distributed/team.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Messages between processes. The rank of this process sends or receives each message.
class ProcessMessages final : public Messages {
 public:
  explicit ProcessMessages(std::chrono::milliseconds timeout) : channel_(timeout) {}

  void send(std::uint64_t, std::uint64_t to, Bytes message) override { channel_.send(to, std::move(message)); }
  Bytes receive(std::uint64_t from, std::uint64_t) override { return channel_.receive(from); }
  void sum(std::uint64_t, std::span<std::uint64_t> numbers) override { channel_.sum(numbers); }
  const mpi::Channel& channel() const { return channel_; }

 private:
  mpi::Channel channel_;
};

class ProcessTeam final : public Team {
 public:
  explicit ProcessTeam(std::chrono::milliseconds timeout)
      : here_{mpi::place().rank}, messages_(timeout), milliseconds_(mpi::place().count) {}

  const std::vector<std::uint64_t>& here() const override { return here_; }
  Messages& messages() override { return messages_; }
  const std::vector<double>& milliseconds() const override { return milliseconds_; }
  void each(CollectiveStep::Kind step, const std::function<void(std::uint64_t rank)>& work) override {
    const auto start = std::chrono::steady_clock::now();
    last_ = step;
    as_process(step, [&] {
      work(here_.front());
      messages_.channel().flush();
    });
    milliseconds_[here_.front()] = milliseconds_since(start);
  }
  std::vector<Bytes> gather(std::vector<Bytes> own) const override {
    std::vector<Bytes> all;
    after_step(last_, [&] { all = messages_.channel().gather(std::move(own[here_.front()])); });
    return all;
  }
  void meet() const override {
    after_step(last_, [this] { messages_.channel().meet(); });
  }
  const char* way() const override { return "MPI's messages"; }

 private:
  std::vector<std::uint64_t> here_;
  ProcessMessages messages_;
  std::vector<double> milliseconds_;
  CollectiveStep::Kind last_ = CollectiveStep::Kind::sort;
};

}  // namespace

void fall_silent() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void as_process(CollectiveStep::Kind step, const std::function<void()>& work) {
  after_step(step, [&] {
    if (is_made_to_fail(mpi::place().rank, step)) {
      if (injected_fault()->silent) fall_silent();
      throw UnavailableError("TEXELSORT_RANK_FAULT injected this failure");
    }
    work();
  });
}

void after_step(CollectiveStep::Kind step, const std::function<void()>& work) {
  const std::uint64_t rank = mpi::place().rank;
  try {
    work();
  } catch (const mpi::Lost& lost) {
    if (!lost.silent()) throw;
    throw UnavailableError(fmt::format("rank {} does not respond in the {}; the other ranks have stopped: {}",
                                       lost.rank(), name(step), lost.what()));
  } catch (const std::exception& error) {
    const std::string text =
        fmt::format("rank {} has failed in the {}; the other ranks have stopped: {}", rank, name(step), error.what());
    mpi::Channel::tell_failure(text);
    throw UnavailableError(text);
  }
}

std::unique_ptr<Team> make_process_team(std::chrono::milliseconds timeout) {
  return std::make_unique<ProcessTeam>(timeout);
}

}  // namespace texelsort::algorithms::distributed
