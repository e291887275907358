#include "compute/algorithms/distributed/device_mover.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/arrays/record_words.h"
#include "compute/algorithms/distributed/rank_records.h"
#include "compute/algorithms/distributed/ranks_timer.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/data/large_pages.h"

namespace texelsort::algorithms::distributed {
namespace {

using records::Launches;

/// Memory for the records (keys with fields) of all ranks on their devices, and a timer per rank.
struct Belongings {
  std::vector<RankRecords> records;
  std::vector<cuda::SpanTimer> timers;
};

class DeviceMover final : public RecordMover {
 public:
  DeviceMover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter, SharedProblem problem,
              Rearrange rearrange)
      : RecordMover(std::move(problem)),
        team_(std::move(team)),
        ranks_(ranks),
        sorter_(sorter),
        rearrange_(rearrange),
        follows_(records_follow(shared_problem()->form(), team_->size(), !team_->reads_shares())),
        stored_(memory()),
        here_(std::make_shared<Belongings>()),
        records_(here_->records) {
    static_assert(records::most_sources >= most_ranks);
    team_->hold(here_);
    here_->timers = std::vector<cuda::SpanTimer>(team_->size());
    const ProblemForm form = shared_problem()->form();
    records_.reserve(team_->size());
    for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
      const cuda::DeviceGuard device(team_->device(rank));
      records_.emplace_back((*team_)[rank], form_of_rank(form, team_->settings(), rank), follows_);
    }
  }

  void load(std::span<const std::uint32_t> words) override {
    team_->wait();
    begin_with(sorter_.shares(), memory());
    write(words);
  }
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const override;
  bool keep() override {
    for_each_rank([this](std::uint64_t rank) { records_[rank].keep(); });
    return true;
  }
  void load_kept() override {
    begin_with(sorter_.shares(), memory());
    for_each_rank([this](std::uint64_t rank) { records_[rank].load_kept(); });
  }

  std::vector<Pass> rearrangement() override;
  void take_order(const Run&) override { exchange_ = sorter_.planned(); }
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;
  void restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>> tables) override;
  std::unique_ptr<PassTimer> make_timer() const override { return std::make_unique<RanksTimer>(ranks_); }
  void time_passes(bool on) override {
    timed_ = on;
    if (on) rank_times_.clear();
  }
  std::vector<WorkerTimes> take_worker_times() override;

 private:
  RankRecords::Launch launch() const {
    if (rearrange_ == Rearrange::gather) return &Launches::gather;
    return rearrange_ == Rearrange::group ? &Launches::gather_by_groups : &Launches::gather_rows_to_columns;
  }
  std::vector<records::Source> sources() const {
    std::vector<records::Source> all;
    for (const RankRecords& rank : records_) all.push_back(rank.source());
    return all;
  }
  /// Loads the kernels on every rank by a move without records; see RankRecords::rehearse().
  void rehearse();
  Counters launched(std::uint64_t) const override { return {.dispatches = team_->size()}; }
  template <typename Work>
  void for_each_rank(Work work) const {
    for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
      const cuda::DeviceGuard device(team_->device(rank));
      work(rank);
    }
  }
  /// Sets which records each rank has, by the number of its first record. `stored` is the records' layout.
  void begin_with(const Numbers& starts, const data::RecordMemory& stored);
  void write(std::span<const std::uint32_t> words);
  /// Calls `with` for each part of the words [first, first + count) that this rank stores. Arguments: start of the part
  /// relative to `first`, start of the part in the rank's memory, and length.
  template <typename With>
  void for_each_range(std::uint64_t rank, std::uint64_t first, std::uint64_t count, With with) const;
  data::RecordMemory rows() const { return {memory().n, 1, memory().columns * memory().row_words}; }

  void extract(Run& sorter) override;
  void turn();
  void order_shares();
  void move();
  /// Returns the kernel that gathers records from shares that are already in order.
  RankRecords::Launch launch_in_order() const {
    return rearrange_ == Rearrange::group ? &Launches::gather_by_groups : &Launches::gather;
  }
  void gather_from_all();
  void gather_by_messages();
  /// Sends the records of every part to the rank of the part. Copies the records that stay in their rank.
  void send_to_parts();
  /// Returns the addresses of the records that a rank has received, one source per sending rank. Each source also has
  /// the number of its first record among the sorted shares.
  std::vector<records::Source> arrivals(std::uint64_t rank) const;
  /// Data movement of a pass: from columns to rows, within each rank, or between ranks. Costs depend on it.
  enum class Moves : std::uint8_t { rows, within, between };
  /// Executes the work of a pass. Measures the time of each rank if passes are timed.
  template <typename Work>
  void timed(Moves moves, Work work);
  WorkerTimes times_of_ranks(Moves moves) const;

  std::shared_ptr<DeviceTeam> team_;
  Ranks& ranks_;
  DistributedRun& sorter_;
  Rearrange rearrange_;
  bool follows_;               ///< true if records move in two steps; see records_follow()
  Numbers starts_;             ///< number of the first record of each rank
  data::RecordMemory stored_;  ///< layout in which the ranks currently store records
  Exchange exchange_;
  std::shared_ptr<Belongings> here_;
  std::vector<RankRecords>& records_;
  bool timed_ = false;
  std::vector<WorkerTimes> rank_times_;
  /// words of the records, cached for views; null if no view needs them
  mutable std::shared_ptr<const std::vector<std::uint32_t>> shown_;
};

