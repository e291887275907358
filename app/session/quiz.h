#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/predictions.h"

namespace texelsort::app {

class Session;

/// Answers, and how many of them are what the run did. Of a class every vote is an answer.
struct Score {
  std::uint64_t right = 0, given = 0;
  Score& operator+=(const Score& other) {
    right += other.right;
    given += other.given;
    return *this;
  }
  bool operator==(const Score&) const = default;
};

/// A question about what the run does next, the answers to it, and the score. Answering lets the run go on, and what it
/// does decides. Knows neither ImGui nor OpenGL.
class Quiz {
 public:
  /// Before every pass the next question is asked.
  bool on() const { return on_; }
  void turn(Session& session, bool on);

  /// Answers are counted as they come, and revealed together.
  bool in_class() const { return in_class_; }
  void set_in_class(bool in_class);

  /// Between frames: asks about the next pass wherever the run has come to rest, while it is on.
  void follow(Session& session);

  /// Asks this, whatever the run does, until forget(). The score goes to `lesson` and `step`.
  void ask(Session& session, Prediction prediction, const std::string& lesson, std::size_t step);
  void forget();

  /// Null while there is none.
  const Prediction* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// Why there is none, while it is on.
  const std::string& why_none() const { return why_none_; }
  /// Whether it waits for an answer.
  bool waits() const { return asked_.has_value() && !revealed_; }
  bool revealed() const { return asked_.has_value() && revealed_; }
  /// It is about what the run does next from where it stands.
  bool is_about(const Session& session) const { return asked_.has_value() && place_ == place_of(session); }
  /// It is a lesson's.
  bool of_lesson() const { return asked_.has_value() && !lesson_.empty(); }

  /// One of the choices: the answer, or in a class a vote for it. Without effect where there is no such choice.
  void choose(Session& session, std::size_t choice);
  /// In a class: takes the last vote back.
  void take_back();
  /// Marks a comparator that is asked about as swapping, or takes the mark back. False if it is not asked about.
  bool mark(const network::Comparator& comparator);
  const std::vector<network::Comparator>& marked() const { return marked_; }
  /// Answers by the marked comparators, reveals the votes, or goes on to the next question.
  void enter(Session& session);
  /// Another question about the same pass, if there is one.
  void ask_another();
  bool has_another() const { return lesson_.empty() && options_.size() > 1; }
  void show_hint() { hint_shown_ = true; }
  bool hint_shown() const { return hint_shown_; }

  /// Votes for each choice.
  const std::vector<std::uint64_t>& votes() const { return votes_; }
  /// What was answered; of a class the choice with most votes.
  const std::string& given() const { return given_; }
  bool was_right() const { return was_right_; }

  /// Scores of the present run by pass, of a lesson by step, of algorithms by id.
  const std::map<std::uint64_t, Score>& by_pass() const { return by_pass_; }
  Score of_run() const;
  Score of_lesson(const std::string& lesson) const;
  Score of_algorithm(const std::string& id) const;

 private:
  /// A run, and the passes that it has done.
  struct QuestionPosition {
    std::uint64_t run = 0, pass = 0;
    bool operator==(const QuestionPosition&) const = default;
  };
  static QuestionPosition place_of(const Session& session);
  void put(std::optional<Prediction> prediction);
  void ask_here(Session& session);
  void reveal(Session& session, const Score& score);
  void count(const Session& session, const Score& score);

  bool on_ = false, in_class_ = false, revealed_ = false, was_right_ = false, hint_shown_ = false;
  std::optional<Prediction> asked_;
  std::vector<Prediction> options_;  ///< all that can be asked there
  std::size_t option_ = 0;
  std::string why_none_, given_, lesson_;
  std::size_t step_ = 0;
  QuestionPosition place_;                 ///< where it is asked
  std::optional<QuestionPosition> after_;  ///< where revealing it has led
  std::vector<std::uint64_t> votes_;
  std::vector<std::size_t> voted_;  ///< the choices, in the order of the votes
  std::vector<network::Comparator> marked_;

  std::uint64_t run_ = 0;  ///< of by_pass_
  std::map<std::uint64_t, Score> by_pass_;
  std::set<std::pair<std::uint64_t, Asked>> counted_;  ///< of the present run: who goes back is not counted again
  std::map<std::string, std::map<std::size_t, Score>> by_step_;
  std::map<std::string, Score> by_algorithm_;
};

}  // namespace texelsort::app
