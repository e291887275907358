#include "compute/algorithms/distributed/run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/view.h"
#include "compute/algorithms/distributed/claims.h"
#include "compute/algorithms/distributed/ranks_timer.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Returns whether a step moves keys between ranks.
bool moves_between(const CollectiveStep& step) {
  return step.kind == CollectiveStep::Kind::exchange || step.from_shares;
}

void add_table(std::vector<View>& views, const TableKind& kind, Numbers numbers, std::uint64_t columns) {
  views.push_back(owning_view(kind, data::KeyType::u64, columns, std::move(numbers)));
}

}  // namespace

std::unique_ptr<RecordMover> Ranks::make_mover(DistributedRun&, std::shared_ptr<const Problem>, Rearrange) {
  return nullptr;
}

void Ranks::add_links(WorkerTimes& times_of_ranks, const Exchange& exchange, std::uint64_t from,
                      std::uint64_t bytes_each) const {
  for (std::uint64_t to = 0; to < exchange.ranks(); ++to) {
    const std::uint64_t bytes = bytes_each * exchange.count(from, to);
    if (to == from || bytes == 0) continue;
    Way link = way(from, to);
    times_of_ranks.links.push_back({.from = from,
                                    .to = to,
                                    .way = std::move(link.text),
                                    .bytes_per_second = link.bytes_per_second,
                                    .bytes = bytes});
  }
}

DistributedRun::DistributedRun(std::shared_ptr<const Problem> problem, const Settings& settings, Finish finish,
                               std::unique_ptr<Ranks> ranks)
    : Run(problem, std::make_unique<RanksTimer>(*ranks)),
      settings_(settings),
      finish_(finish),
      shares_(share_starts(problem->n(), settings)),
      ranks_(std::move(ranks)) {
  if (ranks_->loads_late()) rehearse();
  DistributedRun::load(InputView(*problem));
  DistributedRun::forget();
}

void DistributedRun::rehearse() {
  // Number of keys per rank that loads all kernels. More keys would load no other kernels.
  constexpr std::uint64_t enough = std::uint64_t{1} << 25;
  const auto fault = std::exchange(injected_fault(), std::nullopt);
  const Numbers shares = std::exchange(shares_, share_starts(std::min(n(), enough * ranks()), settings_));
  forget();
  ranks_->take_any(shares_);
  for (auto step = next_step(); step; step = next_step()) {
    perform(*step);
    ranks_->wait();
  }
  shares_ = shares;
  injected_fault() = fault;
}

void DistributedRun::load(const data::StateView& state) {
  shown_.clear();
  ranks_->load(state, shares_);
}

void DistributedRun::load_kept() {
  shown_.clear();
  ranks_->load_kept();
}

void DistributedRun::forget() {
  progress_ = {};
  progress_.search = SplitterSearch(shares_, settings_.pivots, settings_.seed);
}

void DistributedRun::save_more(Snapshot& snapshot) const {
  snapshot.decisions = std::make_shared<const Progress>(progress_);
}

void DistributedRun::restore_more(const Snapshot& snapshot) {
  progress_ = *std::static_pointer_cast<const Progress>(snapshot.decisions);
  shown_.clear();
  if (progress_.sorted) ranks_->load_sorted(snapshot.state, region_starts());
}

std::optional<CollectiveStep> DistributedRun::next_step() const {
  using Kind = CollectiveStep::Kind;
  if (n() == 0) return std::nullopt;
  if (!progress_.sorted) return CollectiveStep{Kind::sort};
  if (ranks() == 1) return std::nullopt;
  if (!progress_.search.done()) return CollectiveStep{Kind::select, progress_.search.rounds()};
  if (!progress_.exchanged) {
    return ranks_->reads_shares() ? CollectiveStep{.kind = Kind::merge, .from_shares = true}
                                  : CollectiveStep{Kind::exchange};
  }
  if (progress_.finished) return std::nullopt;
  if (finish_ == Finish::sort) return CollectiveStep{Kind::sort_again};
  return CollectiveStep{Kind::merge, progress_.rounds};
}