void DeviceMover::begin_with(const Numbers& starts, const data::RecordMemory& stored) {
  shown_.reset();
  starts_ = starts;
  stored_ = stored;
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    records_[rank].place(starts[rank], starts[rank + 1] - starts[rank]);
  }
}

template <typename With>
void DeviceMover::for_each_range(std::uint64_t rank, std::uint64_t first, std::uint64_t count, With with) const {
  const std::uint64_t own = (starts_[rank + 1] - starts_[rank]) * stored_.row_words;
  for (std::uint32_t column = 0; column < stored_.columns; ++column) {
    const std::uint64_t start = stored_.row(column, starts_[rank]);
    const std::uint64_t begin = std::max(first, start), end = std::min(first + count, start + own);
    if (begin < end) with(begin - first, column * own + begin - start, end - begin);
  }
}

void DeviceMover::write(std::span<const std::uint32_t> words) {
  team_->on_each_rank([&](std::uint64_t rank) {
    for_each_range(rank, 0, words.size(), [&](std::uint64_t from, std::uint64_t to, std::uint64_t count) {
      records_[rank].write(to, words.subspan(from, count));
    });
  });
}

std::vector<std::uint32_t> DeviceMover::read(std::uint64_t first, std::uint64_t count) const {
  team_->wait();
  std::vector<std::uint32_t> words;
  data::resize_in_large_pages(words, count);
  team_->on_each_rank([&](std::uint64_t rank) {
    for_each_range(rank, first, count, [&](std::uint64_t to, std::uint64_t from, std::uint64_t many) {
      records_[rank].read(from, std::span(words).subspan(to, many));
    });
  });
  return words;
}

std::vector<View> DeviceMover::views(std::uint64_t) const {
  if (!shown_) shown_ = std::make_shared<const std::vector<std::uint32_t>>(read(0, memory().words()));
  View view = fields_view(memory(), std::as_bytes(std::span(*shown_)), 0);
  view.owner = shown_;
  return {std::move(view)};
}

std::optional<std::string> DeviceMover::find_guard_damage() const {
  team_->wait();
  std::optional<std::string> damage;
  for_each_rank([&](std::uint64_t rank) {
    if (records_[rank].damaged())
      damage = fmt::format("a word outside the records of {} was written", team_->name(rank));
  });
  return damage;
}

/// After load(), the words have their original layout. If a pass had already transposed them, the layout is corrected
/// here.
void DeviceMover::restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>>) {
  if (rearrange_ != Rearrange::transpose || moved != 1) return;
  const std::vector<std::uint32_t> words = read(0, memory().words());
  begin_with(starts_, rows());
  write(words);
}

void DeviceMover::extract(Run&) {
  team_->in_phase(CollectiveStep::Kind::move, [this](std::uint64_t rank) {
    records_[rank].extract(memory().row_words, data::key_words(problem().type()));
  });
  sorter_.look_again();
}

std::vector<Pass> DeviceMover::rearrangement() {
  if (!team_->on_cpu()) rehearse();
  std::vector<Pass> passes;
  if (rearrange_ == Rearrange::transpose) {
    passes.push_back(moving_pass(
        "columns to rows", [this] { turn(); }, rows_claim, Order::unread));
  }
  std::string gathering = "gather";
  if (rearrange_ == Rearrange::group) gathering = "gather by groups";
  if (rearrange_ == Rearrange::transpose) gathering = "gather rows to columns";
  if (follows_) {
    passes.push_back(moving_pass(
        gathering + " in each share", [this] { order_shares(); },
        [this](SharedProblem of) { return ordered_shares_claim(std::move(of), sorter_.shares()); }));
    gathering = "after the keys";
  }
  passes.push_back(moving_pass(
      gathering, [this] { move(); }, rearranged_claim));
  return passes;
}

void DeviceMover::rehearse() {
  const std::vector<records::Source> all = sources();
  team_->in_phase(CollectiveStep::Kind::move, [&](std::uint64_t rank) {
    records_[rank].rehearse(launch(), memory(), follows_ ? std::span<const records::Source>() : all);
    if (follows_) records_[rank].rehearse(launch_in_order(), memory(), all);
  });
  team_->wait();
}

void DeviceMover::turn() {
  timed(Moves::rows, [this] {
    team_->each(CollectiveStep::Kind::move, [this](std::uint64_t rank) { records_[rank].turn(memory().columns); });
    begin_with(starts_, rows());
  });
}

void DeviceMover::order_shares() {
  timed(Moves::within, [this] {
    team_->each(CollectiveStep::Kind::move,
                [this](std::uint64_t rank) { records_[rank].order_share(launch(), memory()); });
    for (RankRecords& rank : records_) rank.take_back();
    begin_with(starts_, memory());
  });
}

