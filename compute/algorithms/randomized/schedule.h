#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/claims.h"
#include "compute/algorithms/randomized/levels.h"

/// The order of the passes of GPU Sample Sort, independent of the backend.
namespace texelsort::algorithms::randomized {

/// Progress of the device through the levels that were queued since the first level began.
struct Ahead {
  std::uint32_t levels = 0;  ///< number of executed levels
  /// number of executed scatters; the last level has no scatter if every parent has one value
  std::uint32_t scatters = 0;
  std::uint32_t small = 0;  ///< number of buckets that the device has listed for the final sort
  bool goes_on = false;     ///< true if the device has listed another level
  bool done = false;        ///< true if there are no keys left to distribute
  bool full = false;        ///< true if the list had too little space for the small buckets of the last level
};

/// Interface by which Procedure executes the steps on the two arrays of a backend.
class Steps {
 public:
  /// Starts a level: uploads its lists. All other functions then refer to this level.
  virtual void begin(const Level& level) = 0;
  virtual void splitters(const Level& level) = 0;
  virtual void count(const Level& level) = 0;
  /// Scans the counts, and computes the starts and sizes of the buckets.
  virtual void buckets(const Level& level) = 0;
  virtual void scatter(const Level& level, const std::vector<Tile>& tiles) = 0;
  /// Executes all four steps of a level by blocks, from the front array to the back array. Backends without levels by
  /// blocks do not override distribute().
  virtual void distribute(const Level& level);
  /// Copies tiles from the front array to the same positions of the back array.
  virtual void move(const Level& level, const std::vector<Tile>& tiles) = 0;
  virtual void swap_arrays() = 0;
  /// Waits until step 3 is done, and reads the buckets of the level from the device: k per parent.
  virtual std::vector<FoundBucket> read_buckets(const Level& level) = 0;
  /// Sorts buckets of up to Settings::limit() keys in the front array. The back array is scratch memory.
  virtual void sort(std::vector<Bucket> buckets) = 0;

  // The following functions are for backends whose device lists the next work. Returns whether levels may be queued
  // before the host knows their buckets. If so, the device's lists replace the host's lists of tiles, and the host's
  // levels have no parents.
  virtual bool runs_ahead() const { return false; }
  /// Queues the sort of all buckets that the device has listed. The sort runs when no keys are left to distribute.
  virtual void sort_listed();
  /// Waits for all queued work, makes the array with the keys the front array, and stops the device from making lists.
  virtual Ahead look_ahead();
  virtual std::vector<Bucket> read_small(std::uint64_t count);
  /// Reads the parents of the last executed level from the device.
  virtual void read_level(Level& level) const;
  /// Returns an error that observation has found in the lists of the device. Returns null if there is none, or if
  /// passes are not observed.
  virtual std::optional<std::string> listing_error() const { return std::nullopt; }

 protected:
  ~Steps() = default;
};

/// Kind of the next pass of the sort. In the phase `look`, the host reads the buckets that blocks have found, to choose
/// the next pass.
enum class Phase : std::uint8_t { splitters, count, buckets, scatter, look, sort, done };

/// Decisions of a run of GPU Sample Sort, which snapshots store.
struct Progress {
  Phase phase = Phase::splitters;
  /// buckets that must be distributed (waiting), and buckets of at least two keys for the final sort (small)
  std::vector<Bucket> waiting, small;
  std::shared_ptr<const Level> level{};  ///< current level, or the last level if all levels are done

  std::uint32_t levels() const { return level ? level->number + 1 : 0; }
  /// Returns the number of finished steps of the level, up to step 3. The tables of these steps are filled.
  unsigned filled() const;
};

/// Tiles that a scatter moves to buckets, and tiles that are copied afterwards, so that one array has all keys.
struct Scattering {
  std::vector<Tile> tiles{}, moved{};
  std::uint64_t keys = 0, moved_keys = 0;
  bool swaps = false;  ///< true if the scatter makes the back array the front array
};

class Procedure {
 public:
  Procedure(const Problem& problem, const Scene& scene, Steps& steps);

  std::optional<Pass> next_pass();
  /// Returns passes that can be queued together if the device makes the lists, and otherwise no passes. At the start,
  /// the passes are the first three of the first level, and the third of these queues all expected levels. Later, the
  /// result has the passes that the device has already executed.
  std::vector<Pass> next_batch();
  /// Returns the header of the last pass after `passes_done` passes. Returns null if the next pass may not be the last.
  std::optional<PassHeader> last_pass(std::uint64_t passes_done) const;
  bool done() const { return progress_.phase == Phase::done; }

  const Progress& progress() const;
  void restore(const Progress& progress) {
    progress_ = progress;
    unread_ = false;
    ahead_.reset();
    skipped_.clear();
  }
  void forget();

 private:
  void settle();
  void sort_out(const Bucket& bucket);
  void sort_out_part(const Parent& parent, const Bucket& part);
  bool read_buckets();
  Scene scene() const;
  void begin_level(std::shared_ptr<const Level> level, std::vector<Bucket> waiting, Phase next);
  void follow(const Scattering& scattering);
  Counters scattering_cost(const Scattering& scattering, std::uint64_t workgroups) const;
  void run_ahead();
  void take_over(const Ahead& ahead);
  std::vector<Pass> passes_behind(const Ahead& ahead);
  Scene next_scene(std::vector<Bucket>& waiting) const;
  Scene expected_scene(std::uint32_t number) const;
  Claim with_lists(Claim claim) const;
  Pass splitters_pass(const Scene& scene, std::vector<Bucket> waiting);
  Pass count_pass(const Scene& scene);
  Pass buckets_pass(const Scene& scene);
  Pass scatter_pass();
  Pass block_pass(const Scene& scene, std::vector<Bucket> waiting);
  Pass sort_pass();
  std::uint64_t key_bytes() const;
  std::uint64_t element_bytes() const;
  std::uint64_t field_bytes() const;
  Counters counters(std::uint64_t workgroups, std::uint64_t read, std::uint64_t bytes) const;

  const Problem& problem_;
  Scene scene_;
  Steps& steps_;
  mutable Progress progress_;
  /// true if the device made the current level, and the host has not yet read its parents
  mutable bool unread_ = false;
  std::optional<Ahead> ahead_;  ///< progress of the device while the host still has to return the executed passes
  std::vector<bool> skipped_;   ///< true for parents that need no scatter; empty while their buckets are unknown
};

}  // namespace texelsort::algorithms::randomized
