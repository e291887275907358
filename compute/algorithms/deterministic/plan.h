#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/data/keys/keys.h"

/// How GPU Bucket Sort cuts its keys. F. Dehne and H. Zaboli, Deterministic Sample Sort for GPUs, Parallel Processing
/// Letters 22(3), 2012, algorithm 1.
namespace texelsort::algorithms::deterministic {

/// How n keys are cut into sublists, and how many samples each gives. The paper's n is a multiple of the sublist; here
/// the sublists are as equal as they can be, so that no bucket exceeds 2n/s keys whatever n is: between two splitters
/// lie m samples, and of a sublist of l keys with c of them fewer than (c + 1) l / s keys, hence at most
/// ((c + 1) l - 1) / s. Over all m sublists, none longer than n / m rounded up, the first terms sum to less than
/// 2n + m, and the last takes m away.
struct BucketPlan {
  /// At most `sublist` keys a sublist. Needs s <= sublist / 2, so that all samples differ.
  BucketPlan(std::uint64_t n, std::uint64_t sublist, std::uint64_t s);

  std::uint64_t n = 0;
  std::uint64_t sublists = 0;  ///< m
  std::uint64_t samples = 0;   ///< s: samples of a sublist, and splitters
  std::uint64_t quotient = 0, remainder = 0;

  /// One sublist is sorted as it is: there are no buckets then.
  bool has_buckets() const { return sublists > 1; }
  std::uint64_t all_samples() const { return sublists * samples; }
  std::uint64_t longest_sublist() const { return quotient + (remainder > 0 ? 1 : 0); }
  std::uint64_t largest_bucket() const { return 2 * n / samples; }
  /// Why there are no s samples of a sublist.
  static std::optional<std::string> refusal(std::uint64_t sublist, std::uint64_t s);

  /// First places of all sublists, and n.
  std::vector<std::uint64_t> sublist_starts() const;
  std::vector<BucketPass::Range> sublist_ranges() const;
};

/// Few keys are cut into few short sublists, which can be looked at.
struct ShownCut {
  explicit ShownCut(std::uint64_t n);
  static constexpr std::uint64_t most_keys = 8192;
  std::uint64_t sublist = 0, samples = 0;
};

/// The tables in the order in which passes fill them: samples and their places, splitters and theirs; locations (a row
/// a sublist, a column a splitter: the sublist's keys that do not follow it); starts (a row a bucket, a column a
/// sublist: how many keys, then where they begin); buckets (where they begin, and n) and their sizes.
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

/// By Table. For m sublists of s samples they are m s keys and 3 m s words, and for the buckets s keys and 3 s + 1
/// words.
std::vector<TableShape> table_shapes(const BucketPlan& plan, data::KeyType type);

/// Merges the sorted runs of every sublist, or of every bucket, until each of them is one run, several runs at a time
/// and from one array to another: an invocation a merged run. A bucket's runs are the sublists' shares.
class RunMerge {
 public:
  enum class Of : std::uint8_t { sublists, buckets };

  /// Runs of sublists have as many keys as a block sorts, the last one of each fewer.
  RunMerge(const BucketPlan& plan, const Settings& settings, Of what);

  /// Keys that one invocation merges at the most, one in each round of its loop.
  static std::uint64_t longest_merge(Of what, const BucketPlan& plan);

  Of what() const { return what_; }
  std::size_t passes() const { return widths_.size(); }
  std::string label(std::size_t pass) const;
  /// Keys or sublists of a pass's runs.
  std::uint64_t width(std::size_t pass) const { return widths_[pass]; }
  /// Merged runs of each sublist or bucket, and of all.
  std::uint64_t groups(std::size_t pass) const { return (longest_ - 1) / (widths_[pass] * ways_) + 1; }
  std::uint64_t merged_runs(std::size_t pass) const { return segments() * groups(pass); }
  /// Where the merged runs start, and n. `starts` is the table of that name, for buckets.
  std::vector<std::uint64_t> merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const;

 private:
  std::uint64_t segments() const { return what_ == Of::sublists ? plan_.sublists : plan_.samples; }

  BucketPlan plan_;
  Of what_;
  std::uint64_t ways_;
  std::uint64_t longest_;  ///< keys of a sublist, or runs of a bucket
  std::vector<std::uint64_t> widths_;
};

}  // namespace texelsort::algorithms::deterministic
