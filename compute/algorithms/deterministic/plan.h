#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/data/keys/keys.h"

/// Division of the keys by GPU Bucket Sort. F. Dehne and H. Zaboli, Deterministic Sample Sort for GPUs, Parallel
/// Processing Letters 22(3), 2012, algorithm 1.
namespace texelsort::algorithms::deterministic {

/// Division of n keys into sublists, with the samples of each. In the paper n is a multiple of the sublist. Here
/// sublists are as equal as possible, so that no bucket exceeds 2n/s keys for any n. Proof: between two splitters lie m
/// samples. A sublist of l keys with c of these samples has fewer than (c + 1) l / s keys there, hence at most ((c + 1)
/// l - 1) / s. Over all m sublists, none longer than n / m rounded up, the first terms sum to less than 2n + m, and the
/// last subtracts m.
struct BucketPlan {
  /// At most `sublist` keys per sublist. Needs s <= sublist / 2, so that all samples differ.
  BucketPlan(std::uint64_t n, std::uint64_t sublist, std::uint64_t s);

  std::uint64_t n = 0;
  std::uint64_t sublists = 0;  ///< number of sublists, m
  std::uint64_t samples = 0;   ///< samples per sublist, and number of splitters, s
  std::uint64_t quotient = 0, remainder = 0;

  /// False for a single sublist, which is sorted directly.
  bool has_buckets() const { return sublists > 1; }
  std::uint64_t all_samples() const { return sublists * samples; }
  std::uint64_t longest_sublist() const { return quotient + (remainder > 0 ? 1 : 0); }
  std::uint64_t largest_bucket() const { return 2 * n / samples; }
  /// Returns why a sublist cannot have s samples. Null if it can.
  static std::optional<std::string> refusal(std::uint64_t sublist, std::uint64_t s);

  /// Returns the starts of all sublists, and n.
  std::vector<std::uint64_t> sublist_starts() const;
  std::vector<BucketPass::Range> sublist_ranges() const;
};

/// Division of a small input into few short sublists, which can be viewed.
struct ShownCut {
  explicit ShownCut(std::uint64_t n);
  static constexpr std::uint64_t most_keys = 8192;
  std::uint64_t sublist = 0, samples = 0;
};

/// Tables in the order in which passes fill them: samples and their places; splitters and their places; locations (one
/// row per sublist, one column per splitter: the sublist's keys that do not follow it); starts (one row per bucket, one
/// column per sublist: number of keys, then their start); buckets (their starts, and n) and their sizes.
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

/// Returns the shapes by Table. m sublists of s samples need m s keys and 3 m s words, and the buckets s keys and 3 s +
/// 1 words.
std::vector<TableShape> table_shapes(const BucketPlan& plan, data::KeyType type);

/// Merges the sorted runs of every sublist, or of every bucket, until each is one run. Merges several runs at a time,
/// from one array to another, one invocation per merged run. A bucket's runs are the sublists' shares.
class RunMerge {
 public:
  enum class Of : std::uint8_t { sublists, buckets };

  /// A sublist's runs have as many keys as a block sorts; its last run may have fewer.
  RunMerge(const BucketPlan& plan, const Settings& settings, Of what);

  /// Returns the maximum keys that one invocation merges, one per round of its loop.
  static std::uint64_t longest_merge(Of what, const BucketPlan& plan);

  Of what() const { return what_; }
  std::size_t passes() const { return widths_.size(); }
  std::string label(std::size_t pass) const;
  /// Returns the length of a pass's runs, in keys or sublists.
  std::uint64_t width(std::size_t pass) const { return widths_[pass]; }
  /// Returns the merged runs per sublist or bucket; merged_runs() returns their total.
  std::uint64_t groups(std::size_t pass) const { return (longest_ - 1) / (widths_[pass] * ways_) + 1; }
  std::uint64_t merged_runs(std::size_t pass) const { return segments() * groups(pass); }
  /// Returns the starts of the merged runs, and n. `starts` is the table of that name, for buckets.
  std::vector<std::uint64_t> merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const;

 private:
  std::uint64_t segments() const { return what_ == Of::sublists ? plan_.sublists : plan_.samples; }

  BucketPlan plan_;
  Of what_;
  std::uint64_t ways_;
  std::uint64_t longest_;  ///< keys per sublist, or runs per bucket
  std::vector<std::uint64_t> widths_;
};

}  // namespace texelsort::algorithms::deterministic
