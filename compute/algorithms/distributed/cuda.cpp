#include "compute/algorithms/distributed/cuda.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/distributed/cuda/launch.h"
#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/distributed/team.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/cuda/meeting.h"
#include "compute/cuda/several.h"
#include "compute/cuda/topology.h"
#include "compute/data/error.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::algorithms::distributed {
namespace {

class DeviceRanks final : public Ranks {
 public:
  DeviceRanks(const Problem& problem, const CudaSettings& settings)
      : settings_(settings),
        form_(problem.form()),
        order_(problem.order),
        devices_(rank_devices(settings.ranks)),
        timers_(settings.ranks) {
    injected_fault();  // a wrong one is refused before a rank works
    for (std::uint64_t rank = 0; rank < devices_.size(); ++rank) {
      const int ordinal = devices_[rank];
      const cuda::StayOn device(ordinal);
      ranks_.push_back(
          std::make_unique<DeviceMemory>(ordinal, form_of_rank(form_, settings_, rank), order_, settings_));
      streams_.push_back(&ranks_.back()->stream());
    }
    if (settings_.ranks > 1) {
      const cuda::StayOn device(devices_.front());
      links_ = links_between(devices_, settings_);
      communicator_ = links_ == Links::nccl ? cuda::nccl_communicator(streams_, settings_.patience)
                                            : cuda::copying_communicator(streams_);
      meeting_.emplace(streams_);
    }
  }

