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

/// Base class of movers. A mover holds the words of a problem's records (data::RecordMemory) on one backend. It puts
/// the records in order after a sorter has finished. A sorter is a run that sorts keys with their indices. The mover's
/// passes have a label, an action, cost and claim. The caller adds stages and their numbers.
class RecordMover {
 public:
  virtual ~RecordMover() = default;
  const data::RecordMemory& memory() const { return memory_; }

  /// Replaces all words of the records.
  virtual void load(std::span<const std::uint32_t> words) = 0;
  virtual std::vector<std::uint32_t> read(std::uint64_t first, std::uint64_t count) const = 0;
  /// Keeps a copy of the loaded words for load_kept(); see Run::keep_input(). Returns false if the mover cannot keep
  /// one.
  virtual bool keep() { return false; }
  virtual void load_kept() {}

  /// Returns a pass for the layout by_record. It copies the keys from the records, and the indices 0 to n - 1, to the
  /// sorter's memory. The sorter must not have executed any pass. The mover and the sorter must outlive the pass.
  Pass extraction(Run& sorter);

  /// Returns the passes that put the records in order. They depend only on the problem, and refer to this mover. Called
  /// once, if the records have any words.
  virtual std::vector<Pass> rearrangement() = 0;
  /// Starts work that does not need the order. It runs parallel to the sorter's passes, after the first of these was
  /// queued.
  virtual void start_ahead() {}
  /// Asks the finished sorter for the location of its payload. Called before each pass of the rearrangement.
  virtual void take_order(const Run&) {}

  /// Returns the view tables::Fields, and the views of the tables that exist after `moved` passes of the rearrangement.
  virtual std::vector<View> views(std::uint64_t moved) const = 0;
  virtual std::optional<std::string> find_guard_damage() const { return std::nullopt; }

  /// Returns the contents of further tables that the passes after the first `moved` need, for a snapshot.
  virtual std::vector<std::vector<std::byte>> save_tables(std::uint64_t) const { return {}; }
  virtual void restore_tables(std::uint64_t, std::span<const std::vector<std::byte>>) {}

  /// Makes the timer that brackets passes and whole runs.
  virtual std::unique_ptr<PassTimer> make_timer() const = 0;
  /// Work like Run::time_passes() and Run::take_worker_times(). There is one element per pass of the rearrangement, or
  /// none.
  virtual void time_passes(bool) {}
  virtual std::vector<WorkerTimes> take_worker_times() { return {}; }

 protected:
  explicit RecordMover(SharedProblem problem);

  const Problem& problem() const { return *problem_; }
  const SharedProblem& shared_problem() const { return problem_; }
  std::uint64_t bytes() const { return memory_.words() * sizeof(std::uint32_t); }

  virtual void extract(Run& sorter) = 0;
  /// Extracts keys on the host, for sorters whose memory of keys no shader can write.
  void extract_by_host(Run& sorter) const;

  /// Returns the costs of launching a pass.
  virtual Counters launched(std::uint64_t) const { return {}; }
  /// Returns a header with this label. The caller sets its stage.
  static std::function<PassHeader()> labelled(std::string label);

  /// Condition of a pass that moves all words: it reads the order, or it does not.
  enum class Order : std::uint8_t { read, unread };
  Pass moving_pass(std::string label, std::function<void()> execute, std::function<Claim(SharedProblem)> claim,
                   Order order = Order::read, std::uint64_t workgroup = 1) const;

 private:
  SharedProblem problem_;
  data::RecordMemory memory_;
};

/// Base class of movers with the words in OpenGL buffers. If there are two sides, passes read the front and write the
/// back.
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

  /// Returns the buffers to OpenGL, if another API uses them.
  virtual void hand_back() const {}
  const std::vector<GuardedBuffer>& sides() const { return sides_; }
  const GuardedBuffer& front() const { return sides_[front_]; }
  const GuardedBuffer& back() const { return sides_[front_ ^ 1]; }
  /// Exchanges the front and the back.
  void swap() { front_ ^= 1; }

 private:
  std::vector<GuardedBuffer> sides_;
  GuardedBuffer kept_;  ///< copy of the input for load_kept()
  unsigned front_ = 0;
};

/// Interface of sorters that create the mover for their records, because their keys are in several memories.
class BringsMover {
 public:
  virtual ~BringsMover() = default;
  /// Returns a mover. Null if the host must move the records. The sorter must outlive the mover.
  virtual std::unique_ptr<RecordMover> make_mover(SharedProblem problem, Rearrange rearrange) = 0;
};

/// Returns the mover for a sorter of keys with indices. It is the sorter's own mover if there is one, otherwise a mover
/// on the host, by kernels or by compute shaders, in this order. For sorters by kernels, compute shaders move records
/// along cycles, because both use the same buffers. The sorter must outlive the mover.
std::unique_ptr<RecordMover> make_mover(Backend backend, gpu::Device* device, SharedProblem problem, Run& sorter,
                                        Rearrange rearrange);

}  // namespace texelsort::algorithms
