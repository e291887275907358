#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/distributed/team.h"
#include "compute/data/keys/order.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Encoded key and its payload.
struct Element {
  std::uint64_t code = 0, payload = 0;
};
constexpr std::uint64_t guards = 16;
// pattern of the guards, which a sort is unlikely to write
constexpr Element guard{0xA5A5'5A5A'C3C3'3C3C, 0x3C3C'C3C3'5A5A'A5A5};

bool precedes(const Element& one, const Element& other) {
  return one.code < other.code;
}

/// Memory of one rank, which consists of its elements between guards.
class Memory {
 public:
  void resize(std::uint64_t count) { elements_.assign(count + 2 * guards, guard); }
  std::span<Element> own() { return std::span(elements_).subspan(guards, elements_.size() - 2 * guards); }
  std::span<const Element> own() const { return std::span(elements_).subspan(guards, elements_.size() - 2 * guards); }
  bool damaged() const {
    const std::span all(elements_);
    const auto changed = [](const Element& one) { return one.code != guard.code || one.payload != guard.payload; };
    return std::ranges::any_of(all.first(guards), changed) || std::ranges::any_of(all.last(guards), changed);
  }

 private:
  std::vector<Element> elements_ = std::vector<Element>(2 * guards, guard);
};

template <typename Number>
Bytes to_bytes(std::span<const Number> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return {bytes.begin(), bytes.end()};
}

