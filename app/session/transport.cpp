#include "app/session/transport.h"

#include "app/session/lesson_player.h"
#include "app/session/view_names.h"

namespace texelsort::app {

Transport::Transport(Session& session)
    : race_(shown_race(session)), run_(hides_run(session.look.workspace) ? nullptr : &session) {}

bool Transport::playing() const {
  return race_ != nullptr ? race_->playing() : run_ != nullptr && run_->playing();
}

bool Transport::at_start() const {
  return race_ != nullptr ? race_->now() <= 0 : run_ == nullptr || run_->player().target() == 0;
}

bool Transport::at_end() const {
  if (race_ != nullptr) return race_->end() && race_->now() >= *race_->end();
  return run_ == nullptr || run_->player().at_end();
}

void Transport::set_playing(bool playing) {
  if (race_ != nullptr) race_->set_playing(playing);
  if (run_ != nullptr && !held_by_question(*run_)) run_->set_playing(playing);
}

void Transport::step(int direction) {
  if (race_ != nullptr) race_->step(direction);
  if (run_ != nullptr && (direction < 0 || !held_by_question(*run_))) run_->step(direction);
}

void Transport::to_start() {
  if (race_ != nullptr) race_->seek(0);
  if (run_ == nullptr) return;
  run_->set_playing(false);
  run_->seek(0);
}

void Transport::to_end() {
  if (race_ != nullptr) race_->to_end();
  if (run_ != nullptr && !held_by_question(*run_)) run_->to_end();
}

}  // namespace texelsort::app
