#include "compute/algorithms/distributed/cuda.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/distributed/device_mover.h"
#include "compute/algorithms/distributed/device_team.h"
#include "compute/algorithms/distributed/process_devices.h"
#include "compute/algorithms/distributed/rank_records.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/records/host.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/event.h"
#include "compute/cuda/topology.h"
#include "compute/data/error.h"
#include "compute/data/large_pages.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

std::string first_of(const std::vector<std::string>& words) {
  const auto first = std::ranges::find_if(words, [](const std::string& one) { return !one.empty(); });
  return first == words.end() ? "" : *first;
}

class DeviceRanks final : public Ranks {
 public:
  DeviceRanks(const Problem& problem, const CudaSettings& settings)
      : form_(problem.form()),
        shares_(share_starts(form_.n, settings)),
        team_(std::make_shared<DeviceTeam>(form_, problem.order, settings)),
        timers_(std::make_shared<std::vector<cuda::SpanTimer>>(settings.ranks)) {
    team_->hold(timers_);
  }

  std::string name(std::uint64_t rank) const override { return team_->name(rank); }
  gpu::Clock clock() const override { return team_->on_cpu() ? gpu::Clock::cpu_kernels : gpu::Clock::cpu_steady; }
  std::optional<std::string> find_guard_damage() const override {
    std::string found;
    for (const std::uint64_t rank : team_->here()) {
      const cuda::DeviceGuard device(team_->device(rank));
      const auto damage = (*team_)[rank].find_guard_damage();
      if (damage && found.empty()) found = fmt::format("{} of {}", *damage, name(rank));
    }
    if (mpi::several()) found = first_of(told_by_all(found));
    return found.empty() ? std::nullopt : std::optional(found);
  }

  void load(const data::StateView& state, const Numbers& starts) override {
    numbered_ = false;
    wait();
    team_->on_each_rank(
        [&](std::uint64_t rank) { (*team_)[rank].load(state, starts[rank], starts[rank + 1] - starts[rank]); });
  }
  void load_sorted(const data::StateView& state, const Numbers& starts) override {
    if (!numbers_places_) return load(state, starts);
    // The sort is stable, so the elements of a share still have the order in which the share was sorted.
    Numbers next = shares_, order(form_.n);
    data::State numbered{state.keys, {}};
    for (const std::uint64_t index : state.payload) {
      const auto share = std::ranges::upper_bound(shares_, index) - shares_.begin() - 1;
      const std::uint64_t place = next[static_cast<std::size_t>(share)]++;
      order[place] = index;
      numbered.payload.push_back(place);
    }
    load(numbered, starts);
    for (const std::uint64_t rank : team_->here()) {
      const cuda::DeviceGuard device(team_->device(rank));
      (*team_)[rank].write_order(std::span(order).subspan(shares_[rank], shares_[rank + 1] - shares_[rank]));
    }
    numbered_ = true;
  }
  data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const override {
    data::State state{data::make_keys(form_.type, count), {}};
    if (data::payload_bytes(form_.payload) > 0) data::resize_in_large_pages(state.payload, count);
    team_->on_each_rank([&](std::uint64_t rank) {
      const std::uint64_t begin = std::max(first, starts[rank]), end = std::min(first + count, starts[rank + 1]);
      if (begin < end) (*team_)[rank].read(begin - starts[rank], end - begin, state, begin - first);
    });
    if (numbered_) name_records(state);
    if (!mpi::several()) return state;
    Numbers parts;
    for (const std::uint64_t start : starts) parts.push_back(std::clamp(start, first, first + count) - first);
    gather(state, parts);
    return state;
  }
  std::optional<data::OutputPart> read_part(const Numbers& starts) const override {
    if (!mpi::several()) return std::nullopt;
    const std::uint64_t rank = team_->here().front();
    return part_of_process(form_.type, data::payload_bytes(form_.payload) > 0, starts,
                           [&](data::State& state, std::uint64_t place) {
                             const cuda::DeviceGuard device(team_->device(rank));
                             (*team_)[rank].read(0, starts[rank + 1] - starts[rank], state, place);
                           });
  }
  bool keep() override {
    std::string without;  // text that lists the ranks with too little memory for a copy
    for (const std::uint64_t rank : team_->here()) {
      const cuda::DeviceGuard device(team_->device(rank));
      try {
        (*team_)[rank].keep();
      } catch (const UnavailableError& error) {
        without = error.what();
      }
    }
    if (mpi::several()) without = first_of(told_by_all(without));
    if (!without.empty()) throw UnavailableError(without);
    return true;
  }
  void load_kept() override {
    numbered_ = false;
    for (const std::uint64_t rank : team_->here()) {
      const cuda::DeviceGuard device(team_->device(rank));
      (*team_)[rank].load_kept();
    }
  }

