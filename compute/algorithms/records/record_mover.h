#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/data/records.h"

namespace texelsort::algorithms {

/// Holds the words of a problem's records (data::RecordMemory) on one backend, and puts the records in order once a
/// sorter, a run on keys with their indices, has finished. Stages and their numbers are the caller's: passes say their
/// label, what they do, cost and claim.
class RecordMover {
 public:
  virtual ~RecordMover() = default;

  /// Replaces all words.
  virtual void load(std::span<const std::uint32_t> words) = 0;
  virtual std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const = 0;
  /// See Run::keep_input(): keeps a copy of the words that were loaded, for load_kept(); false if there is no such
  /// copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// by_record: copies the keys out of the records, with the indices 0 to n - 1, to where `sorter` keeps them; the
  /// sorter has executed nothing. Both outlive the pass.
  virtual Pass extraction(Run& sorter) = 0;

  /// The passes that put the records in order, the same ones for one problem: none if there are no words. Made once;
  /// they refer to this mover.
  virtual std::vector<Pass> rearrangement() = 0;
  /// Asks the sorter, which has finished, where its payload stands; before each of them.
  virtual void take_order(const Run& sorter) = 0;

  /// tables::Fields; and the tables there are after `moved` passes of the rearrangement.
  virtual std::vector<View> views(std::uint64_t moved) const = 0;
  virtual std::optional<std::string> find_guard_damage() const = 0;

  /// What else the passes after the first `moved` need.
  virtual std::vector<std::vector<std::byte>> save_tables(std::uint64_t) const { return {}; }
  virtual void restore_tables(std::uint64_t, std::span<const std::vector<std::byte>>) {}

  /// Brackets and times passes and whole runs.
  virtual std::unique_ptr<PassTimer> make_timer() const = 0;
};

/// The header of a mover's pass: its stage is the caller's.
inline std::function<PassHeader()> labelled(std::string label) {
  return [label = std::move(label)] { return PassHeader{0, 0, {}, label}; };
}

/// tables::Fields wherever their words are held.
View fields_view(const data::RecordMemory& memory, decltype(View::holder) holder, std::uint64_t offset);

}  // namespace texelsort::algorithms
