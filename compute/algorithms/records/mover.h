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

/// Holds the words of a problem's records (data::RecordMemory) on one backend. Puts the records in order after a
/// sorter, a run on keys with their indices, has finished. Passes have a label, an action, cost and claim. The caller
/// adds stages and their numbers.
class RecordMover {
 public:
  virtual ~RecordMover() = default;
  const data::RecordMemory& memory() const { return memory_; }

  /// Replaces all words.
  virtual void load(std::span<const std::uint32_t> words) = 0;
  virtual std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const = 0;
  /// Keeps a copy of the loaded words for load_kept(); see Run::keep_input(). Returns false if it cannot.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns the pass for the layout by_record that copies the keys from the records, with the indices 0 to n - 1, to
  /// the sorter's memory. The sorter must not have executed any pass. Mover and sorter must outlive the pass.
  Pass extraction(Run& sorter);

  /// Returns the passes that put the records in order, always the same for one problem. Created once, if there are any
  /// words. The passes refer to this mover.
  virtual std::vector<Pass> rearrangement() = 0;
  /// Starts work that does not need the order, parallel to the sorter's passes, after the first of these was queued.
  virtual void start_ahead() {}
  /// Asks the finished sorter for the location of its payload. Called before each of the passes.
  virtual void take_order(const Run&) {}

  /// Returns tables::Fields, and the tables that exist after `moved` passes of the rearrangement.
  virtual std::vector<View> views(std::uint64_t moved) const = 0;
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Returns the further data that the passes after the first `moved` need.
  virtual std::vector<std::vector<std::byte>> save_tables(std::uint64_t) const { return {}; }
  virtual void restore_tables(std::uint64_t, std::span<const std::vector<std::byte>>) {}

  /// Brackets and times passes and whole runs.
  virtual std::unique_ptr<PassTimer> make_timer() const = 0;
  /// See Run::time_passes() and Run::take_worker_times(). One lap per pass of the rearrangement, or none at all.
  virtual void time_passes(bool) {}
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }

 protected:
  explicit RecordMover(SharedProblem problem);

  const Problem& problem() const { return *problem_; }
  const SharedProblem& shared_problem() const { return problem_; }
  std::uint64_t bytes() const { return memory_.words() * sizeof(std::uint32_t); }

  virtual void extract(Run& sorter) = 0;
  /// Extracts keys on the host, for sorters whose key memory no shader can write.
  void extract_by_host(Run& sorter) const;

  /// Returns the costs of a pass's launch.
  virtual Counters launched(std::uint64_t) const { return {}; }
  /// Returns the header of a pass. The caller sets its stage.
  static std::function<PassHeader()> labelled(std::string label);

  /// Whether a pass that moves all words also reads the order.
  enum class Order : std::uint8_t { read, unread };
  Pass moving_pass(std::string label, std::function<void()> execute, std::function<Claim(SharedProblem)> claim,
                   Order order = Order::read, std::uint64_t workgroup = 1) const;

 private:
  SharedProblem problem_;
  data::RecordMemory memory_;
};

/// Words in OpenGL buffers. With two sides, passes read the front and write the back.
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

  /// Gives the buffers back to OpenGL, if another API uses them.
  virtual void hand_back() const {}
  const std::vector<GuardedBuffer>& sides() const { return sides_; }
  const GuardedBuffer& front() const { return sides_[front_]; }
  const GuardedBuffer& back() const { return sides_[front_ ^ 1]; }
  /// Makes the back the front.
  void swap() { front_ ^= 1; }

 private:
  std::vector<GuardedBuffer> sides_;
  GuardedBuffer kept_;  ///< copy of the input
  unsigned front_ = 0;
};

/// A sorter with keys in several memories that creates the mover for its records.
class BringsMover {
 public:
  virtual ~BringsMover() = default;
  /// Returns the mover. Null if the host moves the records. The sorter must outlive the mover.
  virtual std::unique_ptr<RecordMover> make_mover(SharedProblem problem, Rearrange rearrange) = 0;
};

/// Returns the mover for a sorter of keys with indices. The order of choice: the sorter's own mover, then a mover on
/// the host, by kernels or by compute shaders. Compute shaders also move along cycles for kernels, because both use the
/// same buffers. The sorter must outlive the mover.
std::unique_ptr<RecordMover> make_mover(Backend backend, gpu::Device* device, SharedProblem problem, Run& sorter,
                                        Rearrange rearrange);

}  // namespace texelsort::algorithms
