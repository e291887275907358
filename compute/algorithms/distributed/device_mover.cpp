#include "compute/algorithms/distributed/device_mover.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/arrays/record_words.h"
#include "compute/algorithms/distributed/rank_records.h"
#include "compute/algorithms/distributed/ranks_timer.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/cuda/several.h"
#include "compute/data/large_pages.h"

namespace texelsort::algorithms::distributed {
namespace {

using records::Launches;

/// What stands on the devices.
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
        stored_(memory()),
        here_(std::make_shared<Belongings>()),
        records_(here_->records) {
    static_assert(records::most_sources >= most_ranks);
    team_->hold(here_);
    here_->timers = std::vector<cuda::SpanTimer>(team_->size());
    const ProblemForm form = shared_problem()->form();
    records_.reserve(team_->size());
    for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
      const cuda::StayOn device(team_->device(rank));
      records_.emplace_back((*team_)[rank], form_of_rank(form, team_->settings(), rank), by_messages());
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
    if (on) laps_.clear();
  }
  std::vector<Laps> take_laps() override;

 private:
  bool by_messages() const { return team_->size() > 1 && !team_->reads_shares(); }
  RankRecords::Launch launch() const {
    if (rearrange_ == Rearrange::gather) return &Launches::gather;
    return rearrange_ == Rearrange::group ? &Launches::gather_by_groups : &Launches::gather_rows_to_columns;
  }
  std::vector<records::Source> sources() const {
    std::vector<records::Source> all;
    for (const RankRecords& rank : records_) all.push_back(rank.source());
    return all;
  }
  /// See RankRecords::rehearse().
  void rehearse();
  Counters launched(std::uint64_t) const override { return {.dispatches = team_->size()}; }
  template <typename Work>
  void for_each_rank(Work work) const {
    for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
      const cuda::StayOn device(team_->device(rank));
      work(rank);
    }
  }
  /// Records lie so from now on.
  void begin_with(const Numbers& starts, const data::RecordMemory& stored);
  void write(std::span<const std::uint32_t> words);
  /// Calls `with` for each stretch of words that a rank has of words [first, first + count): where it begins there and
  /// in the rank's memory, and how long it is.
  template <typename With>
  void for_each_stretch(std::uint64_t rank, std::uint64_t first, std::uint64_t count, With with) const;
  data::RecordMemory rows() const { return {memory().n, 1, memory().columns * memory().row_words}; }

  void extract(Run& sorter) override;
  void turn();
  void move();
  void gather_from_all();
  void gather_by_messages();
  /// What all ranks send to all, `message` of each pair; what stays is copied.
  template <typename Message>
  void send(Message message);
  /// A lap of a pass, and what it moves from rank to rank.
  template <typename Work>
  void in_lap(bool between, Work work);
  Laps lap(bool between) const;

