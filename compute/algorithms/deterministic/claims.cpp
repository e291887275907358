#include "compute/algorithms/deterministic/claims.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/deterministic/twin.h"
#include "compute/data/code_text.h"

namespace texelsort::algorithms {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// What a test knows of its run. Copied into claims.
struct Context {
  BucketPlan plan;
  kernels::KeyOrder order;

  std::string key_text(std::uint64_t rank) const {
    if (order.comparison != data::Comparison::natural) return fmt::format("a key of rank {}", rank);
    return data::code_text(rank, order.type, order.order);
  }

  /// Samples as two views hold them.
  std::vector<Sample> samples(const Observation& seen, const TableKind& keys, const TableKind& places) const {
    const Numbers code = ranks_of_view(seen.table(keys), order), place = seen.table(places);
    std::vector<Sample> result;
    for (std::size_t i = 0; i < code.size(); ++i) result.push_back({code[i], place[i]});
    return result;
  }
};

std::optional<Violation> find_difference(const Context& context, std::span<const std::uint64_t> codes,
                                         std::span<const std::uint64_t> payload, const Observation& seen) {
  const auto [key, expected] = std::ranges::mismatch(seen.after, codes);
  if (key != seen.after.end()) {
    return Violation{fmt::format("holds {}, expected {}", context.key_text(*key), context.key_text(*expected)),
                     static_cast<std::uint64_t>(key - seen.after.begin()), std::nullopt};
  }
  const auto [there, wanted] = std::ranges::mismatch(seen.payload_after, payload);
  if (there != seen.payload_after.end()) {
    return Violation{fmt::format("holds payload {}, expected {}", *there, *wanted),
                     static_cast<std::uint64_t>(there - seen.payload_after.begin()), std::nullopt};
  }
  return std::nullopt;
}

std::optional<Violation> find_change(const Context& context, const Observation& seen) {
  return find_difference(context, seen.before, seen.payload_before, seen);
}

std::optional<Violation> find_difference(std::string_view table, const Numbers& found, const Numbers& expected) {
  const auto [at, wanted] = std::ranges::mismatch(found, expected);
  if (at == found.end() && wanted == expected.end()) return std::nullopt;
  const auto i = static_cast<std::uint64_t>(at - found.begin());
  if (at == found.end()) return Violation{fmt::format("the table '{}' is too short", table), i, std::nullopt};
  return Violation{
      fmt::format("of the table '{}' is {}, expected {}", table, *at, wanted == expected.end() ? 0 : *wanted), i,
      std::nullopt};
}

std::optional<Violation> find_difference(const Context& context, std::string_view table,
                                         const std::vector<Sample>& found, const std::vector<Sample>& expected) {
  const auto [at, wanted] = std::ranges::mismatch(found, expected);
  if (at == found.end()) return std::nullopt;
  return Violation{fmt::format("of the table '{}' is {} from place {}, expected {} from place {}", table,
                               context.key_text(at->code), at->place, context.key_text(wanted->code), wanted->place),
                   static_cast<std::uint64_t>(at - found.begin()), std::nullopt};
}

/// One pass of a SegmentedSort on the keys, against its twin; after the last pass every segment is sorted.
std::optional<Violation> find_unsorted(const Context& context, const SegmentedPlan& sort, std::size_t pass,
                                       const Numbers& starts, const Observation& seen) {
  Numbers codes(seen.before.begin(), seen.before.end());
  Numbers payload(seen.payload_before.begin(), seen.payload_before.end());
  sort.apply(pass, codes, payload, starts);
  if (auto wrong = find_difference(context, codes, payload, seen)) return wrong;
  if (pass + 1 < sort.passes() || !sort.sorts_all()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto segment = seen.after.subspan(starts[i], starts[i + 1] - starts[i]);
    const auto end = std::ranges::is_sorted_until(segment);
    if (end == segment.end()) continue;
    return Violation{"is smaller than the key before it", starts[i] + static_cast<std::uint64_t>(end - segment.begin()),
                     std::nullopt};
  }
  return std::nullopt;
}

/// The samples after the passes [0, pass] of their sort: the network on their ranks, which are all different.
std::vector<Sample> samples_after(const SegmentedPlan& sort, std::size_t pass, const std::vector<Sample>& samples) {
  std::vector<Sample> ordered = samples;
  std::ranges::sort(ordered);
  Numbers ranks;
  for (const Sample& sample : samples) {
    ranks.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(ordered, sample) - ordered.begin()));
  }
  const Numbers whole{0, ranks.size()};
  for (std::size_t i = 0; i <= pass; ++i) sort.apply(i, ranks, {}, whole);
  std::vector<Sample> result;
  for (const std::uint64_t rank : ranks) result.push_back(ordered[rank]);
  return result;
}