std::optional<Pass> DistributedRun::next_pass() {
  const auto step = next_step();
  if (!step) return std::nullopt;
  return Pass{.header = [step = *step, settings = settings_, all = rounds()] { return header(step, settings, all); },
              .execute = [this, step = *step] { execute(step); },
              .cost = [this, step = *step] { return cost(step); },
              .claim = [this, step = *step] { return claim(step); },
              .detail = [this, step = *step] { return detail(step); }};
}

void DistributedRun::select() {
  if (const auto places = ranks_->find_splitters(shares_)) {
    progress_.search.conclude(*places);
    counted_ = ranks() - 1;
    return;
  }
  const std::vector<Pivot> pivots = progress_.search.draw();
  std::vector<std::vector<Range>> ranges;
  for (std::uint64_t rank = 0; rank < ranks(); ++rank) ranges.push_back(progress_.search.ranges(pivots, rank));
  progress_.search.narrow(pivots, ranks_->count(pivots, ranges));
  counted_ = pivots.size();
}

void DistributedRun::execute(const CollectiveStep& step) {
  const bool noted = watched() && moves_between(step);
  if (!timed_ && !noted) return perform(step);
  ranks_->begin_timing();
  perform(step);
  ranks_->end_timing();
  if (timed_) return rank_times_.push_back(times_of_ranks(step));
  note_links();
}

void DistributedRun::note_links() {
  const std::vector<RankTimes> rank_times = ranks_->take_worker_times();
  const Numbers counts = progress_.exchange.matrix();
  progress_.nanoseconds.assign(counts.size(), 0);
  for (std::size_t link = 0; link < counts.size(); ++link) {
    // skips the links from a rank to itself, and unused links
    if (link % (ranks() + 1) == 0 || counts[link] == 0) continue;
    progress_.nanoseconds[link] = static_cast<std::uint64_t>(std::llround(1e6 * rank_times.back().links[link]));
  }
}

std::unique_ptr<RecordMover> DistributedRun::make_mover(std::shared_ptr<const Problem> problem, Rearrange rearrange) {
  return ranks_->make_mover(*this, std::move(problem), rearrange);
}

Exchange DistributedRun::planned() const {
  return progress_.exchanged ? progress_.exchange : Exchange(ranks(), progress_.search.places());
}

void DistributedRun::time_passes(bool on) {
  timed_ = on;
  if (on) rank_times_.clear();
  Run::time_passes(on);
}

std::vector<WorkerTimes> DistributedRun::take_worker_times() {
  const std::vector<RankTimes> times = ranks_->take_worker_times();
  std::vector<WorkerTimes> rank_times = std::exchange(rank_times_, {});
  for (std::size_t i = 0; i < rank_times.size(); ++i) {
    for (WorkerTimes::Worker& worker : rank_times[i].workers) worker.ms = times[i].ranks[worker.number];
    for (WorkerTimes::Link& link : rank_times[i].links) link.ms = times[i].links[link.from * ranks() + link.to];
  }
  return rank_times;
}

void DistributedRun::perform(const CollectiveStep& step) {
  shown_.clear();
  switch (step.kind) {
    case CollectiveStep::Kind::sort:
      ranks_->sort_shares();
      progress_.sorted = true;
      break;
    case CollectiveStep::Kind::select:
      select();
      break;
    case CollectiveStep::Kind::exchange:
      progress_.exchange = Exchange(ranks(), progress_.search.places());
      ranks_->exchange(progress_.exchange);
      progress_.exchanged = true;
      break;
    case CollectiveStep::Kind::merge:
      if (step.from_shares) {
        progress_.exchange = Exchange(ranks(), progress_.search.places());
        ranks_->merge_shares(progress_.exchange);
        progress_.exchanged = true;
      } else {
        ranks_->merge(progress_.exchange, step.round);
      }
      progress_.finished = ++progress_.rounds == rounds();
      break;
    case CollectiveStep::Kind::sort_again:
      ranks_->sort_parts(progress_.exchange);
      progress_.finished = true;
      break;
    case CollectiveStep::Kind::move:  // the mover of the records counts their cost
      break;
  }
}

