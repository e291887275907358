#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/playback/memo.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// Result of testing the claim of a pass.
struct Verdict {
  std::optional<algorithms::Violation> violation;
  bool holds() const { return !violation; }
};

/// Result of checking the output of a run.
struct ResultVerdict {
  std::optional<algorithms::Failure> failure;
  bool holds() const { return !failure; }
};

/// Moves forwards and backwards through a run. Position p is the state after p passes, and 0 is the input. The present
/// pass is the one that produced the state at position p: number p - 1. To go back, the player restores the nearest
/// checkpoint and repeats passes.
class Player {
 public:
  /// Greatest number of keys for which each stop automatically reads back the state and tests the claim.
  static constexpr std::uint64_t small_n = std::uint64_t{1} << 16;
  /// Greatest number of keys for which the player automatically checks the result at the end. The check takes some
  /// hundredths of a second.
  static constexpr std::uint64_t checked_n = std::uint64_t{1} << 20;

  /// Creates a player for a run. `stable` is true if equal keys must keep their order.
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

  /// Sets the target, the position to which advance() moves. A target after the end of the run becomes the end.
  void request(std::uint64_t pass);

  /// Moves towards the requested position for the duration `budget`, but at least one pass. Returns true while passes
  /// remain.
  bool advance(std::chrono::milliseconds budget);

  /// Moves to a position before returning. In contrast, request() only sets the target.
  void seek(std::uint64_t pass);
  bool step_forward();  ///< Executes the next pass. Returns false at the end.
  bool step_back();     ///< Goes back one pass. Returns false at the input.

  /// Executes the present pass a second time, on the same input as before. Calls `prepare` just before. Afterwards, the
  /// state is the same. Returns false at the input.
  bool repeat_pass(const std::function<void()>& prepare);

  /// Executes all passes from number `first` to the present one a second time. Calls `prepare` just before each pass
  /// and `conclude` just after it. Afterwards, the state is the same.
  void repeat_passes(std::uint64_t first, const std::function<void()>& prepare, const std::function<void()>& conclude);

  /// Calls visit() for each state from position `first` to the present position, which does not change.
  void visit_states(std::uint64_t first, const std::function<void(const data::State&)>& visit);

  /// Returns the pass that produced the present state, or null at the input.
  const algorithms::PassRecord* record() const;

  /// Returns all passes that led to the present state, in order.
  std::span<const algorithms::PassRecord> records() const;

  /// Returns the headers of all passes that are known so far, in order.
  std::vector<algorithms::PassHeader> headers() const;

  /// Returns the present state on the host, which is read back at the first call. Returns null if n > small_n.
  const data::State* state() const;

  /// One table of the present state other than the keys and the payload, read back at the first use.
  struct Table {
    algorithms::TableKind kind;
    std::uint32_t width = 0;  ///< number of elements per row of the table
    std::vector<std::uint64_t> values;
  };
  const Table* table(const algorithms::TableKind& kind) const;
  /// Return the numbers of a table in the present state. Return an empty list if the run has no such table now.
  std::span<const std::uint64_t> values(const algorithms::TableKind& kind) const;
  std::vector<std::uint64_t> numbers(const algorithms::TableKind& kind) const;

  /// Returns the state before the present pass. Returns null at the input. If n > small_n, also returns null unless
  /// test_claim() was called.
  const data::State* before() const;

  /// Return key `i` of the present state, for any n, as an array of one key and as text.
  data::Keys key(std::uint64_t i) const;
  std::string key_text(std::uint64_t i) const;
  std::optional<std::uint64_t> payload(std::uint64_t i) const;

  /// Returns whether the present pass swapped the two keys of a comparator, or nothing if the state before the pass is
  /// unknown.
  std::optional<bool> swapped(const network::Comparator& comparator) const;

  /// Returns the verdict on the claim of the present pass. Tests the claim if n <= small_n. For more keys, returns null
  /// unless test_claim() was called. An error in the claim of a user's sort is a violation.
  const Verdict* verdict();

  /// Tests the claim of the present pass for any n and returns the verdict. Goes back one pass and reads back both
  /// states.
  const Verdict* test_claim();

  /// Returns the verdict on the result at the end of the run. Checks the result if n <= checked_n. For more keys,
  /// returns null unless test_result() was called.
  const ResultVerdict* result();

  /// Checks the result for any n and returns the verdict, or null unless the run is at its end.
  const ResultVerdict* test_result();

  /// Return caches for values that callers compute: of_run() keeps them for the whole run, of_state() until the present
  /// state changes.
  const Memo& of_run() const { return of_run_; }
  const Memo& of_state() const { return of_state_; }

  /// Returns a number that identifies the present state, so that callers can detect changes. Equal numbers mean equal
  /// states.
  std::uint64_t revision() const { return revision_; }

  /// Return the number of stored checkpoints, and their total size in bytes.
  std::size_t checkpoints() const { return checkpoints_.size(); }
  std::uint64_t checkpoint_bytes() const { return checkpoints_.size() * largest_checkpoint_; }

 private:
  bool keeps_before() const { return n() <= small_n; }
  /// Returns true if views need the state before the present pass, but advance() has not recorded it.
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
  std::uint64_t largest_checkpoint_ = 0;  ///< size of the largest checkpoint in bytes
  std::uint64_t stride_ = 1;  ///< number of passes between checkpoints, whose positions are multiples of this number
  std::uint64_t target_ = 0;
  std::uint64_t revision_ = 1;
  std::map<std::uint64_t, algorithms::Snapshot> checkpoints_;
  std::vector<algorithms::PassRecord> records_;
  std::map<std::uint64_t, Verdict> verdicts_;
  std::optional<data::State> before_;
  Memo of_run_, of_state_;
  mutable std::optional<data::State> state_;
  /// Tables of the present state that have been read back, by index and name of their kind. The names tell apart the
  /// buffers of a user's sort, which all have the same kind.
  mutable std::map<std::pair<std::size_t, std::string_view>, Table> tables_;
  /// Single keys of the present state that have been read back, by array index.
  mutable std::map<std::uint64_t, data::State> single_keys_;
};

/// An array index, and its partner in a comparator if it has one.
struct Pair {
  std::uint64_t index = 0;
  std::optional<std::uint64_t> partner;
  bool touches(std::uint64_t i) const { return i == index || (partner && *partner == i); }
  bool operator==(const Pair&) const = default;
};

/// Returns the comparator of the present pass that contains a place. Returns nothing if the pass is not a network step,
/// or if no comparator contains the place.
std::optional<network::Comparator> comparator_of(const Player& player, std::uint64_t place);

/// Returns an index and its partner in the present pass.
Pair pair_of(const Player& player, std::uint64_t index);

}  // namespace texelsort::app
