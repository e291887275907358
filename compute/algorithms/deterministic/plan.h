#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/data/keys/keys.h"

/// Division of the keys by GPU Bucket Sort (F. Dehne and H. Zaboli, Deterministic Sample Sort for GPUs, Parallel
/// Processing Letters 22(3), 2012, algorithm 1).
namespace texelsort::algorithms::deterministic {

/// Division of n keys into m sublists with s samples each. In the paper, n is a multiple of the length of a sublist.
/// Here, sublists are as equal as possible, so that no bucket exceeds 2n/s keys for any n.
///
/// Proof: m samples lie between two neighbouring splitters. Let a sublist have l keys, and c of these samples. Then it
/// has fewer than (c + 1) l / s keys between the splitters. This is at most ((c + 1) l - 1) / s. No sublist is longer
/// than n / m rounded up. Over all m sublists, the terms (c + 1) l sum to less than 2n + m. The subtracted terms sum to
/// m.
struct BucketPlan {
  /// Divides n keys into sublists of at most `sublist` keys with s samples each. Requires s <= sublist / 2, so that all
  /// samples differ.
  BucketPlan(std::uint64_t n, std::uint64_t sublist, std::uint64_t s);

  std::uint64_t n = 0;
  std::uint64_t sublists = 0;  ///< number m of sublists
  std::uint64_t samples = 0;   ///< number s of samples per sublist, which is also the number of splitters
  std::uint64_t quotient = 0, remainder = 0;

  /// Returns whether the sort uses buckets. It sorts a single sublist without buckets.
  bool has_buckets() const { return sublists > 1; }
  std::uint64_t all_samples() const { return sublists * samples; }
  std::uint64_t longest_sublist() const { return quotient + (remainder > 0 ? 1 : 0); }
  std::uint64_t largest_bucket() const { return 2 * n / samples; }
  /// Returns why a sublist of `sublist` keys cannot have s samples. Returns null if it can.
  static std::optional<std::string> refusal(std::uint64_t sublist, std::uint64_t s);

  /// Returns the starts of all sublists, and n as the last element.
  std::vector<std::uint64_t> sublist_starts() const;
  std::vector<BucketPass::Range> sublist_ranges() const;
};

/// Division of a small input into a few sublists that are short enough to be displayed.
struct ShownCut {
  explicit ShownCut(std::uint64_t n);
  static constexpr std::uint64_t most_keys = 8192;
  std::uint64_t sublist = 0, samples = 0;
};

/// Tables of the sort, in the order in which passes fill them.
/// - samples, splitters: keys, each followed by a table of their positions
/// - locations: for each sublist (row) and splitter (column), the number of the sublist's keys that do not follow the
///   splitter
/// - starts: for each bucket (row) and sublist (column), first the number of keys, then their start
/// - buckets: starts of the buckets, and n
/// - sizes: sizes of the buckets
enum class Table : std::uint8_t {
  samples,
  sample_places,
  splitters,
  splitter_places,
  locations,
  starts,
  buckets,
  sizes
};

struct TableShape {
  TableKind kind;
  data::KeyType element = data::KeyType::u32;
  std::uint64_t count = 0;
  std::uint64_t bytes() const { return count * data::key_bytes(element); }
};

/// Returns the shapes of all tables, indexed by Table. The tables of m sublists with s samples each have m s keys and 3
/// m s words. The tables of the buckets have s keys and 3 s + 1 words.
std::vector<TableShape> table_shapes(const BucketPlan& plan, data::KeyType type);

/// Merge of the sorted runs of every sublist, or of every bucket, until one run per sublist or bucket is left. A pass
/// merges several neighbouring runs from one array into one run in the other array, with one invocation per result. The
/// runs of a bucket are its parts from the sublists.
class RunMerge {
 public:
  enum class Of : std::uint8_t { sublists, buckets };

  /// Plans the passes. In a sublist, the first runs have as many keys as a block sorts. The last run may have fewer
  /// keys.
  RunMerge(const BucketPlan& plan, const Settings& settings, Of what);

  /// Returns the maximum number of keys that one invocation merges. The invocation has the same number of loop
  /// iterations.
  static std::uint64_t longest_merge(Of what, const BucketPlan& plan);

  Of what() const { return what_; }
  std::size_t passes() const { return widths_.size(); }
  std::string label(std::size_t pass) const;
  /// Returns the length of the runs that a pass merges. The unit is keys for sublists, and sublists for buckets.
  std::uint64_t width(std::size_t pass) const { return widths_[pass]; }
  /// Returns the number of merged runs that a pass writes per sublist or bucket. merged_runs() returns their total
  /// number.
  std::uint64_t groups(std::size_t pass) const { return (longest_ - 1) / (widths_[pass] * ways_) + 1; }
  std::uint64_t merged_runs(std::size_t pass) const { return segments() * groups(pass); }
  /// Returns the starts of the runs that a pass writes, and n as the last element. For buckets, `starts` is the
  /// contents of Table::starts.
  std::vector<std::uint64_t> merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const;

 private:
  std::uint64_t segments() const { return what_ == Of::sublists ? plan_.sublists : plan_.samples; }

  BucketPlan plan_;
  Of what_;
  std::uint64_t ways_;
  std::uint64_t longest_;  ///< upper limit of the items to merge: keys per sublist, or runs per bucket
  std::vector<std::uint64_t> widths_;
};

}  // namespace texelsort::algorithms::deterministic
