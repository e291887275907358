#include "app/session/quiz.h"

#include <algorithm>
#include <utility>

#include "app/session/session.h"
#include "compute/data/error.h"

namespace texelsort::app {

Quiz::QuestionPosition Quiz::place_of(const Session& session) {
  return {session.problem_revision(), session.player().position()};
}

void Quiz::put(std::optional<Prediction> prediction) {
  asked_ = std::move(prediction);
  revealed_ = hint_shown_ = warned_ = false;
  given_.clear();
  after_.reset();
  marked_.clear();
  voted_.clear();
  votes_.assign(asked_ ? asked_->choices.size() : 0, 0);
}

void Quiz::turn(Session& session, bool on) {
  on_ = on;
  if (!of_lesson()) forget();
  follow(session);
}

void Quiz::set_in_class(bool in_class) {
  in_class_ = in_class;
  if (!waits()) return;
  voted_.clear();
  std::ranges::fill(votes_, 0);
}

void Quiz::forget() {
  put(std::nullopt);
  options_.clear();
  lesson_.clear();
  why_none_.clear();
  place_ = {};
}

void Quiz::ask(Session& session, Prediction prediction, const std::string& lesson, std::size_t step) {
  forget();
  put(std::move(prediction));
  lesson_ = lesson;
  step_ = step;
  place_ = place_of(session);
}

void Quiz::ask_here(Session& session) {
  forget();
  place_ = place_of(session);
  try {
    options_ = predictions(session);
  } catch (const Error& error) {
    why_none_ = error.what();
    return;
  }
  if (options_.empty()) {
    why_none_ = session.player().at_end() ? "The run is over. Press Home to go to the input."
                                          : "texelsort has no question about the next pass. Press Right to run it.";
    return;
  }
  // Choose the question by the number of the pass, so that successive passes get different kinds of questions.
  option_ = place_.pass % options_.size();
  put(options_[option_]);
}

void Quiz::follow(Session& session) {
  if (!on_ || of_lesson()) return;
  const Player& player = session.player();
  if (session.playing() || !player.at_rest()) return;
  const QuestionPosition here = place_of(session);
  if (here != (revealed_ ? after_.value_or(place_) : place_)) ask_here(session);
}

void Quiz::ask_another() {
  if (!has_another()) return;
  option_ = (option_ + 1) % options_.size();
  put(options_[option_]);
}

void Quiz::choose(Session& session, std::size_t choice) {
  if (!waits() || choice >= asked_->choices.size()) return;
  warned_ = false;
  if (in_class_) {
    ++votes_[choice];
    voted_.push_back(choice);
    return;
  }
  given_ = asked_->choices[choice];
  reveal(session, {choice == asked_->right ? 1u : 0u, 1});
}

void Quiz::take_back() {
  if (!waits() || voted_.empty()) return;
  --votes_[voted_.back()];
  voted_.pop_back();
}

bool Quiz::mark(const network::Comparator& comparator) {
  if (!waits() || std::ranges::find(asked_->comparators, comparator) == asked_->comparators.end()) return false;
  const auto found = std::ranges::find(marked_, comparator);
  if (found != marked_.end()) {
    marked_.erase(found);
  } else {
    marked_.push_back(comparator);
    std::ranges::sort(marked_, {}, &network::Comparator::low);
  }
  return true;
}

void Quiz::show_answer(Session& session) {
  if (waits()) reveal(session, {});
}

bool Quiz::hold(Session& session, bool insists) {
  if (!waits() || !is_about(session)) return false;
  if (!std::exchange(warned_, true) || !insists) return true;
  if (in_class_ && !voted_.empty()) {
    enter(session);
  } else {
    show_answer(session);
  }
  return true;
}

void Quiz::enter(Session& session) {
  if (revealed()) {
    // If the quiz is off, keep the question of the lesson. Otherwise, ask about the run's next pass.
    if (!on_) return;
    lesson_.clear();
    ask_here(session);
  } else if (waits() && in_class_) {
    const auto most = std::ranges::max_element(votes_);
    if (voted_.empty()) return;
    const auto choice = static_cast<std::size_t>(most - votes_.begin());
    given_ = asked_->choices[choice];
    reveal(session, {votes_[asked_->right], voted_.size()});
  } else if (waits() && !marked_.empty()) {
    given_ = swaps_text(marked_);
    reveal(session, {given_ == asked_->question.answer ? 1u : 0u, 1});
  }
}

void Quiz::reveal(Session& session, const Score& score) {
  revealed_ = true;
  was_right_ = given_ == asked_->question.answer;
  count(session, score);
  // The session may have another run since the question was asked. Do not continue it.
  if (place_.run != session.problem_revision()) return;
  session.set_playing(false);
  const Asked kind = asked_->question.asked;
  if (asks_of_next_pass(kind)) {
    session.seek(place_.pass + 1);
    after_ = QuestionPosition{place_.run, place_.pass + 1};
  } else if (kind != Asked::fewer) {
    session.to_end();
  }
}

void Quiz::count(const Session& session, const Score& score) {
  if (!lesson_.empty()) {
    by_step_[lesson_].try_emplace(step_, score);
  }
  if (run_ != place_.run) {
    run_ = place_.run;
    by_pass_.clear();
    counted_.clear();
  }
  // A question whose answer was shown unasked counts as asked, but has no score.
  if (!counted_.emplace(place_.pass, asked_->question.asked).second || score.given == 0) return;
  by_pass_[place_.pass] += score;
  by_algorithm_[session.algorithm().info().id] += score;
}

namespace {

template <class Scores>
Score sum(const Scores& scores) {
  Score all;
  for (const auto& [key, score] : scores) all += score;
  return all;
}

template <class Scores>
auto find_or_none(const Scores& scores, const std::string& key) {
  const auto found = scores.find(key);
  return found == scores.end() ? typename Scores::mapped_type{} : found->second;
}

}  // namespace

Score Quiz::of_run() const {
  return sum(by_pass_);
}
Score Quiz::of_lesson(const std::string& lesson) const {
  return sum(find_or_none(by_step_, lesson));
}
Score Quiz::of_algorithm(const std::string& id) const {
  return find_or_none(by_algorithm_, id);
}

}  // namespace texelsort::app
