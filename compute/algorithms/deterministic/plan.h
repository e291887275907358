#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/view.h"
#include "compute/data/keys.h"

/// How GPU Bucket Sort cuts its keys. F. Dehne and H. Zaboli, Deterministic Sample Sort for GPUs, Parallel Processing
/// Letters 22(3), 2012, algorithm 1.
namespace texelsort::algorithms {

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
};

/// Few keys are cut into few short sublists, which can be looked at.
struct ShownCut {
  explicit ShownCut(std::uint64_t n);
  static constexpr std::uint64_t most_keys = 8192;
  std::uint64_t sublist = 0, samples = 0;
};

/// A table that GPU Bucket Sort keeps on the device.
struct TableShape {
  TableKind kind;
  data::KeyType element = data::KeyType::u32;
  std::uint64_t count = 0;
  std::uint64_t bytes() const { return count * data::key_bytes(element); }
};

/// In the order in which passes fill them: samples and their places, splitters and theirs; locations (a row a sublist,
/// a column a splitter: the sublist's keys that do not follow it); starts (a row a bucket, a column a sublist: how many
/// keys, then where they begin); buckets (where they begin, and n) and their sizes. For m sublists of s samples they
/// are m s keys and 3 m s words, and for the buckets s keys and 3 s + 1 words.
std::vector<TableShape> deterministic_tables(const BucketPlan& plan, data::KeyType type);
/// Their kinds, whatever the plan.
std::vector<TableKind> deterministic_table_kinds();

}  // namespace texelsort::algorithms
