#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/memo.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// What the test of a pass's claim found.
struct Verdict {
  std::optional<algorithms::Violation> violation;
  bool holds() const { return !violation; }
};

/// What the check of a run's result found.
struct ResultVerdict {
  std::optional<algorithms::Failure> failure;
  bool holds() const { return !failure; }
};

/// A run as something to move about in. Position p is the state after p passes: 0 is the input, and the present pass at
/// p is the one that made this state, p - 1. Going back restores the nearest checkpoint and replays.
class Player {
 public:
  /// Up to this many keys, states and claims are read back at every stop, unasked.
  static constexpr std::uint64_t small_n = std::uint64_t{1} << 16;
  /// Up to this many keys the result is checked at the end, unasked: some hundredths of a second.
  static constexpr std::uint64_t checked_n = std::uint64_t{1} << 20;

  /// `stable`: whether equal keys have to keep their order.
  Player(std::unique_ptr<algorithms::Run> run, std::shared_ptr<const algorithms::Problem> problem,
         std::uint64_t checkpoint_bytes = std::uint64_t{256} << 20, bool stable = false);

  const algorithms::Problem& problem() const { return *problem_; }
  const algorithms::Run& run() const { return *run_; }
  std::uint64_t n() const { return run_->n(); }

  std::uint64_t position() const { return run_->passes_done(); }
  std::uint64_t target() const { return target_; }
  std::optional<std::uint64_t> total() const;
  bool at_end() const;
  bool at_rest() const { return position() == target_; }

  /// Where to go; advance() goes there. A target past the end becomes the end.
  void request(std::uint64_t pass);

  /// Works on the request for about `budget`, at least one pass. True while there is more to do.
  bool advance(std::chrono::milliseconds budget);

  /// Goes there at once.
  void seek(std::uint64_t pass);
  bool step_forward();  ///< false at the end
  bool step_back();     ///< false at the input

  /// Executes the present pass once more on what it had, `prepare` called right before; the state stays the same.
  /// False at the input.
  bool repeat_pass(const std::function<void()>& prepare);

  /// Calls visit() with the states from position `first` to the present one; the present one stays.
  void visit_states(std::uint64_t first, const std::function<void(const data::State&)>& visit);

  /// The pass that made the present state; null at the input.
  const algorithms::PassRecord* record() const;

  /// The passes that made the present state, from the first on.
  std::span<const algorithms::PassRecord> records() const;

  /// Headers of the passes known so far, from the first on.
  std::vector<algorithms::PassHeader> headers() const;

  /// The present state on the host, read back on demand; null if n > small_n.
  const data::State* state() const;

  /// A table of the run besides keys and payload, read back on demand and once a state; null if it has none of that
  /// kind now.
  struct Table {
    algorithms::TableKind kind;
    std::uint32_t width = 0;  ///< elements a row
    std::vector<std::uint64_t> values;
  };
  const Table* table(const algorithms::TableKind& kind) const;
  /// Its numbers; none where there is no such table now.
  std::span<const std::uint64_t> values(const algorithms::TableKind& kind) const;
  std::vector<std::uint64_t> numbers(const algorithms::TableKind& kind) const;

  /// The state before the present pass; null at the input, or if n > small_n and no claim was asked for.
  const data::State* before() const;

  /// Key `i` of the present state, whatever n is, as a column of one, and as text.
  data::Keys key(std::uint64_t i) const;
  std::string key_text(std::uint64_t i) const;
  std::optional<std::uint64_t> payload(std::uint64_t i) const;

  /// Whether the present pass exchanged the keys of this comparator; nothing if the state before is not at hand.
  std::optional<bool> swapped(const network::Comparator& comparator) const;

  /// The verdict on the present pass's claim: evaluated unasked for small n, else only if test_claim() was called
  /// there. Null if there is none.
  const Verdict* verdict();

  /// Evaluates the present pass's claim whatever n is: goes back one pass and reads both states.
  const Verdict* test_claim();

  /// The verdict on the result, at the end of the run: found unasked up to checked_n keys, else only if test_result()
  /// was called there. Null if there is none.
  const ResultVerdict* result();

  /// Checks the result at the end of the run, whatever n is; null elsewhere.
  const ResultVerdict* test_result();

  /// Values that other code computes once per run, and once per state. A session makes a new player for each run.
  const Memo& of_run() const { return of_run_; }
  const Memo& of_state() const { return of_state_; }

  /// Changes with every change of the present state; equal revisions mean equal data.
  std::uint64_t revision() const { return revision_; }

  /// Number of checkpoints held, and their bytes.
  std::size_t checkpoints() const { return checkpoints_.size(); }
  std::uint64_t checkpoint_bytes() const { return checkpoints_.size() * largest_checkpoint_; }

 private:
  bool keeps_before() const { return n() <= small_n; }
  /// True where somebody came to a halt on the way to elsewhere, so that the state before has not been noted.
  bool lacks_before() const { return keeps_before() && !before_ && position() > 0; }
  void jump_towards_target();
  bool step_once();
  void keep_checkpoint();
  std::uint64_t expected_bytes() const;
  void moved();
  void restore_at_most(std::uint64_t position);

  std::unique_ptr<algorithms::Run> run_;
  std::shared_ptr<const algorithms::Problem> problem_;
  std::uint64_t budget_;
  bool stable_;
  std::optional<ResultVerdict> result_;
  std::uint64_t largest_checkpoint_ = 0;  ///< bytes
  std::uint64_t stride_ = 1;              ///< checkpoints are kept at multiples of this
  std::uint64_t target_ = 0;
  std::uint64_t revision_ = 1;
  std::map<std::uint64_t, algorithms::Snapshot> checkpoints_;
  std::vector<algorithms::PassRecord> records_;
  std::map<std::uint64_t, Verdict> verdicts_;
  std::optional<data::State> before_;
  Memo of_run_, of_state_;
  mutable std::optional<data::State> state_;
  mutable std::map<std::size_t, Table> tables_;               ///< by index of their kinds
  mutable std::map<std::uint64_t, data::State> single_keys_;  ///< keys asked for one by one, at the present position
};

/// An index, or the two places of a comparator.
struct Pair {
  std::uint64_t index = 0;
  std::optional<std::uint64_t> partner;
  bool touches(std::uint64_t i) const { return i == index || (partner && *partner == i); }
  bool operator==(const Pair&) const = default;
};

/// The comparator of the present pass that touches this place. Nothing if the pass is no step of a network.
std::optional<network::Comparator> comparator_of(const Player& player, std::uint64_t place);

/// The index with the partner that the present pass gives it.
Pair pair_of(const Player& player, std::uint64_t index);

}  // namespace texelsort::app