std::uint64_t DistributedRun::element_bytes() const {
  return data::key_bytes(problem().type()) + data::payload_bytes(problem().payload);
}

/// Returns the cost of a step. The cost of sorting a share depends on the backend, so each key counts as one read and
/// one write.
Counters DistributedRun::cost(const CollectiveStep& step) const {
  if (step.kind == CollectiveStep::Kind::select) {
    // per pivot, the round reads or writes one encoded key and two counts per rank
    const std::uint64_t numbers = counted_ * (1 + 2 * ranks());
    return {.elements_read = counted_, .bytes = sizeof(std::uint64_t) * numbers};
  }
  return {.elements_read = n(), .bytes = 2 * n() * element_bytes()};
}

WorkerTimes DistributedRun::times_of_ranks(const CollectiveStep& step) const {
  WorkerTimes times_of_ranks;
  // true if ranks read their shares and write their parts; in other steps, they read and write the same positions
  const bool exchanges = step.kind == CollectiveStep::Kind::exchange;
  const Numbers regions = region_starts();
  for (std::uint64_t rank = 0; rank < ranks(); ++rank) {
    WorkerTimes::Worker worker{.number = rank, .name = ranks_->name(rank)};
    const std::uint64_t now = regions[rank + 1] - regions[rank], share = shares_[rank + 1] - shares_[rank];
    if (step.kind == CollectiveStep::Kind::select) {
      // bytes of the pivots' encoded keys, and of two counts per pivot
      worker.bytes = sizeof(std::uint64_t) * 3 * counted_;
    } else {
      worker.bytes = (exchanges ? share + now : 2 * now) * element_bytes();
    }
    times_of_ranks.workers.push_back(std::move(worker));
    if (moves_between(step)) ranks_->add_links(times_of_ranks, progress_.exchange, rank, element_bytes());
  }
  return times_of_ranks;
}

Numbers DistributedRun::sequences_after(std::uint64_t rounds) const {
  const Numbers all = progress_.exchange.sequence_starts();
  Numbers starts;
  for (std::uint64_t part = 0; part < ranks(); ++part) {
    const auto own = std::span(all).subspan(part * ranks(), ranks() + 1);
    std::uint64_t merged_each = 1;
    for (std::uint64_t round = 0; round < rounds; ++round) merged_each *= ranks_->ways();
    const Numbers merged = merged_starts(own, merged_each);
    starts.insert(starts.end(), merged.begin(), merged.end() - 1);
  }
  starts.push_back(n());
  return starts;
}

Numbers DistributedRun::sequence_starts() const {
  if (!progress_.exchanged) return shares_;
  return progress_.finished ? region_starts() : sequences_after(progress_.rounds);
}

Claim DistributedRun::claim(const CollectiveStep& step) const {
  switch (step.kind) {
    case CollectiveStep::Kind::sort:
      return shares_claim(shares_);
    case CollectiveStep::Kind::select:
      return splitters_claim(shares_, progress_.search.done());
    case CollectiveStep::Kind::exchange:
      return exchange_claim(shares_, progress_.exchange);
    case CollectiveStep::Kind::merge:
      if (step.from_shares) {
        return merged_shares_claim(shares_, progress_.exchange,
                                   rounds() > 1 ? sequences_claim(sequences_after(1)) : parts_claim(region_starts()));
      }
      if (step.round + 1 < rounds()) return sequences_claim(sequences_after(step.round + 1));
      break;
    case CollectiveStep::Kind::sort_again:
    case CollectiveStep::Kind::move:
      break;
  }
  return parts_claim(region_starts());
}