  std::string name(std::uint64_t rank) const override {
    const int ordinal = devices_[rank];
    const std::string& device = cuda::device(ordinal).name;
    if (ordinal == cuda::cpu_ordinal) return fmt::format("rank {} ({})", rank, device);
    return fmt::format("rank {} (device {}, {})", rank, ordinal, device);
  }
  gpu::Clock clock() const override {
    return devices_.front() == cuda::cpu_ordinal ? gpu::Clock::cpu_kernels : gpu::Clock::cpu_steady;
  }
  std::optional<std::string> find_guard_damage() const override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      const cuda::StayOn device(devices_[rank]);
      if (auto damage = ranks_[rank]->find_guard_damage()) return fmt::format("{} of {}", *damage, name(rank));
    }
    return std::nullopt;
  }

  void load(const data::StateView& state, const Numbers& starts) override {
    copy_side_by_side(
        [&](std::uint64_t rank) { ranks_[rank]->load(state, starts[rank], starts[rank + 1] - starts[rank]); });
  }
  data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const override {
    data::State state{data::make_keys(form_.type, count), {}};
    if (data::payload_bytes(form_.payload) > 0) state.payload.resize(count);
    copy_side_by_side([&](std::uint64_t rank) {
      const std::uint64_t begin = std::max(first, starts[rank]), end = std::min(first + count, starts[rank + 1]);
      if (begin < end) ranks_[rank]->read(begin - starts[rank], end - begin, state, begin - first);
    });
    return state;
  }
  bool keep() override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      const cuda::StayOn device(devices_[rank]);
      ranks_[rank]->keep();
    }
    return true;
  }
  void load_kept() override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      const cuda::StayOn device(devices_[rank]);
      ranks_[rank]->load_kept();
    }
  }

  void sort_shares() override {
    each(Step::Kind::sort, [this](std::uint64_t rank) { ranks_[rank]->sort(); });
  }

  Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) override {
    const std::uint64_t row = 2 * pivots.size();
    std::vector<std::uint64_t*> codes, counts;
    wait();
    each(Step::Kind::select, [&](std::uint64_t rank) {
      ranks_[rank]->tell(pivots, ranges[rank], rank, ranks_.size());
      codes.push_back(ranks_[rank]->pivot_codes());
      counts.push_back(ranks_[rank]->pivot_counts());
    });
    together(Step::Kind::select, [&] { communicator_->sum(codes, pivots.size()); });
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      as(rank, Step::Kind::select, [&] { ranks_[rank]->rank_pivots(); });
    }
    // Each has filled its own row of what all of them counted.
    together(Step::Kind::select, [&] { communicator_->sum(counts, row * ranks_.size()); });
    wait();
    Numbers all(row * ranks_.size());
    as(0, Step::Kind::select, [&] { ranks_[0]->read_counts(all); });
    return all;
  }

  void exchange(const Exchange& exchange) override {
    const std::vector<Numbers> starts = arrivals(exchange);
    each(Step::Kind::exchange, [&](std::uint64_t rank) {
      ranks_[rank]->expect(starts[rank]);
      ranks_[rank]->keep_own(exchange.of(rank, rank), exchange.arrival(rank, rank), exchange.count(rank, rank));
    });
    together(Step::Kind::exchange, [&] { send_chunks(exchange); });
    for (const auto& rank : ranks_) rank->take_received();
  }

  bool reads_shares() const override { return links_ == Links::peer; }
  std::uint64_t ways() const override { return DeviceMemory::ways(ranks_.size()); }
  std::optional<Numbers> find_splitters(const Numbers& shares) override {
    // One pivot a round is the thesis's Algorithm 3, which is then what finds them.
    if (!reads_shares() || ranks_.size() > ways() || settings_.pivots == 1) return std::nullopt;
    each(Step::Kind::select, [](std::uint64_t) {});
    meet(Step::Kind::select);
    as(0, Step::Kind::select, [&] { ranks_[0]->queue_splitters(ranks_, shares); });
    wait();
    Numbers places;
    as(0, Step::Kind::select, [&] { places = ranks_[0]->read_splitters(ranks_.size()); });
    return places;
  }
  void merge_shares(const Exchange& exchange) override {
    const std::vector<Numbers> starts = arrivals(exchange);
    meet(Step::Kind::merge);
    each(Step::Kind::merge, [&](std::uint64_t rank) {
      Numbers firsts;
      for (std::uint64_t from = 0; from < ranks_.size(); ++from) firsts.push_back(exchange.of(rank, from));
      ranks_[rank]->merge_shares(ranks_, starts[rank], firsts);
    });
    // Nobody writes to a share that another one reads.
    meet(Step::Kind::merge);
    for (const auto& rank : ranks_) rank->take_received();
  }

  void merge(const Exchange&, std::uint64_t round) override {
    each(Step::Kind::merge, [&](std::uint64_t rank) { ranks_[rank]->merge(round); });
  }
  void sort_parts(const Exchange&) override {
    each(Step::Kind::sort_again, [this](std::uint64_t rank) { ranks_[rank]->sort(); });
  }

  /// Until every rank has come to the end of what is queued; not for ever.
  void wait() override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      const cuda::StayOn device(devices_[rank]);
      ranks_[rank]->mark();
    }
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t rank = 0; rank < ranks_.size();) {
      bool reached = false;
      as(rank, last_, [&] { reached = ranks_[rank]->reached_mark(); });
      if (reached) {
        ++rank;
        continue;
      }
      if (communicator_ != nullptr) {
        if (const auto fault = communicator_->fault()) give_up(fault->rank, last_, fault->reason);
      }
      if (std::chrono::steady_clock::now() - start > std::chrono::seconds(settings_.patience)) give_up_silent(rank);
      std::this_thread::yield();
    }
  }

  void begin_lap() override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      as(rank, last_, [&] { timers_[rank].begin(*streams_[rank]); });
    }
  }
  void end_lap() override {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      as(rank, last_, [&] { timers_[rank].end(*streams_[rank]); });
    }
  }
  std::vector<RankTimes> take_laps() override {
    std::vector<RankTimes> laps;
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      std::vector<double> times;
      as(rank, last_, [&] { times = timers_[rank].take(); });
      laps.resize(times.size());
      for (std::size_t i = 0; i < times.size(); ++i) laps[i].ranks.push_back(times[i]);
    }
    for (RankTimes& lap : laps) {
      for (std::uint64_t from = 0; from < ranks_.size(); ++from) {
        lap.links.insert(lap.links.end(), lap.ranks.begin(), lap.ranks.end());
      }
    }
    return laps;
  }
  Way way(std::uint64_t from, std::uint64_t to) const override {
    const std::string carrier = reads_shares() ? "reads by kernels" : communicator_->name();
    if (devices_[from] == devices_[to]) return {carrier + ", within a device"};
    const auto link = cuda::link_between(devices_[from], devices_[to]);
    if (!link) return {carrier};
    return {fmt::format("{}, {}", carrier, link->joined_by()), link->bytes_per_second};
  }

 private:
  /// A copy from or to memory that is not pinned holds its thread, so that each device has one; the CPU does one thing
  /// at a time.
  template <typename Work>
  void copy_side_by_side(Work work) const {
    const auto on_device = [&](std::uint64_t rank) {
      const cuda::StayOn device(devices_[rank]);
      work(rank);
    };
    if (devices_.front() == cuda::cpu_ordinal) {
      for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) on_device(rank);
      return;
    }
    std::vector<gpu::TransferLog> logs(ranks_.size());
    side_by_side(ranks_.size(), [&](std::uint64_t rank) {
      const gpu::TransferLog before = gpu::transfers();
      on_device(rank);
      logs[rank].to_device_bytes = gpu::transfers().to_device_bytes - before.to_device_bytes;
      logs[rank].from_device_bytes = gpu::transfers().from_device_bytes - before.from_device_bytes;
    });
    for (const gpu::TransferLog& own : logs) {
      gpu::transfers().to_device_bytes += own.to_device_bytes;
      gpu::transfers().from_device_bytes += own.from_device_bytes;
    }
  }
  /// For each rank: where what the ranks send it will start, and the end.
  std::vector<Numbers> arrivals(const Exchange& exchange) const {
    std::vector<Numbers> starts(ranks_.size());
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      for (std::uint64_t from = 0; from <= ranks_.size(); ++from) starts[rank].push_back(exchange.arrival(from, rank));
    }
    return starts;
  }
  /// One rank's part of a step.
  template <typename Work>
  void as(std::uint64_t rank, Step::Kind step, Work work) {
    try {
      const cuda::StayOn device(devices_[rank]);
      work();
    } catch (const Error& error) {
      give_up(rank, step, error.what());
    }
  }
  /// Queues a rank's part of a step on every rank.
  template <typename Work>
  void each(Step::Kind step, Work work) {
    last_ = step;
    const auto& fault = injected_fault();
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      as(rank, step, [&] {
        // What stands for the exchange where there is none is the merging that reads the shares.
        const bool fails = fault && fault->rank == rank &&
                           (fault->step == step ||
                            (reads_shares() && step == Step::Kind::merge && fault->step == Step::Kind::exchange));
        if (fails && !fault->silent) throw UnavailableError("it was made to fail");
        if (fails && step != Step::Kind::exchange) ranks_[rank]->hang();
        work(rank);
      });
    }
  }
  template <typename Work>
  void together(Step::Kind step, Work work) {
    try {
      const cuda::StayOn first(devices_.front());
      work();
    } catch (const cuda::Stalled& stalled) {
      give_up(stalled.rank(), step, stalled.what());
    } catch (const Error& error) {
      communicator_->abort();
      throw UnavailableError(
          fmt::format("the {} by {} has failed: {}", distributed::name(step), communicator_->name(), error.what()));
    }
  }
  /// Streams wait for each other.
  void meet(Step::Kind step) {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) as(rank, step, [&] { ranks_[rank]->come(); });
    together(step, [&] { meeting_->meet(); });
  }
  [[noreturn]] void give_up(std::uint64_t rank, Step::Kind step, const std::string& why) {
    if (communicator_ != nullptr) communicator_->abort();
    leave_what_hangs();
    throw UnavailableError(fmt::format("{} has failed in the {}, and the others have ended: {}", name(rank),
                                       distributed::name(step), why));
  }
  /// Memory of a device that does not come to an end is not given back: CUDA would wait for the device.
  void leave_what_hangs() {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      try {
        const cuda::StayOn device(devices_[rank]);
        ranks_[rank]->mark();
        while (!ranks_[rank]->reached_mark()) {
          if (std::chrono::steady_clock::now() - start > most_of_ending) {
            ranks_[rank]->stream().driver().leave_at_exit();
            (void)ranks_[rank].release();
            break;
          }
          std::this_thread::yield();
        }
      } catch (const Error&) {
        continue;  // it has failed, and CUDA says so at once
      }
    }
  }
  /// Rank `waiting` has not come to an end. Where ranks wait for one another's messages, one that has is the one that
  /// took no part.
  [[noreturn]] void give_up_silent(std::uint64_t waiting) {
    for (std::uint64_t rank = 0; rank < ranks_.size(); ++rank) {
      bool come = false;
      as(rank, last_, [&] { come = ranks_[rank]->has_come(); });
      if (!come) give_up(rank, last_, fmt::format("it has kept the others waiting for {} seconds", settings_.patience));
    }
    const bool talk = links_ == Links::nccl && (last_ == Step::Kind::exchange || last_ == Step::Kind::select);
    for (std::uint64_t rank = 0; talk && rank < ranks_.size(); ++rank) {
      bool reached = false;
      as(rank, last_, [&] { reached = ranks_[rank]->reached_mark(); });
      if (reached) {
        give_up(rank, last_,
                fmt::format("it took no part, and {} has waited for {} seconds", name(waiting), settings_.patience));
      }
    }
    give_up(waiting, last_, fmt::format("it has not come to an end in {} seconds", settings_.patience));
  }
  /// Chunk by chunk, all pairs side by side.
  void send_chunks(const Exchange& exchange) {
    std::vector<cuda::Communicator::Message> all;
    for (std::uint64_t from = 0; from < ranks_.size(); ++from) {
      for (std::uint64_t to = 0; to < ranks_.size(); ++to) {
        if (from == to) continue;
        ranks_[from]->add_messages(*ranks_[to], {from, to}, exchange.of(to, from), exchange.arrival(from, to),
                                   exchange.count(from, to), all);
      }
    }
    std::uint64_t longest = 0;
    for (const auto& message : all) longest = std::max(longest, message.bytes);
    const auto& fault = injected_fault();
    const auto silent = fault && fault->silent ? std::optional<std::size_t>(fault->rank) : std::nullopt;
    const std::uint64_t chunk = settings_.chunk_bytes();
    for (std::uint64_t sent = 0; sent < longest; sent += chunk) {
      std::vector<cuda::Communicator::Message> group;
      for (auto message : all) {
        if (message.bytes <= sent) continue;
        message.source += sent;
        message.target += sent;
        message.bytes = std::min(chunk, message.bytes - sent);
        group.push_back(message);
      }
      communicator_->send(group, silent);
    }
  }

  static constexpr auto most_of_ending = std::chrono::seconds(2);

  CudaSettings settings_;
  ProblemForm form_;
  data::Order order_;
  std::vector<int> devices_;
  DeviceMemory::Ranks ranks_;
  std::vector<const cuda::Stream*> streams_;
  std::vector<cuda::SpanTimer> timers_;
  std::unique_ptr<cuda::Communicator> communicator_;
  std::optional<cuda::Meeting> meeting_;
  Links links_ = Links::copies;
  Step::Kind last_ = Step::Kind::sort;
};

}  // namespace

std::unique_ptr<Ranks> make_device_ranks(const Problem& problem, const CudaSettings& settings) {
  return std::make_unique<DeviceRanks>(problem, settings);
}

}  // namespace texelsort::algorithms::distributed
