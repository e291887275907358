#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/claims.h"
#include "compute/algorithms/randomized/levels.h"

/// Which pass of GPU Sample Sort comes next, the same for every backend.
namespace texelsort::algorithms::randomized {

/// What the device has come to by itself, of the levels that were queued since the first began.
struct Ahead {
  std::uint32_t levels = 0;    ///< that have been
  std::uint32_t scatters = 0;  ///< among them: the last one has none if each of its parents holds one value
  std::uint32_t small = 0;     ///< buckets that it has listed to be sorted
  bool goes_on = false;        ///< another level is listed
  bool done = false;           ///< nothing is left to be distributed
  bool full = false;           ///< the last level's small buckets are not listed, for there was no room
};

/// Who executes the steps, on the two arrays that it holds.
class Steps {
 public:
  /// Uploads a level's lists. All that follow are for the level that was begun last.
  virtual void begin(const Level& level) = 0;
  virtual void splitters(const Level& level) = 0;
  virtual void count(const Level& level) = 0;
  /// Scans the counts, and finds the buckets.
  virtual void buckets(const Level& level) = 0;
  virtual void scatter(const Level& level, const std::vector<Tile>& tiles) = 0;
  /// All of them for a level by blocks, from the front array to the back; for whoever has settings with such levels.
  virtual void distribute(const Level& level);
  /// Copies tiles from the front array to the same places of the back.
  virtual void move(const Level& level, const std::vector<Tile>& tiles) = 0;
  virtual void swap_arrays() = 0;
  /// Waits for the third step: k buckets a parent.
  virtual std::vector<FoundBucket> read_buckets(const Level& level) = 0;
  /// Up to Settings::limit() keys each, which stand in the front array; the back one is the spare.
  virtual void sort(std::vector<Bucket> buckets) = 0;

  // For whoever lists on the device what comes next.
  /// Whether levels may be queued before anybody knows their buckets; lists of tiles do not count then, and levels come
  /// without parents.
  virtual bool runs_ahead() const { return false; }
  /// Queues the sort of the buckets that the device has listed, once nothing is left to be distributed.
  virtual void sort_listed();
  /// Waits for all that has been queued, puts the array in front in which the keys stand, and lists nothing any more.
  virtual Ahead look_ahead();
  virtual std::vector<Bucket> read_small(std::uint64_t count);
  /// The parents of the last level that was queued and has been.
  virtual void read_level(Level& level) const;
  /// What is wrong with what the device has listed for the last step, if somebody looks.
  virtual std::optional<std::string> listing_error() const { return std::nullopt; }

 protected:
  ~Steps() = default;
};

/// What comes next; `look`: what blocks have found of their buckets decides it.
enum class Phase : std::uint8_t { splitters, count, buckets, scatter, look, sort, done };

/// What a run has decided; what a snapshot keeps of it.
struct Progress {
  Phase phase = Phase::splitters;
  std::vector<Bucket> waiting, small;    ///< to be distributed; to be sorted, two keys at the least
  std::shared_ptr<const Level> level{};  ///< the present one, or the last

  std::uint32_t levels() const { return level ? level->number + 1 : 0; }
  /// How many of the level's first three steps have filled their tables.
  unsigned filled() const;
};

/// What a scatter moves, and what is copied behind it.
struct Scattering {
  std::vector<Tile> tiles{}, moved{};
  std::uint64_t keys = 0, moved_keys = 0;
  bool swaps = false;  ///< the back array becomes the front one
};

class Procedure {
 public:
  Procedure(const Problem& problem, const Scene& scene, Steps& steps);

  std::optional<Pass> next_pass();
  /// At the start, where the device lists what comes next: the first level's first three passes, the last of which
  /// queues all levels that are expected; and when it is done, what has come of them. Else nothing.
  std::vector<Pass> next_batch();
  /// The last pass, once it is certain that it is the next; `passes_done` before it.
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
  mutable bool unread_ = false;  ///< the level's parents have not been read from the device
  std::optional<Ahead> ahead_;   ///< what the device has come to, until its passes have been handed out
  std::vector<bool> skipped_;    ///< parents that need no scatter, once the level's buckets have been read
};

}  // namespace texelsort::algorithms::randomized
