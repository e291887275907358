#include "app/playback/player.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "compute/data/error.h"

namespace texelsort::app {

namespace {

using Time = std::chrono::steady_clock;

bool same_key(const data::Keys& a, const data::Keys& b, std::uint64_t i) {
  const std::size_t size = data::key_bytes(data::type_of(a));
  return std::memcmp(data::bytes(a).data() + i * size, data::bytes(b).data() + i * size, size) == 0;
}

}  // namespace

Player::Player(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem,
               std::uint64_t checkpoint_bytes, bool stable)
    : run_(std::move(run)), problem_(std::move(problem)), budget_(checkpoint_bytes), stable_(stable) {
  target_ = run_->passes_done();
}

std::optional<std::uint64_t> Player::total() const {
  return run_->total_passes();
}

bool Player::at_end() const {
  return total() && position() >= *total();
}

void Player::request(std::uint64_t pass) {
  target_ = total() ? std::min(pass, *total()) : pass;
}

void Player::moved() {
  ++revision_;
  state_.reset();
  tables_.clear();
  of_state_.clear();
  single_keys_.clear();
}

// Executes passes towards the target. If views need the state before the target's last pass, stops one pass early, and
// the next step records this state.
void Player::jump_towards_target() {
  const std::uint64_t wanted = keeps_before() && target_ > 0 ? target_ - 1 : target_;
  const bool back = wanted < position();
  auto found = checkpoints_.upper_bound(wanted);
  const bool any = found != checkpoints_.begin();
  if (any) --found;
  if (any && (back || found->first > position())) {
    run_->restore(found->second);
    before_.reset();
    moved();
  } else if (back) {
    run_->rewind();
    before_.reset();
    moved();
  }
}

bool Player::step_once() {
  std::optional<data::State> before;
  if (keeps_before() && position() + 1 == target_) before = state_ ? std::move(*state_) : run_->read();
  auto record = run_->step();
  if (!record) {
    target_ = position();
    return false;
  }
  before_ = std::move(before);
  moved();
  if (record->header.index == records_.size()) records_.push_back(std::move(*record));
  keep_checkpoint();
  return true;
}

/// Returns the estimated size of a checkpoint in bytes, so that a checkpoint that exceeds the budget is never read
/// back.
std::uint64_t Player::expected_bytes() const {
  // a selection changes no keys, so its passes can be repeated without checkpoints
  if (run_->selection() != nullptr) return 0;
  const std::uint64_t payload = problem_->payload == data::PayloadKind::none ? 0 : sizeof(std::uint64_t);
  const std::uint64_t fields = problem_->fields.size() * sizeof(std::uint32_t);
  return std::max(largest_checkpoint_, n() * (data::key_bytes(problem_->type()) + payload) + fields);
}

// Stores a checkpoint of the present position if one is due. If all checkpoints together exceed the budget, drops every
// second one and doubles their distance.
void Player::keep_checkpoint() {
  if (position() % stride_ != 0 || checkpoints_.contains(position()) || at_end() || expected_bytes() > budget_) return;
  algorithms::Snapshot snapshot = run_->save();
  largest_checkpoint_ = std::max(largest_checkpoint_, snapshot.bytes());
  if (largest_checkpoint_ > budget_) return;
  while ((checkpoints_.size() + 1) * largest_checkpoint_ > budget_) {
    stride_ *= 2;
    std::erase_if(checkpoints_, [this](const auto& entry) { return entry.first % stride_ != 0; });
    if (position() % stride_ != 0) return;
  }
  checkpoints_.emplace(position(), std::move(snapshot));
}

bool Player::advance(std::chrono::milliseconds budget) {
  if (target_ == position() && !lacks_before()) return false;
  const auto deadline = Time::now() + budget;
  jump_towards_target();
  while (position() < target_) {
    if (!step_once()) {
      // The run ended before the target. Go back to record the state before its last pass.
      if (!keeps_before() || before_ || position() == 0) return false;
      jump_towards_target();
    }
    if (Time::now() >= deadline) break;
  }
  return !at_rest();
}

void Player::seek(std::uint64_t pass) {
  request(pass);
  while (advance(std::chrono::hours(1))) {
  }
}

bool Player::step_forward() {
  const std::uint64_t from = position();
  seek(from + 1);
  return position() != from;
}

bool Player::step_back() {
  if (position() == 0) return false;
  seek(position() - 1);
  return true;
}

bool Player::repeat_pass(const std::function<void()>& prepare) {
  if (position() == 0) return false;
  repeat_passes(position() - 1, prepare, [] {});
  return true;
}

void Player::repeat_passes(std::uint64_t first, const std::function<void()>& prepare,
                           const std::function<void()>& conclude) {
  const std::uint64_t done = position();
  if (first >= done) return;
  restore_at_most(first);
  while (position() < first) run_->step();
  while (position() < done) {
    prepare();
    run_->step();
    conclude();
  }
}

void Player::restore_at_most(std::uint64_t wanted) {
  const auto after = checkpoints_.upper_bound(wanted);
  if (after == checkpoints_.begin()) {
    run_->rewind();
  } else {
    run_->restore(std::prev(after)->second);
  }
}

void Player::visit_states(std::uint64_t first, const std::function<void(const data::State&)>& visit) {
  const std::uint64_t done = position();
  if (first == done) return visit(run_->read());
  restore_at_most(first);
  while (position() < first) run_->step();
  visit(run_->read());
  while (position() < done) {
    run_->step();
    visit(run_->read());
  }
}

const algorithms::PassRecord* Player::record() const {
  const std::uint64_t done = position();
  return done == 0 || done > records_.size() ? nullptr : &records_[done - 1];
}

std::span<const algorithms::PassRecord> Player::records() const {
  return std::span(records_).first(std::min<std::size_t>(position(), records_.size()));
}

std::vector<algorithms::PassHeader> Player::headers() const {
  return run_->known_passes();
}

const data::State* Player::state() const {
  if (n() > small_n) return nullptr;
  if (!state_) state_ = run_->read();
  return &*state_;
}

const Player::Table* Player::table(const algorithms::TableKind& kind) const {
  const auto* const buffer = std::get_if<algorithms::tables::Numbers>(&kind);
  const std::pair key(kind.index(), buffer != nullptr ? buffer->name : std::string_view());
  if (const auto found = tables_.find(key); found != tables_.end()) return &found->second;
  const std::vector<algorithms::View> views = run_->views();
  const algorithms::View* view = find_view(views, kind);
  if (view == nullptr) return nullptr;
  // Names of buffers live as long as the process, but that of the caller may not.
  const std::pair kept(key.first, buffer != nullptr ? algorithms::name(view->kind) : std::string_view());
  return &tables_.emplace(kept, Table{view->kind, view->width, read_view(*view)}).first->second;
}

std::span<const std::uint64_t> Player::values(const algorithms::TableKind& kind) const {
  const Table* found = table(kind);
  return found != nullptr ? std::span<const std::uint64_t>(found->values) : std::span<const std::uint64_t>();
}

std::vector<std::uint64_t> Player::numbers(const algorithms::TableKind& kind) const {
  const auto found = values(kind);
  return {found.begin(), found.end()};
}

const data::State* Player::before() const {
  return before_ ? &*before_ : nullptr;
}

data::Keys Player::key(std::uint64_t i) const {
  if (const auto* all = state()) return data::slice(all->keys, i, 1);
  auto found = single_keys_.find(i);
  if (found == single_keys_.end()) found = single_keys_.emplace(i, run_->read(i, 1)).first;
  return found->second.keys;
}

std::string Player::key_text(std::uint64_t i) const {
  return data::text(key(i), 0);
}

std::optional<std::uint64_t> Player::payload(std::uint64_t i) const {
  const data::State* all = state();
  if (!all) key(i);
  const auto& payload = all ? all->payload : single_keys_.at(i).payload;
  if (payload.empty()) return std::nullopt;  // the keys have no payload, or are part of records that move as a whole
  return payload.at(all ? i : 0);
}

std::optional<bool> Player::swapped(const network::Comparator& comparator) const {
  if (!before_) return std::nullopt;
  if (!state_) state_ = run_->read();
  return !same_key(before_->keys, state_->keys, comparator.low);
}

const Verdict* Player::verdict() {
  const auto* present = record();
  if (!present || !at_rest()) return nullptr;
  const auto found = verdicts_.find(present->header.index);
  if (found != verdicts_.end()) return &found->second;
  return before_ ? test_claim() : nullptr;
}

const ResultVerdict* Player::result() {
  if (!at_end() || !at_rest()) return nullptr;
  if (result_) return &*result_;
  return n() <= checked_n ? test_result() : nullptr;
}

const ResultVerdict* Player::test_result() {
  if (!at_end()) return nullptr;
  if (!result_) result_ = ResultVerdict{algorithms::verify_result(*run_, *problem_, stable_)};
  return &*result_;
}

const Verdict* Player::test_claim() {
  const auto* present = record();
  if (!present) return nullptr;
  const std::uint64_t index = present->header.index;
  if (!before_) {
    seek(index);
    auto before = run_->read();
    seek(index + 1);
    before_ = std::move(before);
  }
  if (!state_) state_ = run_->read();
  Verdict verdict;
  try {
    verdict.violation = algorithms::find_violation(*run_, records_[index], *problem_, *before_, *state_);
  } catch (const UsageError& error) {
    // The claim of a user's sort may have an error of its own, which the window shows next to the claim.
    verdict.violation = algorithms::Violation{error.what(), std::nullopt, std::nullopt};
  }
  return &verdicts_.insert_or_assign(index, std::move(verdict)).first->second;
}

std::optional<network::Comparator> comparator_of(const Player& player, std::uint64_t place) {
  const auto* record = player.record();
  if (!record || !record->step()) return std::nullopt;
  return network::comparator_at(*record->step(), place, player.problem().n());
}

Pair pair_of(const Player& player, std::uint64_t index) {
  Pair pair{index, std::nullopt};
  if (const auto comparator = comparator_of(player, index)) {
    pair.partner = comparator->low == index ? comparator->high : comparator->low;
  }
  return pair;
}

}  // namespace texelsort::app