PassDetail DistributedRun::detail(const CollectiveStep& step) const {
  if (step.kind == CollectiveStep::Kind::select) {
    return MergePass{
        .ways = ranks(), .parts = ranks(), .sequences = ranks(), .width = 0, .selecting = !progress_.search.done()};
  }
  if (step.kind == CollectiveStep::Kind::exchange) return {};
  const Numbers regions = region_starts();
  if (step.from_shares) return pieces_of_shares();
  const Numbers from = step.kind == CollectiveStep::Kind::merge ? sequences_after(step.round) : regions;
  std::vector<WorkPass::Piece> pieces;
  std::size_t source = 0;
  for (std::uint64_t rank = 0; rank < ranks(); ++rank) {
    WorkPass::Piece piece{.worker = rank, .part = rank, .from = {}, .to = {{regions[rank], regions[rank + 1]}}};
    for (; source + 1 < from.size() && from[source + 1] <= regions[rank + 1]; ++source) {
      if (step.kind == CollectiveStep::Kind::merge || from[source] < from[source + 1]) {
        piece.from.push_back({from[source], from[source + 1]});
      }
    }
    if (regions[rank] < regions[rank + 1]) pieces.push_back(std::move(piece));
  }
  return WorkPass{.worker = "rank",
                  .part = step.kind == CollectiveStep::Kind::sort ? "share" : "part",
                  .pieces = [pieces](const WorkPass::Tables&) { return pieces; }};
}

WorkPass DistributedRun::pieces_of_shares() const {
  const Numbers regions = region_starts();
  std::vector<WorkPass::Piece> pieces;
  for (std::uint64_t part = 0; part < ranks(); ++part) {
    if (regions[part] == regions[part + 1]) continue;
    WorkPass::Piece piece{.worker = part, .part = part, .from = {}, .to = {{regions[part], regions[part + 1]}}};
    for (std::uint64_t share = 0; share < ranks(); ++share) {
      const std::uint64_t start = shares_[share];
      piece.from.push_back(
          {start + progress_.exchange.of(part, share), start + progress_.exchange.of(part + 1, share)});
    }
    pieces.push_back(std::move(piece));
  }
  return {.worker = "rank", .part = "part", .pieces = [pieces](const WorkPass::Tables&) { return pieces; }};
}

std::optional<std::string> DistributedRun::find_guard_damage() const {
  ranks_->wait();
  return ranks_->find_guard_damage();
}

data::State DistributedRun::read(std::uint64_t first, std::uint64_t count) const {
  ranks_->wait();
  return ranks_->read(first, count, region_starts());
}

std::optional<data::OutputPart> DistributedRun::read_part() const {
  ranks_->wait();
  return ranks_->read_part(region_starts());
}

std::vector<View> DistributedRun::views() const {
  if (shown_.empty()) shown_ = state_views(read(0, n()), problem().payload);
  std::vector<View> views = shown_;
  Numbers starts = sequence_starts();
  const std::uint64_t count = starts.size();
  add_table(views, tables::Sequences{.ranks = ranks(), .sorted = progress_.sorted}, std::move(starts), count);
  if (!progress_.exchanged && progress_.search.rounds() > 0) {
    add_table(views, tables::PartStarts{}, progress_.search.places(), ranks());
    add_table(views, tables::LeastPartStarts{}, progress_.search.least(), ranks());
    add_table(views, tables::MostPartStarts{}, progress_.search.most(), ranks());
  }
  if (ranks() > 1 && n() > 0 && progress_.search.done()) {
    Numbers bytes = planned().matrix();
    for (std::uint64_t& each : bytes) each *= element_bytes();
    add_table(views, tables::Exchange{}, std::move(bytes), ranks());
    if (!progress_.nanoseconds.empty()) add_table(views, tables::ExchangeTimes{}, progress_.nanoseconds, ranks());
  }
  return views;
}

}  // namespace texelsort::algorithms::distributed
