#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/claims.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// Who executes the steps of GPU Sample Sort, on the two arrays that it holds.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Makes room for a level's tables and uploads its lists.
  virtual void begin(const Level& level) = 0;
  // The steps, each of the level that was begun last.
  virtual void draw_splitters(const Level& level) = 0;
  virtual void count(const Level& level) = 0;
  virtual void scan(const Level& level) = 0;
  virtual void scatter(const Level& level, const std::vector<Tile>& tiles) = 0;
  /// Copies tiles from the front array to the same places of the back.
  virtual void move(const Level& level, const std::vector<Tile>& tiles) = 0;
  virtual void swap_arrays() = 0;
  /// Waits for the third step: k buckets a parent.
  virtual std::vector<FoundBucket> read(const Level& level) = 0;
  /// Up to Settings::limit() keys each, which stand in the front array; the back one is the spare.
  virtual void sort(const std::vector<Bucket>& buckets) = 0;
  /// Bytes that a scan of `words` words reads and writes.
  virtual std::uint64_t scan_bytes(std::uint64_t words) const = 0;
};

/// What comes next.
enum class Phase : std::uint8_t { splitters, counts, starts, scatter, sort, done };

/// What a run has decided; what a snapshot keeps of it.
struct Progress {
  Phase phase = Phase::splitters;
  std::vector<Bucket> waiting, small;  ///< to be distributed; to be sorted, two keys at the least
  std::uint32_t levels = 0;
  std::shared_ptr<const Level> level{};  ///< the present one, or the last
  unsigned steps = 0;                    ///< how many of its first three have filled their tables
};

/// Which pass comes next, whoever executes it.
class Procedure {
 public:
  Procedure(const Problem& problem, const Scene& scene, Worker& worker);

  std::optional<Pass> next_pass();
  /// The last pass, once it is certain that it is the next; `passes_done` before it.
  std::optional<PassHeader> last_pass(std::uint64_t passes_done) const;
  bool done() const { return progress_.phase == Phase::done; }

  static std::vector<TableKind> table_kinds() {
    return {tables::Splitters{}, tables::BucketCounts{}, tables::BucketScan{}, tables::BucketStarts{},
            tables::BucketSizes{}};
  }
  const Progress& progress() const { return progress_; }
  void restore(const Progress& progress) { progress_ = progress; }
  void forget();

 private:
  void settle();
  void sort_out(const Bucket& bucket);
  void sort_out_part(const Parent& parent, const Bucket& part);
  bool read_buckets();
  Pass pass(const Level& level, const char* label) const;
  Scene scene() const;
  std::function<PassDetail()> buckets(std::shared_ptr<const Level> level, bool placed) const;
  Pass splitters_pass();
  Pass counts_pass();
  Pass starts_pass();
  Pass scatter_pass();
  Pass sort_pass();
  std::uint64_t key_bytes() const;
  std::uint64_t element_bytes() const;
  Counters counters(std::uint64_t workgroups, std::uint64_t fetched, std::uint64_t bytes) const;

  const Problem& problem_;
  Scene scene_;
  Worker& worker_;
  Progress progress_;
  std::vector<bool> skipped_;  ///< parents that need no scatter, once the level's buckets have been read
};

}  // namespace texelsort::algorithms::randomized
