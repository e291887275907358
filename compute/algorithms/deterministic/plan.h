#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/data/keys/keys.h"

/// Division of the keys by GPU Bucket Sort: F. Dehne and H. Zaboli, Deterministic Sample Sort for GPUs, Parallel
/// Processing Letters 22(3), 2012, algorithm 1.
namespace texelsort::algorithms::deterministic {

/// Division of n keys into m sublists with s samples each. In the paper, n is a multiple of the length of a sublist.
/// Here, sublists are as equal as possible, so that no bucket exceeds 2n/s keys for any n. Proof: m samples lie between
/// two splitters. A sublist of l keys with c of these samples has fewer than (c + 1) l / s keys there, hence at most
/// ((c + 1) l - 1) / s. No sublist is longer than n / m rounded up. Over all m sublists, the first terms therefore sum
/// to less than 2n + m, and the last terms subtract m.
struct BucketPlan {
  /// Divides n keys into sublists of at most `sublist` keys. Requires s <= sublist / 2, so that all samples differ.
  BucketPlan(std::uint64_t n, std::uint64_t sublist, std::uint64_t s);

  std::uint64_t n = 0;
  std::uint64_t sublists = 0;  ///< m, number of sublists
  std::uint64_t samples = 0;   ///< s, number of samples per sublist and number of splitters
  std::uint64_t quotient = 0, remainder = 0;

  /// Returns whether the sort uses buckets. A single sublist is sorted directly.
  bool has_buckets() const { return sublists > 1; }
  std::uint64_t all_samples() const { return sublists * samples; }
  std::uint64_t longest_sublist() const { return quotient + (remainder > 0 ? 1 : 0); }
  std::uint64_t largest_bucket() const { return 2 * n / samples; }
  /// Returns why a sublist of `sublist` keys cannot have s samples. Null if it can.
  static std::optional<std::string> refusal(std::uint64_t sublist, std::uint64_t s);

  /// Returns the starts of all sublists, and n as the last element.
  std::vector<std::uint64_t> sublist_starts() const;
  std::vector<BucketPass::Range> sublist_ranges() const;
};

/// Division of a small input into a few short sublists that can be viewed.
struct ShownCut {
  explicit ShownCut(std::uint64_t n);
  static constexpr std::uint64_t most_keys = 8192;
  std::uint64_t sublist = 0, samples = 0;
};

/// Tables in the order in which passes fill them. samples and splitters: each with a table of their places. locations:
/// one row per sublist and one column per splitter, with the number of the sublist's keys that do not follow the
/// splitter. starts: one row per bucket and one column per sublist, first with the number of keys, then with their
/// start. buckets: their starts, and n. sizes: their sizes.
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

/// Returns the shapes of all tables, indexed by Table. m sublists with s samples each need m s keys and 3 m s words.
/// The buckets need s keys and 3 s + 1 words.
std::vector<TableShape> table_shapes(const BucketPlan& plan, data::KeyType type);

/// Merges the sorted runs of every sublist, or of every bucket, until each has one run. A pass merges several
/// neighbouring runs into one, from one array to the other, by one invocation per result. The runs of a bucket are the
/// parts of it that come from the sublists.
class RunMerge {
 public:
  enum class Of : std::uint8_t { sublists, buckets };

  /// In a sublist, the first runs have as many keys as a block sorts. The last run may have fewer.
  RunMerge(const BucketPlan& plan, const Settings& settings, Of what);

  /// Returns the maximum number of keys that one invocation merges. This is also the number of its loop iterations.
  static std::uint64_t longest_merge(Of what, const BucketPlan& plan);

  Of what() const { return what_; }
  std::size_t passes() const { return widths_.size(); }
  std::string label(std::size_t pass) const;
  /// Returns the length of a pass's input runs, in keys for sublists, in sublists for buckets.
  std::uint64_t width(std::size_t pass) const { return widths_[pass]; }
  /// Returns the number of results per sublist or bucket. merged_runs() returns their total.
  std::uint64_t groups(std::size_t pass) const { return (longest_ - 1) / (widths_[pass] * ways_) + 1; }
  std::uint64_t merged_runs(std::size_t pass) const { return segments() * groups(pass); }
  /// Returns the starts of a pass's results, and n as the last element. For buckets, `starts` is the table
  /// Table::starts.
  std::vector<std::uint64_t> merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const;

 private:
  std::uint64_t segments() const { return what_ == Of::sublists ? plan_.sublists : plan_.samples; }

  BucketPlan plan_;
  Of what_;
  std::uint64_t ways_;
  std::uint64_t longest_;  ///< maximum keys per sublist, or runs per bucket
  std::vector<std::uint64_t> widths_;
};

}  // namespace texelsort::algorithms::deterministic
