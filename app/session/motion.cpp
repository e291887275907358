#include "app/session/motion.h"

#include <algorithm>

namespace texelsort::app {

namespace {

std::optional<Motion> motion_of(const Player& player, const std::optional<data::State>& shown) {
  if (player.state() == nullptr) return std::nullopt;
  std::optional<KeyMoves> moves;
  if (shown) {
    moves = moves_between(player.problem().order, *shown, *player.state());
  } else if (const KeyMoves* found = present_moves(player)) {
    moves = *found;
  }
  if (!moves) return std::nullopt;
  Motion motion{.moves = std::move(*moves), .backwards = shown.has_value()};
  // In a network, all keys move along their wires, even if no pair is exchanged.
  if (!player.run().steps_of_passes().empty()) return motion;
  for (std::uint64_t place = 0; place < motion.moves.from.size(); ++place) {
    if (motion.moves_key(place)) return motion;
  }
  return std::nullopt;
}

}  // namespace

void MotionClock::expect(const Player& player, std::uint64_t target, double seconds) {
  finish();
  const std::uint64_t position = player.position();
  const bool back = target + 1 == position;
  if (seconds < shortest || !player.at_rest() || player.n() > Player::small_n || (!back && target != position + 1)) {
    return;
  }
  if (back) shown_ = *player.state();
  stage_ = Stage::expected;
  target_ = target;
  seconds_ = std::min(seconds, longest);
}

void MotionClock::hold(const Player& player, double fraction) {
  finish();
  stage_ = Stage::running;
  held_ = true;
  revision_ = player.revision();
  fraction_ = fraction;
  ++number_;
}

void MotionClock::finish() {
  stage_ = Stage::none;
  held_ = false;
  shown_.reset();
  motion_.reset();
}

void MotionClock::advance(const Player& player, double seconds) {
  if (stage_ == Stage::none || held_) return;
  if (stage_ == Stage::expected) {
    if (!player.at_rest()) return;
    if (player.position() != target_) return finish();
    stage_ = Stage::running;
    revision_ = player.revision();
    fraction_ = 0;
    asked_ = true;
    ++number_;
    return;
  }
  fraction_ += seconds / seconds_;
  if (fraction_ >= 1 || !asked_ || player.revision() != revision_) return finish();
  asked_ = false;
}

const Motion* MotionClock::present(const Player& player) const {
  if (stage_ != Stage::running || player.revision() != revision_ || fraction_ >= 1) return nullptr;
  if (!motion_) motion_.emplace(motion_of(player, shown_));
  if (!*motion_) return nullptr;
  asked_ = true;
  (*motion_)->fraction = fraction_;
  (*motion_)->number = number_;
  return &**motion_;
}

}  // namespace texelsort::app
