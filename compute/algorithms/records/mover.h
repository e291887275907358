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

/// Base class of movers of records. A mover holds the words of a problem's records (data::RecordMemory) on one backend.
/// It puts the records in order after a sorter has finished. A sorter is a run that sorts keys with their indices. The
/// passes of the mover have a label, an action, a cost and a claim. The caller adds stages and their numbers.
class RecordMover {
 public:
  virtual ~RecordMover() = default;
  const data::RecordMemory& memory() const { return memory_; }

  /// Replaces all words of the records.
  virtual void load(std::span<const std::uint32_t> words) = 0;
  virtual std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const = 0;
  /// Keeps a copy of the loaded words for load_kept(); see Run::keep_input(). Returns false if the mover cannot keep a
  /// copy.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns a pass for the layout by_record. It copies the keys from the records to the sorter's memory, and writes
  /// the indices 0 to n - 1. The sorter must not have executed any pass. The mover and the sorter must outlive the
  /// pass.
  Pass extraction(Run& sorter);

  /// Returns the passes that put the records in order. The problem alone determines the passes, which refer to this
  /// mover. The caller calls rearrangement() once, if the records have any words.
  virtual std::vector<Pass> rearrangement() = 0;
  /// Starts work that does not need the order of the records, such as transposing them. It runs while the sorter sorts.
  /// The caller has queued the sorter's first pass.
  virtual void start_ahead() {}
  /// Asks the sorter, which has finished, where its payload is. The payload is the order of the records. The caller
  /// calls take_order() before each pass of the rearrangement.
  virtual void take_order(const Run&) {}

  /// Returns the view tables::Fields, and the views of the tables that exist after `moved` passes of the rearrangement.
  virtual std::vector<View> views(std::uint64_t moved) const = 0;
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Returns the contents of tables that later passes need, for a snapshot. `moved` is the number of executed passes of
  /// the rearrangement.
  virtual std::vector<std::vector<std::byte>> save_tables(std::uint64_t) const { return {}; }
  virtual void restore_tables(std::uint64_t, std::span<const std::vector<std::byte>>) {}

  /// Makes a timer that can measure the mover's passes and whole runs.
  virtual std::unique_ptr<PassTimer> make_timer() const = 0;
  /// Work for the mover's passes like the functions of Run with these names. The result has one element per pass of the
  /// rearrangement, or is empty.
  virtual void time_passes(bool) {}
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }

 protected:
  explicit RecordMover(SharedProblem problem);

  const Problem& problem() const { return *problem_; }
  const SharedProblem& shared_problem() const { return problem_; }
  std::uint64_t bytes() const { return memory_.words() * sizeof(std::uint32_t); }

  virtual void extract(Run& sorter) = 0;
  /// Extracts keys on the host, for sorters whose memory of keys shaders cannot write.
  void extract_by_host(Run& sorter) const;

  /// Returns the costs of launching a pass.
  virtual Counters launched(std::uint64_t) const { return {}; }
  /// Returns a function that makes a pass header with this label. The caller adds the stage.
  static std::function<PassHeader()> labelled(std::string label);

  /// Whether a pass that moves all words reads the order of the records, which adds to its cost.
  enum class Order : std::uint8_t { read, unread };
  Pass moving_pass(std::string label, std::function<void()> execute, std::function<Claim(SharedProblem)> claim,
                   Order order = Order::read, std::uint64_t workgroup = 1) const;

 private:
  SharedProblem problem_;
  data::RecordMemory memory_;
};

/// Base class of movers that store the words in OpenGL buffers. If there are two sides, passes read the front and write
/// the back.
class BufferMover : public RecordMover {
 public:
  void load(std::span<const std::uint32_t> words) final;
  std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const final;
  bool keep() final;
  void load_kept() final;
  std::vector<View> views(std::uint64_t moved) const override;
  std::optional<std::string> find_guard_damage() const override;

 protected:
  /// `make` allocates the buffers, and `make_kept` the copy of the input.
  BufferMover(SharedProblem problem, unsigned sides, const BufferMaker& make, BufferMaker make_kept);

  /// Gives the buffers back to OpenGL if CUDA has mapped them.
  virtual void hand_back() const {}
  const std::vector<GuardedBuffer>& sides() const { return sides_; }
  const GuardedBuffer& front() const { return sides_[front_]; }
  const GuardedBuffer& back() const { return sides_[front_ ^ 1]; }
  void swap() { front_ ^= 1; }

 private:
  std::vector<GuardedBuffer> sides_;
  BufferMaker make_kept_;
  GuardedBuffer kept_;  ///< copy of the input for load_kept()
  unsigned front_ = 0;
};

/// Interface of sorters that create the mover for their records, because their keys are in several memories.
class BringsMover {
 public:
  virtual ~BringsMover() = default;
  /// Returns a mover for the sorter's records. Returns null if the host must move the records. The sorter must outlive
  /// the mover.
  virtual std::unique_ptr<RecordMover> make_mover(SharedProblem problem, Rearrange rearrange) = 0;
};

/// Returns the mover of the records for a sorter of keys with indices. It is the sorter's own mover if there is one.
/// Otherwise it is a mover on the host, by kernels or by compute shaders, in this order. For sorters by kernels,
/// compute shaders move records along cycles, because both use the same buffers. The sorter must outlive the mover.
std::unique_ptr<RecordMover> make_mover(Backend backend, gpu::Device* device, SharedProblem problem, Run& sorter,
                                        Rearrange rearrange);

}  // namespace texelsort::algorithms
