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

/// Number of all answers and of right answers. In class mode, every vote is an answer.
struct Score {
  std::uint64_t right = 0, given = 0;
  Score& operator+=(const Score& other) {
    right += other.right;
    given += other.given;
    return *this;
  }
  bool operator==(const Score&) const = default;
};

/// A quiz about what the run does next: questions, answers and scores. Once a question is answered, the run continues
/// and shows the right answer. Independent of ImGui and OpenGL.
class Quiz {
 public:
  /// Returns true if a question is asked before every pass.
  bool on() const { return on_; }
  void turn(Session& session, bool on);

  /// Returns true in class mode, where votes are counted as they arrive and revealed together.
  bool in_class() const { return in_class_; }
  void set_in_class(bool in_class);

  /// Asks about the next pass whenever the run pauses, while the quiz is on. Called between frames.
  void follow(Session& session);

  /// Asks a given question until forget(), independently of the run. The score counts for the given lesson and step.
  void ask(Session& session, Prediction prediction, const std::string& lesson, std::size_t step);
  void forget();

  /// Returns the open question. Null if there is none.
  const Prediction* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// Reason why no question can be asked while the quiz is on.
  const std::string& why_none() const { return why_none_; }
  /// Returns true while the question waits for an answer.
  bool waits() const { return asked_.has_value() && !revealed_; }
  bool revealed() const { return asked_.has_value() && revealed_; }
  /// Returns true if the question is about the run's current position.
  bool is_about(const Session& session) const { return asked_.has_value() && place_ == place_of(session); }
  /// Returns true if the question belongs to a lesson.
  bool of_lesson() const { return asked_.has_value() && !lesson_.empty(); }

  /// Answers with one of the choices; in class mode, adds a vote for it. Ignores choices that do not exist.
  void choose(Session& session, std::size_t choice);
  /// Removes the last vote in class mode.
  void take_back();
  /// Marks a comparator as swapping, or removes its mark. Returns false if the question does not include it.
  bool mark(const network::Comparator& comparator);
  const std::vector<network::Comparator>& marked() const { return marked_; }
  /// Does the next step: answers with the marked comparators, reveals the votes, or continues with the next question.
  void enter(Session& session);
  /// Replaces the question by another one about the same pass, if there is one.
  void ask_another();
  bool has_another() const { return lesson_.empty() && options_.size() > 1; }
  void show_hint() { hint_shown_ = true; }
  bool hint_shown() const { return hint_shown_; }

  /// Number of votes for each choice.
  const std::vector<std::uint64_t>& votes() const { return votes_; }
  /// The user's answer. In class mode, the choice with most votes.
  const std::string& given() const { return given_; }
  bool was_right() const { return was_right_; }

  /// Scores per pass of the current run, per lesson, and per algorithm id.
  const std::map<std::uint64_t, Score>& by_pass() const { return by_pass_; }
  Score of_run() const;
  Score of_lesson(const std::string& lesson) const;
  Score of_algorithm(const std::string& id) const;

 private:
  /// A run, and the number of its passes that were executed.
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
  std::vector<Prediction> options_;  ///< all possible questions at the current position
  std::size_t option_ = 0;
  std::string why_none_, given_, lesson_;
  std::size_t step_ = 0;
  QuestionPosition place_;                 ///< position of the run at which the question is asked
  std::optional<QuestionPosition> after_;  ///< position of the run after the answer is revealed
  std::vector<std::uint64_t> votes_;
  std::vector<std::size_t> voted_;  ///< choices that were voted for, in order of arrival
  std::vector<network::Comparator> marked_;

  std::uint64_t run_ = 0;  ///< run whose scores by_pass_ contains
  std::map<std::uint64_t, Score> by_pass_;
  std::set<std::pair<std::uint64_t, Asked>>
      counted_;  ///< questions of the current run that are already scored; going back does not score them again
  std::map<std::string, std::map<std::size_t, Score>> by_step_;
  std::map<std::string, Score> by_algorithm_;
};

}  // namespace texelsort::app