  std::shared_ptr<DeviceTeam> team_;
  Ranks& ranks_;
  DistributedRun& sorter_;
  Rearrange rearrange_;
  Numbers starts_;             ///< of each rank's records among all
  data::RecordMemory stored_;  ///< how they stand now, of all ranks
  Exchange exchange_;
  std::shared_ptr<Belongings> here_;
  std::vector<RankRecords>& records_;
  bool timed_ = false;
  std::vector<Laps> laps_;
  mutable std::shared_ptr<const std::vector<std::uint32_t>> shown_;  ///< if somebody has looked
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
void DeviceMover::for_each_stretch(std::uint64_t rank, std::uint64_t first, std::uint64_t count, With with) const {
  const std::uint64_t own = (starts_[rank + 1] - starts_[rank]) * stored_.row_words;
  for (std::uint32_t column = 0; column < stored_.columns; ++column) {
    const std::uint64_t start = stored_.row(column, starts_[rank]);
    const std::uint64_t begin = std::max(first, start), end = std::min(first + count, start + own);
    if (begin < end) with(begin - first, column * own + begin - start, end - begin);
  }
}

void DeviceMover::write(std::span<const std::uint32_t> words) {
  team_->side_by_side([&](std::uint64_t rank) {
    for_each_stretch(rank, 0, words.size(), [&](std::uint64_t from, std::uint64_t to, std::uint64_t count) {
      records_[rank].write(to, words.subspan(from, count));
    });
  });
}

std::vector<std::uint32_t> DeviceMover::read(std::uint64_t first, std::uint64_t count) const {
  team_->wait();
  std::vector<std::uint32_t> words;
  data::resize_in_large_pages(words, count);
  team_->side_by_side([&](std::uint64_t rank) {
    for_each_stretch(rank, first, count, [&](std::uint64_t to, std::uint64_t from, std::uint64_t many) {
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
      damage = fmt::format("a word beside the records of {} was written", team_->name(rank));
  });
  return damage;
}

/// load() has taken the words for those of records as the layout has them.
void DeviceMover::restore_tables(std::uint64_t moved, std::span<const std::vector<std::byte>>) {
  if (rearrange_ != Rearrange::transpose || moved != 1) return;
  const std::vector<std::uint32_t> words = read(0, memory().words());
  begin_with(starts_, rows());
  write(words);
}

void DeviceMover::extract(Run&) {
  team_->in_phase(Step::Kind::move, [this](std::uint64_t rank) {
    records_[rank].extract(memory().row_words, data::key_words(problem().type()));
  });
  sorter_.look_again();
}

std::vector<Pass> DeviceMover::rearrangement() {
  if (!team_->on_cpu()) rehearse();
  const auto moving = [this](const char* label) {
    return moving_pass(
        label, [this] { move(); }, rearranged_claim);
  };
  if (rearrange_ == Rearrange::gather) return {moving("gather")};
  if (rearrange_ == Rearrange::group) return {moving("gather by groups")};
  return {moving_pass(
              "columns to rows", [this] { turn(); }, rows_claim, Order::unread),
          moving("gather rows to columns")};
}

void DeviceMover::rehearse() {
  const std::vector<records::Source> all = sources();
  team_->in_phase(Step::Kind::move, [&](std::uint64_t rank) {
    records_[rank].rehearse(launch(), memory(), by_messages() ? std::span<const records::Source>() : all);
  });
  team_->wait();
}

void DeviceMover::turn() {
  in_lap(false, [this] {
    team_->each(Step::Kind::move, [this](std::uint64_t rank) { records_[rank].turn(memory().columns); });
    begin_with(starts_, rows());
  });
}

void DeviceMover::move() {
  in_lap(true, [this] {
    if (by_messages()) {
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
  team_->meet(Step::Kind::move);
  team_->each(Step::Kind::move, [&](std::uint64_t rank) { records_[rank].gather(launch(), memory(), all); });
  // Nobody writes to records that another one reads.
  team_->meet(Step::Kind::move);
}

template <typename Message>
void DeviceMover::send(Message message) {
  std::vector<cuda::Communicator::Message> all;
  team_->in_phase(Step::Kind::move, [&](std::uint64_t rank) {
    const cuda::Communicator::Message own = message(rank, rank);
    if (own.bytes > 0) {
      const cuda::Stream& stream = (*team_)[rank].stream();
      stream.driver().copy(stream.handle(), own.target, own.source, own.bytes, cuda::Driver::Way::within);
    }
  });
  for (std::uint64_t from = 0; from < team_->size(); ++from) {
    for (std::uint64_t to = 0; to < team_->size(); ++to) {
      if (from != to) all.push_back(message(from, to));
    }
  }
  if (!all.empty()) team_->together(Step::Kind::move, [&] { team_->communicator().send(all); });
}

/// Each rank asks the others for the records that belong to its keys, sorted by their numbers, and puts what they send
/// in its places.
void DeviceMover::gather_by_messages() {
  team_->each(Step::Kind::move, [this](std::uint64_t rank) { records_[rank].ask(); });
  constexpr std::uint64_t number = sizeof(std::uint32_t);
  send([&](std::uint64_t from, std::uint64_t to) {
    // The other way than the records.
    return cuda::Communicator::Message{from, to, records_[from].asked() + number * exchange_.arrival(to, from),
                                       records_[to].wanted() + number * exchange_.of(from, to),
                                       number * exchange_.count(to, from)};
  });
  team_->in_phase(Step::Kind::move, [this](std::uint64_t rank) { records_[rank].answer(stored_); });
  const std::uint64_t row = number * stored_.row_words;
  const Numbers parts = sorter_.region_starts();
  for (std::uint32_t column = 0; column < stored_.columns; ++column) {
    send([&](std::uint64_t from, std::uint64_t to) {
      const std::uint64_t share = starts_[from + 1] - starts_[from], part = parts[to + 1] - parts[to];
      return cuda::Communicator::Message{from, to,
                                         records_[from].answers() + row * (column * share + exchange_.of(to, from)),
                                         records_[to].arrivals() + row * (column * part + exchange_.arrival(from, to)),
                                         row * exchange_.count(from, to)};
    });
  }
  team_->in_phase(Step::Kind::move, [&](std::uint64_t rank) { records_[rank].arrange(launch(), memory()); });
}

template <typename Work>
void DeviceMover::in_lap(bool between, Work work) {
  if (!timed_) return work();
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    team_->as(rank, [&] { here_->timers[rank].begin((*team_)[rank].stream()); });
  }
  laps_.push_back(lap(between));
  work();
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    team_->as(rank, [&] { here_->timers[rank].end((*team_)[rank].stream()); });
  }
}

Laps DeviceMover::lap(bool between) const {
  Laps lap;
  const std::uint64_t record = sizeof(std::uint32_t) * memory().columns * memory().row_words;
  const Numbers after = between ? sorter_.region_starts() : starts_;
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    const std::uint64_t count = after[rank + 1] - after[rank], number = between ? sizeof(std::uint32_t) : 0;
    lap.workers.push_back({.number = rank, .name = team_->name(rank), .bytes = count * (2 * record + number)});
    if (between) ranks_.add_links(lap, exchange_, rank, record);
  }
  return lap;
}

std::vector<Laps> DeviceMover::take_laps() {
  team_->wait();
  std::vector<Laps> laps = std::exchange(laps_, {});
  for (std::uint64_t rank = 0; rank < team_->size(); ++rank) {
    std::vector<double> times;
    team_->as(rank, [&] { times = here_->timers[rank].take(); });
    for (std::size_t i = 0; i < laps.size(); ++i) {
      laps[i].workers[rank].ms = times[i];
      for (Laps::Link& link : laps[i].links) {
        if (link.to == rank) link.ms = times[i];
      }
    }
  }
  return laps;
}

}  // namespace

std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange) {
  return std::make_unique<DeviceMover>(std::move(team), ranks, sorter, std::move(problem), rearrange);
}

}  // namespace texelsort::algorithms::distributed
