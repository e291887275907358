#include "compute/algorithms/deterministic/claims.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms::deterministic {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::vector<std::uint64_t>;

Found find_other_sample(std::string_view name, const std::vector<Sample>& seen, const std::vector<Sample>& expected) {
  const auto part = [](const std::vector<Sample>& samples, std::uint64_t Sample::*member) {
    Numbers all;
    for (const Sample& sample : samples) all.push_back(sample.*member);
    return all;
  };
  if (Found wrong = find_difference(name, part(seen, &Sample::code), part(expected, &Sample::code))) return wrong;
  return find_difference(fmt::format("place of {}", name), part(seen, &Sample::place), part(expected, &Sample::place));
}

Found find_descent(std::span<const std::uint64_t> codes, std::uint64_t first = 0) {
  const auto end = std::ranges::is_sorted_until(codes);
  if (end == codes.end()) return std::nullopt;
  return Violation{"is smaller than the key before it", first + static_cast<std::uint64_t>(end - codes.begin()), {}};
}

std::string steps_sentence(const SegmentedPlan& sort, std::size_t pass, std::string_view segment) {
  return fmt::format("every {} has the state of a bitonic merge sort after {}", segment, sort.label(pass));
}

/// Returns the claim of a pass that only fills tables and moves no keys. `find_wrong` checks the tables.
template <typename FindWrong>
Claim claim_tables(std::string sentence, FindWrong find_wrong) {
  return {std::move(sentence), [find_wrong](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            return find_wrong(seen);
          }};
}

}  // namespace

std::string Claims::key_text(std::uint64_t rank) const {
  if (order_.comparison != data::Comparison::natural) return fmt::format("a key of rank {}", rank);
  return data::code_text(rank, order_.type, order_.order);
}

/// Returns the samples that two tables describe. The first table contains the keys, the second the positions.
std::vector<Sample> Claims::samples(const Observation& seen, const TableKind& keys, const TableKind& places) const {
  const Numbers code = ranks_of_view(seen.table(keys), order_), place = seen.table(places);
  std::vector<Sample> result;
  for (std::size_t i = 0; i < code.size(); ++i) result.push_back({code[i], place[i]});
  return result;
}

std::vector<Sample> Claims::samples(const Observation& seen) const {
  return samples(seen, tables::Samples{}, tables::SamplePlaces{});
}

std::vector<Sample> Claims::splitters(const Observation& seen) const {
  return samples(seen, tables::Splitters{}, tables::SplitterPlaces{});
}

Found Claims::find_other(const Observation& seen, std::span<const std::uint64_t> codes,
                         std::span<const std::uint64_t> payload) const {
  const auto [key, expected] = std::ranges::mismatch(seen.after, codes);
  if (key == seen.after.end()) return find_difference("payload", seen.payload_after, payload);
  return Violation{fmt::format("holds {}, expected {}", key_text(*key), key_text(*expected)),
                   static_cast<std::uint64_t>(key - seen.after.begin()),
                   {}};
}

/// Returns the first position that did not receive its element: position i must have the key and payload from position
/// `places[i]`. Returns null if all are correct.
Found Claims::find_other_from(const Observation& seen, std::span<const std::uint64_t> places) const {
  Numbers codes, payload;
  for (const std::uint64_t place : places) {
    codes.push_back(seen.before[place]);
    if (!seen.payload_before.empty()) payload.push_back(seen.payload_before[place]);
  }
  return find_other(seen, codes, payload);
}

/// Compares the result of one pass of a sort with its reference, and returns a difference. After the last pass, every
/// segment must also be sorted.
Found Claims::find_unsorted(const Observation& seen, const SegmentedPlan& sort, std::size_t pass,
                            std::span<const std::uint64_t> starts) const {
  Numbers codes(seen.before.begin(), seen.before.end()),
      payload(seen.payload_before.begin(), seen.payload_before.end());
  sort.apply(pass, codes, payload, starts);
  if (Found wrong = find_other(seen, codes, payload)) return wrong;
  if (pass + 1 < sort.passes() || !sort.sorts_all()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    if (Found wrong = find_descent(seen.after.subspan(starts[i], starts[i + 1] - starts[i]), starts[i])) return wrong;
  }
  return std::nullopt;
}

Found Claims::find_large_bucket(std::span<const std::uint64_t> sizes) const {
  const auto large = std::ranges::find_if(sizes, [this](auto size) { return size * plan_.samples > 2 * plan_.n; });
  if (large == sizes.end()) return std::nullopt;
  return Violation{fmt::format("bucket of {} keys, although 2n/s is {}", *large, plan_.largest_bucket()),
                   static_cast<std::uint64_t>(large - sizes.begin()),
                   {}};
}

