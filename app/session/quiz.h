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

/// Number of right answers and number of all answers. In class mode, each vote counts as an answer.
struct Score {
  std::uint64_t right = 0, given = 0;
  Score& operator+=(const Score& other) {
    right += other.right;
    given += other.given;
    return *this;
  }
  bool operator==(const Score&) const = default;
};

/// Returns the letter of a choice, which is also its key: "A" for choice 0.
inline std::string choice_letter(std::size_t choice) {
  return std::string(1, static_cast<char>('A' + choice));
}

/// A quiz about the next pass of the run: questions, answers and scores. After the user has answered, the run executes
/// the pass and shows the right answer. Independent of ImGui and OpenGL.
class Quiz {
 public:
  /// Returns true if the quiz asks a question before every pass.
  bool on() const { return on_; }
  void turn(Session& session, bool on);

  /// Returns true in class mode, where the quiz collects votes and reveals the answer to all of them together.
  bool in_class() const { return in_class_; }
  void set_in_class(bool in_class);

  /// Asks about the next pass whenever the run pauses, if the quiz is on. The window calls follow() between frames.
  void follow(Session& session);

  /// Asks a question independently of the run, until forget() is called. The score counts for a lesson and its step.
  void ask(Session& session, Prediction prediction, const std::string& lesson, std::size_t step);
  void forget();

  /// Returns the open question, or null if no question is open.
  const Prediction* asked() const { return asked_ ? &*asked_ : nullptr; }
  /// Returns the reason why the quiz has no question although it is on.
  const std::string& why_none() const { return why_none_; }
  /// Returns true while the open question waits for an answer.
  bool waits() const { return asked_.has_value() && !revealed_; }
  /// Returns true while the open question asks for the number of passes of a run, which no view may show then.
  bool hides_total() const {
    return waits() && (asked_->question.asked == Asked::passes || asked_->question.asked == Asked::fewer);
  }
  bool revealed() const { return asked_.has_value() && revealed_; }
  /// Returns true if the open question refers to the run's current position.
  bool is_about(const Session& session) const { return asked_.has_value() && place_ == place_of(session); }
  /// Returns true if the open question belongs to a lesson.
  bool of_lesson() const { return asked_.has_value() && !lesson_.empty(); }

  /// Answers with one of the choices. In class mode, adds a vote for the choice. Ignores choices that do not exist.
  void choose(Session& session, std::size_t choice);
  /// Removes the last vote in class mode.
  void take_back();
  /// Shows the answer to the open question, without a score.
  void show_answer(Session& session);
  /// Keeps the run from passing the open question by accident. Returns true if a question about the current position
  /// waits. The first call then only sets warned(). If `insists` is true, a later call shows the answer, without a
  /// score for the question unless votes were given.
  bool hold(Session& session, bool insists);
  /// Returns true if the user has tried to go on without an answer. The window then says how to go on.
  bool warned() const { return warned_; }
  /// Marks a comparator as swapping, or removes its mark. Returns false if the question does not list the comparator.
  bool mark(const network::Comparator& comparator);
  const std::vector<network::Comparator>& marked() const { return marked_; }
  /// Continues the quiz: answers with the marked comparators, reveals the votes, or goes on to the next question.
  void enter(Session& session);
  /// Replaces the question by another question about the same pass, if there is one.
  void ask_another();
  bool has_another() const { return lesson_.empty() && options_.size() > 1; }
  void show_hint() { hint_shown_ = true; }
  bool hint_shown() const { return hint_shown_; }

  /// Returns the number of votes for each choice.
  const std::vector<std::uint64_t>& votes() const { return votes_; }
  /// Returns the number of all votes.
  std::size_t vote_count() const { return voted_.size(); }
  /// Returns the user's answer. In class mode, returns the choice with most votes. Returns an empty string if the
  /// answer was shown unasked.
  const std::string& given() const { return given_; }
  bool was_right() const { return was_right_; }

  /// Return the scores per pass of the current run, of the whole run, per lesson, and per algorithm id.
  const std::map<std::uint64_t, Score>& by_pass() const { return by_pass_; }
  Score of_run() const;
  Score of_lesson(const std::string& lesson) const;
  /// Deletes the score of a lesson, so that the lesson can begin anew.
  void forget_scores(const std::string& lesson) { by_step_.erase(lesson); }
  Score of_algorithm(const std::string& id) const;

 private:
  /// A position in a run: the number of the run, and the number of executed passes.
  struct QuestionPosition {
    std::uint64_t run = 0, pass = 0;
    bool operator==(const QuestionPosition&) const = default;
  };
  static QuestionPosition place_of(const Session& session);
  void put(std::optional<Prediction> prediction);
  void ask_here(Session& session);
  void reveal(Session& session, const Score& score);
  void count(const Session& session, const Score& score);

  bool on_ = false, in_class_ = false, revealed_ = false, was_right_ = false, hint_shown_ = false, warned_ = false;
  std::optional<Prediction> asked_;
  std::vector<Prediction> options_;  ///< all possible questions about the current position
  std::size_t option_ = 0;
  std::string why_none_, given_, lesson_;
  std::size_t step_ = 0;
  QuestionPosition place_;                 ///< position of the run when the open question was asked
  std::optional<QuestionPosition> after_;  ///< position to which the run moves when the answer is revealed
  std::vector<std::uint64_t> votes_;
  std::vector<std::size_t> voted_;  ///< indices of the choices that received votes, in order of arrival
  std::vector<network::Comparator> marked_;

  std::uint64_t run_ = 0;  ///< number of the run whose scores by_pass_ contains
  std::map<std::uint64_t, Score> by_pass_;
  std::set<std::pair<std::uint64_t, Asked>>
      counted_;  ///< questions of the current run that already count in the score; going back does not count them again
  std::map<std::string, std::map<std::size_t, Score>> by_step_;
  std::map<std::string, Score> by_algorithm_;
};

}  // namespace texelsort::app
