#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/records/claims.h"
#include "compute/algorithms/records/settings.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {

/// Holds the words of a problem's records (data::RecordMemory) on one backend, and puts the records in order once a
/// sorter, a run on keys with their indices, has finished. Stages and their numbers are the caller's: passes say their
/// label, what they do, cost and claim.
class RecordMover {
 public:
  virtual ~RecordMover() = default;
  const data::RecordMemory& memory() const { return memory_; }

  /// Replaces all words.
  virtual void load(std::span<const std::uint32_t> words) = 0;
  virtual std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const = 0;
  /// See Run::keep_input(): keeps a copy of the words that were loaded, for load_kept(); false if there is no such
  /// copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// by_record: copies the keys out of the records, with the indices 0 to n - 1, to where `sorter` keeps them; the
  /// sorter has executed nothing. Both outlive the pass.
  Pass extraction(Run& sorter);

  /// The passes that put the records in order, the same ones for one problem. Made once, if there are any words; they
  /// refer to this mover.
  virtual std::vector<Pass> rearrangement() = 0;
  /// Starts beside the sorter's passes, whose first has been queued, what needs no order; where that can be.
  virtual void start_ahead() {}
  /// Asks the sorter, which has finished, where its payload stands; before each of them.
  virtual void take_order(const Run&) {}

  /// tables::Fields; and the tables there are after `moved` passes of the rearrangement.
  virtual std::vector<View> views(std::uint64_t moved) const = 0;
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// What else the passes after the first `moved` need.
  virtual std::vector<std::vector<std::byte>> save_tables(std::uint64_t) const { return {}; }
  virtual void restore_tables(std::uint64_t, std::span<const std::vector<std::byte>>) {}

  /// Brackets and times passes and whole runs.
  virtual std::unique_ptr<PassTimer> make_timer() const = 0;
  /// See Run::time_passes() and Run::take_worker_times(): a lap for each pass of the rearrangement, or none at all.
  virtual void time_passes(bool) {}
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }

 protected:
  explicit RecordMover(SharedProblem problem);

  const Problem& problem() const { return *problem_; }
  const SharedProblem& shared_problem() const { return problem_; }
  std::uint64_t bytes() const { return memory_.words() * sizeof(std::uint32_t); }

  virtual void extract(Run& sorter) = 0;
  /// Does so through the host, for sorters whose keys no shader can write where they stand.
  void extract_by_host(Run& sorter) const;

  /// What a pass counts of its launch.
  virtual Counters launched(std::uint64_t) const { return {}; }
  /// The header of a pass: its stage is the caller's.
  static std::function<PassHeader()> labelled(std::string label);

  /// Whether a pass that moves all words reads the order, too.
  enum class Order : std::uint8_t { read, unread };
  Pass moving_pass(std::string label, std::function<void()> execute, std::function<Claim(SharedProblem)> claim,
                   Order order = Order::read, std::uint64_t workgroup = 1) const;

 private:
  SharedProblem problem_;
  data::RecordMemory memory_;
};

/// Words in OpenGL's buffers. With two sides passes read the front and write the back.
class BufferMover : public RecordMover {
 public:
  void load(std::span<const std::uint32_t> words) final;
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const final;
  bool keep() final;
  void load_kept() final;
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;

 protected:
  BufferMover(SharedProblem problem, unsigned sides, const BufferMaker& make = make_buffer);

  /// OpenGL may touch the buffers.
  virtual void hand_back() const {}
  const std::vector<GuardedBuffer>& sides() const { return sides_; }
  const GuardedBuffer& front() const { return sides_[front_]; }
  const GuardedBuffer& back() const { return sides_[front_ ^ 1]; }
  /// The back becomes the front.
  void swap() { front_ ^= 1; }

 private:
  std::vector<GuardedBuffer> sides_;
  GuardedBuffer kept_;  ///< a copy of the input
  unsigned front_ = 0;
};

/// A sorter whose keys lie in several memories, and which brings what moves records between them.
class BringsMover {
 public:
  virtual ~BringsMover() = default;
  /// Null: the host moves them. The sorter outlives it.
  virtual std::unique_ptr<RecordMover> make_mover(SharedProblem problem, Rearrange rearrange) = 0;
};

/// What moves the records after a sorter that has sorted their keys with indices: what it brings; on the cpu, by
/// kernels, or by compute shaders, which also go along cycles for kernels: their buffers are the same. The sorter
/// outlives it.
std::unique_ptr<RecordMover> make_mover(Backend backend, gpu::Device* device, SharedProblem problem, Run& sorter,
                                        Rearrange rearrange);

}  // namespace texelsort::algorithms