/// Returns the first key that does not lie between the splitters of its bucket. Returns null if there is none.
Found Claims::find_misplaced(const Observation& seen) const {
  const Numbers starts = seen.table(tables::BucketStarts{});
  const auto bounds = splitters(seen);
  for (std::uint64_t k = 0; k < plan_.samples; ++k) {
    for (std::uint64_t i = starts[k]; i < starts[k + 1]; ++i) {
      const bool low = k > 0 && seen.after[i] < bounds[k - 1].code;
      if (low || seen.after[i] > bounds[k].code) {
        return Violation{fmt::format("{} is outside bucket {}", key_text(seen.after[i]), k), i, {}};
      }
    }
  }
  return std::nullopt;
}

Claim Claims::local_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes() && sort.sorts_all();
  return {last ? fmt::format("every sublist of at most {} keys is sorted", plan_.longest_sublist())
               : steps_sentence(sort, pass, "sublist"),
          [*this, &sort, pass](const Observation& seen) {
            return find_unsorted(seen, sort, pass, plan_.sublist_starts());
          }};
}

Claim Claims::local_sampling() const {
  return claim_tables(
      fmt::format("the samples are {} equidistant keys of each of {} sublists", plan_.samples, plan_.sublists),
      [*this](const Observation& seen) {
        return find_other_sample("sample", samples(seen), local_samples(plan_, seen.after));
      });
}

Claim Claims::sample_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes();
  return claim_tables(last ? "the samples are sorted, with ties broken by position"
                           : steps_sentence(sort, pass, "list of samples, with ties broken by position,"),
                      [*this, &sort, pass](const Observation& seen) {
                        return find_other_sample("sample", samples(seen),
                                                 sort_samples(sort, pass, local_samples(plan_, seen.after)));
                      });
}

Claim Claims::global_sampling() const {
  return claim_tables(fmt::format("the splitters are {} equidistant keys of the sorted samples", plan_.samples),
                      [*this](const Observation& seen) {
                        return find_other_sample("splitter", splitters(seen), global_samples(plan_, samples(seen)));
                      });
}

Claim Claims::sample_indexing() const {
  return claim_tables("row i of the locations counts, for each splitter, the keys of sublist i that do not follow it",
                      [*this](const Observation& seen) {
                        const Numbers expected = index(plan_, seen.after, splitters(seen));
                        const Found wrong = find_difference("location", seen.table(tables::Locations{}), expected);
                        return wrong ? wrong
                                     : find_difference("count", seen.table(tables::SublistStarts{}),
                                                       bucket_counts(plan_, expected));
                      });
}

Claim Claims::scan() const {
  return claim_tables(fmt::format("row k of the starts holds, for each sublist, its first place in bucket k, and no "
                                  "bucket exceeds 2n/s = {} keys",
                                  plan_.largest_bucket()),
                      [*this](const Observation& seen) -> Found {
                        Numbers expected = bucket_counts(plan_, seen.table(tables::Locations{}));
                        std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), std::uint64_t{0});
                        const auto [starts, sizes] = buckets(plan_, expected);
                        if (Found wrong = find_difference("start", seen.table(tables::SublistStarts{}), expected))
                          return wrong;
                        if (Found wrong = find_difference("bucket", seen.table(tables::BucketStarts{}), starts))
                          return wrong;
                        if (Found wrong = find_difference("size", seen.table(tables::BucketSizes{}), sizes))
                          return wrong;
                        return find_large_bucket(sizes);
                      });
}

Claim Claims::relocation() const {
  return {"bucket k holds only keys that follow splitter k - 1 and do not follow splitter k, in their old order",
          [*this](const Observation& seen) {
            const Found wrong = find_other_from(
                seen, relocate(plan_, seen.table(tables::Locations{}), seen.table(tables::SublistStarts{})));
            return wrong ? wrong : find_misplaced(seen);
          }};
}

Claim Claims::bucket_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes();
  return {last ? "every bucket is sorted, and so is the whole array" : steps_sentence(sort, pass, "bucket"),
          [*this, &sort, pass, last](const Observation& seen) {
            const Found wrong = find_unsorted(seen, sort, pass, seen.table(tables::BucketStarts{}));
            return wrong || !last ? wrong : find_descent(seen.after);
          }};
}

Claim Claims::merge(const RunMerge& merge, std::size_t pass) const {
  const bool last = pass + 1 == merge.passes(), buckets = merge.what() == RunMerge::Of::buckets;
  std::string sentence =
      fmt::format("every merged run is sorted, with equal keys in their old order: {}", merge.label(pass));
  if (last && buckets) sentence = "every bucket is one sorted run, and so is the whole array";
  if (last && !buckets) sentence = fmt::format("every sublist of at most {} keys is sorted", plan_.longest_sublist());
  return {sentence, [*this, &merge, pass, buckets](const Observation& seen) {
            const Numbers starts = buckets ? seen.table(tables::SublistStarts{}) : Numbers{};
            return find_other_from(seen, deterministic::merge(seen.before, merge.merged_starts(pass, starts)));
          }};
}

}  // namespace texelsort::algorithms::deterministic