std::optional<Violation> find_wrong_bucket_sizes(const BucketPlan& plan, const Observation& seen) {
  const Numbers starts = seen.table(tables::SublistStarts{}), buckets = seen.table(tables::BucketStarts{}),
                sizes = seen.table(tables::BucketSizes{});
  for (std::uint64_t k = 0; k < plan.samples; ++k) {
    const std::uint64_t end = k + 1 < plan.samples ? starts[(k + 1) * plan.sublists] : plan.n;
    if (buckets[k] != starts[k * plan.sublists] || buckets[k + 1] != end || buckets[k] + sizes[k] != end) {
      return Violation{fmt::format("bucket of {} keys from {} on, expected from {} to {}", sizes[k], buckets[k],
                                   starts[k * plan.sublists], end),
                       k, std::nullopt};
    }
    if (sizes[k] * plan.samples > 2 * plan.n) {
      return Violation{fmt::format("bucket of {} keys, and 2n/s is {}", sizes[k], plan.largest_bucket()), k,
                       std::nullopt};
    }
  }
  return std::nullopt;
}

/// Every key lies between its bucket's splitters.
std::optional<Violation> find_misplaced(const Context& context, const Observation& seen) {
  const Numbers buckets = seen.table(tables::BucketStarts{});
  const auto splitters = context.samples(seen, tables::Splitters{}, tables::SplitterPlaces{});
  for (std::uint64_t k = 0; k < context.plan.samples; ++k) {
    for (std::uint64_t i = buckets[k]; i < buckets[k + 1]; ++i) {
      const bool low = k > 0 && seen.after[i] < splitters[k - 1].code;
      if (low || seen.after[i] > splitters[k].code) {
        return Violation{fmt::format("{} lies outside bucket {}", context.key_text(seen.after[i]), k), i, std::nullopt};
      }
    }
  }
  return std::nullopt;
}

std::string steps_sentence(const SegmentedPlan& sort, std::size_t pass, std::string_view segment) {
  return fmt::format("every {} is what bitonic merge sort makes of it in {}", segment, sort.label(pass));
}

}  // namespace

Claim DeterministicClaims::local_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes() && sort.sorts_all();
  return {last ? fmt::format("every sublist of at most {} keys is sorted", plan_.longest_sublist())
               : steps_sentence(sort, pass, "sublist"),
          [context = Context{plan_, order_}, &sort, pass](const Observation& seen) {
            return find_unsorted(context, sort, pass, context.plan.sublist_starts(), seen);
          }};
}

Claim DeterministicClaims::local_sampling() const {
  return {fmt::format("the samples are {} equidistant keys of each of {} sublists", plan_.samples, plan_.sublists),
          [context = Context{plan_, order_}](const Observation& seen) {
            if (auto changed = find_change(context, seen)) return changed;
            return find_difference(context, "samples", context.samples(seen, tables::Samples{}, tables::SamplePlaces{}),
                                   local_samples(context.plan, seen.after));
          }};
}

Claim DeterministicClaims::sample_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes();
  return {last ? "the samples are sorted, equal ones by their places"
               : steps_sentence(sort, pass, "list of samples, equal ones by their places,"),
          [context = Context{plan_, order_}, &sort, pass](const Observation& seen) {
            if (auto changed = find_change(context, seen)) return changed;
            return find_difference(context, "samples", context.samples(seen, tables::Samples{}, tables::SamplePlaces{}),
                                   samples_after(sort, pass, local_samples(context.plan, seen.after)));
          }};
}

Claim DeterministicClaims::global_sampling() const {
  return {fmt::format("the splitters are {} equidistant keys of the sorted samples", plan_.samples),
          [context = Context{plan_, order_}](const Observation& seen) {
            if (auto changed = find_change(context, seen)) return changed;
            return find_difference(
                context, "splitters", context.samples(seen, tables::Splitters{}, tables::SplitterPlaces{}),
                global_samples(context.plan, context.samples(seen, tables::Samples{}, tables::SamplePlaces{})));
          }};
}