void DeviceMover::move() {
  timed(Moves::between, [this] {
    if (team_->size() > 1 && !team_->reads_shares()) {
      gather_by_messages();
    } else {
      gather_from_all();
    }
    for (RankRecords& rank : records_) rank.take_back();
    begin_with(sorter_.region_starts(), memory());
  });
}

void DeviceMover::gather_from_all() {
  const std::vector<records::Source> all = sources();
  team_->meet(CollectiveStep::Kind::move);
  team_->each(CollectiveStep::Kind::move, [&](std::uint64_t rank) {
    records_[rank].gather(follows_ ? launch_in_order() : launch(), memory(), all);
  });
  // A rank must not write to records that another rank still reads.
  team_->meet(CollectiveStep::Kind::move);
}

std::vector<records::Source> DeviceMover::arrivals(std::uint64_t rank) const {
  std::vector<records::Source> sources;
  const std::uint64_t words = std::uint64_t{memory().columns} * memory().row_words;
  for (std::uint64_t from = 0; from < team_->size(); ++from) {
    sources.push_back({records_[rank].arrivals() + words * exchange_.arrival(from, rank),
                       sorter_.shares()[from] + exchange_.of(rank, from), exchange_.count(from, rank)});
  }
  return sources;
}

void DeviceMover::send_to_parts() {
  std::vector<cuda::Communicator::Message> all;
  for (std::uint64_t to = 0; to < team_->size(); ++to) {
    const std::vector<records::Source> targets = arrivals(to);
    for (std::uint64_t from = 0; from < team_->size(); ++from) {
      const std::uint64_t share = starts_[from + 1] - starts_[from], count = exchange_.count(from, to);
      for (std::uint64_t column = 0; column < memory().columns && count > 0; ++column) {
        const std::uint32_t* source =
            records_[from].sent() + memory().row_words * (column * share + exchange_.of(to, from));
        const std::uint32_t* target = targets[from].words + memory().row_words * column * count;
        all.push_back({from, to, reinterpret_cast<const std::byte*>(source),
                       reinterpret_cast<std::byte*>(const_cast<std::uint32_t*>(target)),
                       sizeof(std::uint32_t) * memory().row_words * count});
      }
    }
  }
  team_->in_phase(CollectiveStep::Kind::move, [&](std::uint64_t rank) {
    const cuda::Stream& stream = (*team_)[rank].stream();
    for (const auto& message : all) {
      if (message.from != rank || message.to != rank) continue;
      stream.driver().copy(stream.handle(), message.target, message.source, message.bytes, cuda::Driver::Way::within);
    }
  });
  std::erase_if(all, [](const auto& message) { return message.from == message.to; });
  if (!all.empty()) team_->together(CollectiveStep::Kind::move, [&] { team_->communicator().send(all); });
}

void DeviceMover::gather_by_messages() {
  send_to_parts();
  team_->in_phase(CollectiveStep::Kind::move, [this](std::uint64_t rank) {
    const std::vector<records::Source> came = arrivals(rank);
    records_[rank].take_back();
    records_[rank].gather(launch_in_order(), memory(), came);
  });
}

template <typename Work>
void DeviceMover::timed(Moves moves, Work work) {
  if (!timed_) return work();
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    team_->as(rank, [&] { here_->timers[rank].begin((*team_)[rank].stream()); });
  }
  rank_times_.push_back(times_of_ranks(moves));
  work();
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    team_->as(rank, [&] { here_->timers[rank].end((*team_)[rank].stream()); });
  }
}

WorkerTimes DeviceMover::times_of_ranks(Moves moves) const {
  WorkerTimes times_of_ranks;
  const bool between = moves == Moves::between;
  const std::uint64_t record = sizeof(std::uint32_t) * memory().columns * memory().row_words;
  const Numbers after = between ? sorter_.region_starts() : starts_;
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    const std::uint64_t count = after[rank + 1] - after[rank],
                        number = moves == Moves::rows ? 0 : sizeof(std::uint32_t);
    times_of_ranks.workers.push_back(
        {.number = rank, .name = team_->name(rank), .bytes = count * (2 * record + number)});
    if (between) ranks_.add_links(times_of_ranks, exchange_, rank, record);
  }
  return times_of_ranks;
}

std::vector<WorkerTimes> DeviceMover::take_worker_times() {
  team_->wait();
  std::vector<WorkerTimes> rank_times = std::exchange(rank_times_, {});
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    std::vector<double> times;
    team_->as(rank, [&] { times = here_->timers[rank].take(); });
    for (std::size_t i = 0; i < rank_times.size(); ++i) {
      rank_times[i].workers[rank].ms = times[i];
      for (WorkerTimes::Link& link : rank_times[i].links) {
        if (link.to == rank) link.ms = times[i];
      }
    }
  }
  return rank_times;
}

}  // namespace

std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange) {
  return std::make_unique<DeviceMover>(std::move(team), ranks, sorter, std::move(problem), rearrange);
}

}  // namespace texelsort::algorithms::distributed