template <typename Number>
std::vector<Number> to_numbers(const Bytes& bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

class CpuRanks final : public Ranks {
 public:
  CpuRanks(const Problem& problem, const Settings& settings)
      : ranks_(settings.ranks),
        chunk_(std::max<std::uint64_t>(settings.chunk_bytes() / sizeof(Element), 1)),
        type_(problem.type()),
        order_(problem.order),
        payload_(data::payload_bytes(problem.payload) > 0),
        memory_(ranks_),
        received_(ranks_),
        link_ms_(ranks_ * ranks_),
        team_(make_team(ranks_, std::chrono::seconds(settings.timeout))) {
    require_rank_of_fault(ranks_);
  }

  std::string name(std::uint64_t rank) const override { return fmt::format("rank {}", rank); }
  gpu::Clock clock() const override { return gpu::Clock::cpu_steady; }
  void wait() override { team_->meet(); }

  void begin_timing() override { std::ranges::fill(link_ms_, 0.0); }
  void end_timing() override { rank_times_.push_back({team_->milliseconds(), link_ms_}); }
  std::vector<RankTimes> take_worker_times() override {
    std::vector<RankTimes> rank_times = std::exchange(rank_times_, {});
    std::vector<double> own;
    for (const RankTimes& times_of_ranks : rank_times) {
      own.insert(own.end(), times_of_ranks.ranks.begin(), times_of_ranks.ranks.end());
      own.insert(own.end(), times_of_ranks.links.begin(), times_of_ranks.links.end());
    }
    // Each process knows only the times of its own ranks. It contributes 0 for all other ranks, so that the sum has all
    // times.
    std::vector<Bytes> of_ranks(ranks_);
    of_ranks[team_->here().front()] = to_bytes<double>(own);
    std::vector<double> all(own.size());
    for (const Bytes& bytes : team_->gather(std::move(of_ranks))) {
      const auto times = to_numbers<double>(bytes);
      for (std::size_t i = 0; i < times.size(); ++i) all[i] += times[i];
    }
    auto time = all.begin();
    for (RankTimes& times_of_ranks : rank_times) {
      for (double& ms : times_of_ranks.ranks) ms = *time++;
      for (double& ms : times_of_ranks.links) ms = *time++;
    }
    return rank_times;
  }
  Way way(std::uint64_t, std::uint64_t) const override { return {team_->way()}; }

  std::optional<std::string> find_guard_damage() const override {
    std::vector<Bytes> damaged(ranks_);
    for (const std::uint64_t rank : team_->here()) {
      if (memory_[rank].damaged() || received_[rank].damaged()) damaged[rank].resize(1);
    }
    damaged = team_->gather(std::move(damaged));
    const auto first = std::ranges::find_if(damaged, [](const Bytes& one) { return !one.empty(); });
    if (first == damaged.end()) return std::nullopt;
    return fmt::format("an element outside the memory of rank {} was written", first - damaged.begin());
  }

  void load(const data::StateView& state, const Numbers& starts) override {
    for (const std::uint64_t rank : team_->here()) {
      memory_[rank].resize(starts[rank + 1] - starts[rank]);
      received_[rank].resize(0);
      take(state, starts[rank], memory_[rank].own());
    }
  }

  void take_any(const Numbers& starts) override {
    for (const std::uint64_t rank : team_->here()) {
      memory_[rank].resize(starts[rank + 1] - starts[rank]);
      received_[rank].resize(0);
    }
  }

  data::State read(std::uint64_t first, std::uint64_t count, const Numbers& starts) const override {
    data::State state{data::make_keys(type_, count), {}};
    if (payload_) state.payload.resize(count);
    std::vector<Bytes> parts(ranks_);
    const auto begin_of = [&](std::uint64_t rank) { return std::clamp(starts[rank], first, first + count); };
    for (const std::uint64_t rank : team_->here()) {
      const std::uint64_t begin = begin_of(rank), end = begin_of(rank + 1);
      if (begin < end) parts[rank] = to_bytes(memory_[rank].own().subspan(begin - starts[rank], end - begin));
    }
    parts = team_->gather(std::move(parts));
    for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
      put(to_numbers<Element>(parts[rank]), begin_of(rank) - first, state);
    }
    return state;
  }

  std::optional<data::OutputPart> read_part(const Numbers& starts) const override {
    if (!mpi::several()) return std::nullopt;
    return part_of_process(type_, payload_, starts, [this](data::State& state, std::uint64_t place) {
      put(memory_[team_->here().front()].own(), place, state);
    });
  }

  void sort_shares() override {
    team_->each(CollectiveStep::Kind::sort, [this](std::uint64_t rank) {
      const auto own = memory_[rank].own();
      std::stable_sort(own.begin(), own.end(), precedes);
    });
  }

  Numbers count(std::span<const Pivot> pivots, const std::vector<std::vector<Range>>& ranges) override {
    const std::uint64_t row = 2 * pivots.size();
    Numbers all(row * ranks_);
    team_->each(CollectiveStep::Kind::select, [&](std::uint64_t rank) {
      const auto own = memory_[rank].own();
      // First, each rank contributes the encoded keys of its own pivots. Later, it contributes its own row of counts.
      Numbers codes(pivots.size()), counts(row * ranks_);
      for (std::size_t p = 0; p < pivots.size(); ++p) {
        if (pivots[p].rank == rank) codes[p] = own[pivots[p].place].code;
      }
      team_->messages().sum(rank, codes);
      for (std::size_t p = 0; p < pivots.size(); ++p) {
        const auto [lower, upper] = ranges[rank][p];
        const auto range = own.subspan(lower, upper - lower);
        const auto [below, through] = std::ranges::equal_range(range, codes[p], {}, &Element::code);
        counts[rank * row + 2 * p] = lower + static_cast<std::uint64_t>(below - range.begin());
        counts[rank * row + 2 * p + 1] = lower + static_cast<std::uint64_t>(through - range.begin());
      }
      team_->messages().sum(rank, counts);
      if (rank == team_->here().front()) all = std::move(counts);
    });
    return all;
  }

  void exchange(const Exchange& exchange) override {
    team_->each(CollectiveStep::Kind::exchange, [&](std::uint64_t rank) {
      received_[rank].resize(exchange.received(rank));
      for (std::uint64_t round = 0; round < ranks_; ++round) {
        exchange_round(exchange, rank, (rank + round) % ranks_, (rank + ranks_ - round) % ranks_);
      }
    });
    std::swap(memory_, received_);
  }

  void merge(const Exchange& exchange, std::uint64_t round) override {
    team_->each(CollectiveStep::Kind::merge, [&](std::uint64_t rank) {
      Numbers starts;
      for (std::uint64_t from = 0; from <= ranks_; ++from) starts.push_back(exchange.arrival(from, rank));
      starts = merged_starts(starts, std::uint64_t{1} << round);
      received_[rank].resize(starts.back());
      const auto from = memory_[rank].own(), to = received_[rank].own();
      const auto at = [](std::span<Element> elements, std::uint64_t place) {
        return elements.begin() + static_cast<std::ptrdiff_t>(place);
      };
      for (std::size_t i = 0; i + 1 < starts.size(); i += 2) {
        const std::uint64_t middle = starts[i + 1], last = starts[std::min(i + 2, starts.size() - 1)];
        std::merge(at(from, starts[i]), at(from, middle), at(from, middle), at(from, last), at(to, starts[i]),
                   precedes);
      }
    });
    std::swap(memory_, received_);
  }

  void sort_parts(const Exchange&) override { sort_shares(); }

 private:
  /// Fills `elements` with keys and payload of `state`, from position `place` of `state` on.
  void take(const data::StateView& state, std::uint64_t place, std::span<Element> elements) const {
    std::visit(
        [&]<typename Key>(const std::vector<Key>& keys) {
          for (Element& element : elements) {
            element = {data::encode(keys[place], order_), payload_ ? state.payload[place] : 0};
            ++place;
          }
        },
        state.keys);
  }
  /// Writes `elements` to the keys and the payload of `state`, from position `place` of `state` on.
  void put(std::span<const Element> elements, std::uint64_t place, data::State& state) const {
    std::visit(
        [&]<typename Key>(std::vector<Key>& keys) {
          for (const Element& element : elements) {
            keys[place] = data::decode<Key>(static_cast<data::CodeOf<Key>>(element.code), order_);
            if (payload_) state.payload[place] = element.payload;
            ++place;
          }
        },
        state.keys);
  }

  /// Exchanges the keys of one round with other ranks. Alternates between sending and receiving a chunk, so that no
  /// rank waits until another rank has sent all its messages.
  void exchange_round(const Exchange& exchange, std::uint64_t rank, std::uint64_t to, std::uint64_t from) {
    const auto own = memory_[rank].own().subspan(exchange.of(to, rank), exchange.count(rank, to));
    const auto target = received_[rank].own().subspan(exchange.arrival(from, rank), exchange.count(from, rank));
    if (to == rank) {
      std::ranges::copy(own, target.begin());
    } else {
      const auto start = std::chrono::steady_clock::now();
      std::uint64_t sent = 0, came = 0;
      while (sent < own.size() || came < target.size()) {
        if (sent < own.size()) {
          const std::uint64_t count = std::min(chunk_, own.size() - sent);
          team_->messages().send(rank, to, to_bytes<Element>(own.subspan(sent, count)));
          sent += count;
        }
        if (came < target.size()) {
          const Bytes message = team_->messages().receive(from, rank);
          std::memcpy(target.data() + came, message.data(), message.size());
          came += message.size() / sizeof(Element);
          link_ms_[from * ranks_ + rank] = milliseconds_since(start);
        }
      }
    }
  }

  std::uint64_t ranks_, chunk_;
  data::KeyType type_;
  data::Order order_;
  bool payload_;
  std::vector<Memory> memory_, received_;
  /// milliseconds of each transfer between two ranks, written by the receiving rank
  std::vector<double> link_ms_;
  std::vector<RankTimes> rank_times_;
  std::unique_ptr<Team> team_;
};

}  // namespace

std::unique_ptr<Ranks> make_cpu_ranks(const Problem& problem, const Settings& settings) {
  return std::make_unique<CpuRanks>(problem, settings);
}

}  // namespace texelsort::algorithms::distributed