Claim DeterministicClaims::sample_indexing() const {
  return {"row i of the locations counts the keys of sublist i that do not follow each splitter",
          [context = Context{plan_, order_}](const Observation& seen) {
            if (auto changed = find_change(context, seen)) return changed;
            const Numbers expected =
                locate(context.plan, seen.after, context.samples(seen, tables::Splitters{}, tables::SplitterPlaces{}));
            if (auto wrong = find_difference("locations", seen.table(tables::Locations{}), expected)) return wrong;
            return find_difference("starts", seen.table(tables::SublistStarts{}),
                                   bucket_counts(context.plan, expected));
          }};
}

Claim DeterministicClaims::prefix_sum() const {
  return {
      fmt::format("row k of the starts says where bucket k begins for each sublist, and no bucket exceeds 2n/s = {} "
                  "keys",
                  plan_.largest_bucket()),
      [context = Context{plan_, order_}](const Observation& seen) {
        if (auto changed = find_change(context, seen)) return changed;
        Numbers expected = bucket_counts(context.plan, seen.table(tables::Locations{}));
        std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), std::uint64_t{0});
        if (auto wrong = find_difference("starts", seen.table(tables::SublistStarts{}), expected)) return wrong;
        return find_wrong_bucket_sizes(context.plan, seen);
      }};
}

Claim DeterministicClaims::relocation() const {
  return {"bucket k holds only keys that follow splitter k - 1 and do not follow splitter k, in their order",
          [context = Context{plan_, order_}](const Observation& seen) {
            const Numbers to =
                destinations(context.plan, seen.table(tables::Locations{}), seen.table(tables::SublistStarts{}));
            Numbers codes(seen.before.size());
            Numbers payload(seen.payload_before.size());
            for (std::size_t i = 0; i < to.size(); ++i) {
              codes.at(to[i]) = seen.before[i];
              if (!payload.empty()) payload.at(to[i]) = seen.payload_before[i];
            }
            if (auto wrong = find_difference(context, codes, payload, seen)) return wrong;
            return find_misplaced(context, seen);
          }};
}

Claim DeterministicClaims::bucket_sort(const SegmentedPlan& sort, std::size_t pass) const {
  const bool last = pass + 1 == sort.passes();
  return {
      last ? "every bucket is sorted, and so is the whole array" : steps_sentence(sort, pass, "bucket"),
      [context = Context{plan_, order_}, &sort, pass, last](const Observation& seen) {
        if (auto wrong = find_unsorted(context, sort, pass, seen.table(tables::BucketStarts{}), seen)) return wrong;
        const auto end = last ? std::ranges::is_sorted_until(seen.after) : seen.after.end();
        if (end == seen.after.end()) return std::optional<Violation>{};
        return std::optional<Violation>{Violation{"is smaller than the key before it",
                                                  static_cast<std::uint64_t>(end - seen.after.begin()), std::nullopt}};
      }};
}

Claim DeterministicClaims::merge(const RunMerge& merge, std::size_t pass) const {
  const bool last = pass + 1 == merge.passes(), buckets = merge.what() == RunMerge::Of::buckets;
  std::string sentence = fmt::format("every merged run is sorted, equal keys in their order: {}", merge.label(pass));
  if (last && buckets) sentence = "every bucket is one sorted run, and so is the whole array";
  if (last && !buckets) sentence = fmt::format("every sublist of at most {} keys is sorted", plan_.longest_sublist());
  return {sentence, [context = Context{plan_, order_}, &merge, pass, buckets](const Observation& seen) {
            const Numbers starts = merge.merged_starts(pass, buckets ? seen.table(tables::SublistStarts{}) : Numbers{});
            std::vector<std::uint64_t> places(seen.before.size());
            std::iota(places.begin(), places.end(), std::uint64_t{0});
            for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
              const std::span run = std::span(places).subspan(starts[i], starts[i + 1] - starts[i]);
              std::ranges::stable_sort(run, {}, [&](std::uint64_t place) { return seen.before[place]; });
            }
            Numbers codes;
            Numbers payload;
            for (const std::uint64_t place : places) {
              codes.push_back(seen.before[place]);
              if (!seen.payload_before.empty()) payload.push_back(seen.payload_before[place]);
            }
            return find_difference(context, codes, payload, seen);
          }};
}

}  // namespace texelsort::algorithms