  bool loads_late() const override { return !team_->on_cpu(); }
  void take_any(const Numbers& starts) override {
    numbered_ = false;
    team_->in_phase(CollectiveStep::Kind::sort,
                    [&](std::uint64_t rank) { (*team_)[rank].take_any(starts[rank + 1] - starts[rank]); });
  }

  void sort_shares() override {
    team_->each(CollectiveStep::Kind::sort, [this](std::uint64_t rank) {
      (*team_)[rank].sort();
      if (numbers_places_) (*team_)[rank].number_places(shares_[rank]);
    });
    numbered_ = numbers_places_;
  }

  Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) override {
    const std::uint64_t row = 2 * pivots.size();
    std::vector<std::uint64_t*> codes, counts;
    team_->wait_here();
    team_->each(CollectiveStep::Kind::select, [&](std::uint64_t rank) {
      (*team_)[rank].tell(pivots, ranges[rank], rank, size());
      codes.push_back((*team_)[rank].pivot_codes());
      counts.push_back((*team_)[rank].pivot_counts());
    });
    team_->together(CollectiveStep::Kind::select, [&] { team_->communicator().sum(codes, pivots.size()); });
    team_->in_phase(CollectiveStep::Kind::select, [&](std::uint64_t rank) { (*team_)[rank].rank_pivots(); });
    // Each rank has filled only its own row of the table of counts.
    team_->together(CollectiveStep::Kind::select, [&] { team_->communicator().sum(counts, row * size()); });
    const std::uint64_t reader = team_->here().front();
    team_->as(reader, CollectiveStep::Kind::select, [&] { (*team_)[reader].queue_counts(row * size()); });
    team_->wait_here();
    return (*team_)[reader].counts_here(row * size());
  }

  void exchange(const Exchange& exchange) override {
    const std::vector<Numbers> starts = arrivals(exchange);
    team_->each(CollectiveStep::Kind::exchange, [&](std::uint64_t rank) {
      (*team_)[rank].expect(starts[rank]);
      (*team_)[rank].keep_own(exchange.of(rank, rank), exchange.arrival(rank, rank), exchange.count(rank, rank));
    });
    team_->together(CollectiveStep::Kind::exchange, [&] { send_chunks(exchange); });
    for (const std::uint64_t rank : team_->here()) (*team_)[rank].take_received();
  }

  bool reads_shares() const override { return team_->reads_shares(); }
  std::uint64_t ways() const override { return DeviceMemory::ways(size()); }
  std::optional<Numbers> find_splitters(const Numbers& shares) override {
    // The setting of one pivot per round requests algorithm 3 of the thesis, in which ranks find splitters by counting.
    if (!reads_shares() || size() > ways() || team_->settings().pivots == 1) return std::nullopt;
    team_->each(CollectiveStep::Kind::select, [](std::uint64_t) {});
    team_->meet(CollectiveStep::Kind::select);
    team_->as(0, CollectiveStep::Kind::select, [&] { (*team_)[0].queue_splitters(team_->ranks(), shares); });
    wait();
    Numbers places;
    team_->as(0, CollectiveStep::Kind::select, [&] { places = (*team_)[0].read_splitters(size()); });
    return places;
  }
  void merge_shares(const Exchange& exchange) override {
    const std::vector<Numbers> starts = arrivals(exchange);
    team_->meet(CollectiveStep::Kind::merge);
    team_->each(CollectiveStep::Kind::merge, [&](std::uint64_t rank) {
      Numbers firsts;
      for (std::uint64_t from = 0; from < size(); ++from) firsts.push_back(exchange.of(rank, from));
      (*team_)[rank].merge_shares(team_->ranks(), starts[rank], firsts);
    });
    // A rank must not write to a share that another rank still reads.
    team_->meet(CollectiveStep::Kind::merge);
    for (const std::uint64_t rank : team_->here()) (*team_)[rank].take_received();
  }

  void merge(const Exchange& exchange, std::uint64_t round) override {
    const std::vector<Numbers> starts = arrivals(exchange);
    team_->each(CollectiveStep::Kind::merge, [&](std::uint64_t rank) {
      (*team_)[rank].expect(starts[rank]);  // needed after a restore, because this run has not executed the exchange
      (*team_)[rank].merge(round);
    });
  }
  void sort_parts(const Exchange&) override {
    team_->each(CollectiveStep::Kind::sort_again, [this](std::uint64_t rank) { (*team_)[rank].sort(); });
  }

  void wait() override { team_->wait(); }

  void begin_timing() override {
    for (const std::uint64_t rank : team_->here()) {
      team_->as(rank, [&] { (*timers_)[rank].begin((*team_)[rank].stream()); });
    }
  }
  void end_timing() override {
    for (const std::uint64_t rank : team_->here()) {
      team_->as(rank, [&] { (*timers_)[rank].end((*team_)[rank].stream()); });
    }
  }
  std::vector<RankTimes> take_worker_times() override {
    wait();
    std::vector<RankTimes> rank_times;
    for (const std::uint64_t rank : team_->here()) {
      std::vector<double> times;
      team_->as(rank, [&] { times = (*timers_)[rank].take(); });
      rank_times.resize(times.size(), {std::vector<double>(size()), {}});
      for (std::size_t i = 0; i < times.size(); ++i) rank_times[i].ranks[rank] = times[i];
    }
    for (RankTimes& times_of_ranks : rank_times) {
      if (mpi::several()) add_up(times_of_ranks.ranks);
      for (std::uint64_t from = 0; from < size(); ++from) {
        times_of_ranks.links.insert(times_of_ranks.links.end(), times_of_ranks.ranks.begin(),
                                    times_of_ranks.ranks.end());
      }
    }
    return rank_times;
  }
  Way way(std::uint64_t from, std::uint64_t to) const override {
    const std::string carrier = reads_shares() ? "reads by kernels" : team_->communicator().name();
    if (mpi::several()) return {carrier};
    if (team_->device(from) == team_->device(to)) return {carrier + ", within a device"};
    const auto link = cuda::link_between(team_->device(from), team_->device(to));
    if (!link) return {carrier};
    return {fmt::format("{}, {}", carrier, link->joined_by()), link->bytes_per_second};
  }
  std::unique_ptr<RecordMover> make_mover(DistributedRun& sorter, std::shared_ptr<const Problem> problem,
                                          Rearrange rearrange) override {
    if (mpi::several()) return std::make_unique<HostMover>(std::move(problem), rearrange);
    numbers_places_ = records_follow(problem->form(), size(), !reads_shares());
    return make_device_mover(team_, *this, sorter, std::move(problem), rearrange);
  }

 private:
  /// Replaces each payload, which is a position in the sorted shares, by the index of the element in the input.
  void name_records(data::State& state) const {
    Numbers order(form_.n);
    for (const std::uint64_t rank : team_->here()) {
      const cuda::DeviceGuard device(team_->device(rank));
      (*team_)[rank].read_order(std::span(order).subspan(shares_[rank], shares_[rank + 1] - shares_[rank]));
    }
    for (std::uint64_t& number : state.payload) number = order[number];
  }
  /// Returns, for each rank, the starts of the sequences that the rank receives from all ranks, and the end of the
  /// last.
  std::vector<Numbers> arrivals(const Exchange& exchange) const {
    std::vector<Numbers> starts(size());
    for (std::uint64_t rank = 0; rank < size(); ++rank) {
      for (std::uint64_t from = 0; from <= size(); ++from) starts[rank].push_back(exchange.arrival(from, rank));
    }
    return starts;
  }
  /// Sends all messages in chunks. All pairs of ranks work in parallel.
  void send_chunks(const Exchange& exchange) {
    std::vector<cuda::Communicator::Message> all;
    for (std::uint64_t from = 0; from < size(); ++from) {
      for (std::uint64_t to = 0; to < size(); ++to) {
        const DeviceMemory *sender = team_->ranks()[from].get(), *receiver = team_->ranks()[to].get();
        if (from == to || (sender == nullptr && receiver == nullptr)) continue;
        DeviceMemory::add_messages(sender, receiver, {from, to}, exchange.of(to, from), exchange.arrival(from, to),
                                   exchange.count(from, to), all);
      }
    }
    std::uint64_t longest = 0;
    for (const auto& message : all) longest = std::max(longest, message.bytes);
    const auto& fault = injected_fault();
    const bool is_silent = fault && fault->silent && fault->step == CollectiveStep::Kind::exchange;
    const auto silent = is_silent ? std::optional<std::size_t>(fault->rank) : std::nullopt;
    const std::uint64_t chunk = team_->settings().chunk_bytes();
    for (std::uint64_t sent = 0; sent < longest; sent += chunk) {
      std::vector<cuda::Communicator::Message> group;
      for (auto message : all) {
        if (message.bytes <= sent) continue;
        if (message.source != nullptr) message.source += sent;
        if (message.target != nullptr) message.target += sent;
        message.bytes = std::min(chunk, message.bytes - sent);
        group.push_back(message);
      }
      team_->communicator().send(group, silent);
    }
  }

  std::uint64_t size() const { return team_->size(); }

  ProblemForm form_;
  Numbers shares_;
  /// true if the payload of sorted shares is replaced by positions, which let records follow
  bool numbers_places_ = false;
  bool numbered_ = false;  ///< true if this replacement has already been done
  std::shared_ptr<DeviceTeam> team_;
  std::shared_ptr<std::vector<cuda::SpanTimer>> timers_;
};

}  // namespace

std::unique_ptr<Ranks> make_device_ranks(const Problem& problem, const CudaSettings& settings) {
  return std::make_unique<DeviceRanks>(problem, settings);
}

}  // namespace texelsort::algorithms::distributed
