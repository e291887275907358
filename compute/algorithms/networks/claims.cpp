#include "compute/algorithms/networks/claims.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compute/data/keys/keys.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

using Codes = std::vector<std::uint64_t>;
using network::Comparator;

std::optional<std::uint64_t> first_difference(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  if (at == a.end()) return std::nullopt;
  return static_cast<std::uint64_t>(at - a.begin());
}

/// Returns the claim of a pass without comparators, which changes only the memory layout.
Claim unchanged_claim() {
  return {"every place holds the same key as before", [](const Observation& seen) -> std::optional<Violation> {
            auto i = first_difference(seen.before, seen.after);
            if (!i) i = first_difference(seen.payload_before, seen.payload_after);
            if (i) return Violation{"changed in a pass without comparators", i, std::nullopt};
            return std::nullopt;
          }};
}

/// Postcondition of a pass with comparators, and the functions that test it.
struct Promise {
  std::string sentence;
  /// executes the reference implementation of the pass on keys and payload
  std::function<void(Codes& codes, Codes& payload)> apply;
  std::function<std::optional<std::uint64_t>(std::span<const std::uint64_t> codes)> first_violation;
  std::function<std::optional<Comparator>(std::uint64_t i, std::uint64_t n)> comparator_at;
  /// Number of places of the network, for networks with more places than keys. The additional places hold the largest
  /// encoded key.
  std::uint64_t places = 0;
};

constexpr std::uint64_t guard_code = std::numeric_limits<std::uint64_t>::max();

Claim claim_of(const Promise& promise, data::KeyType type, data::Order order) {
  return {promise.sentence, [promise, type, order](const Observation& seen) -> std::optional<Violation> {
            const std::uint64_t n = seen.before.size(), places = std::max(promise.places, n);
            Codes codes(seen.before.begin(), seen.before.end()), after(seen.after.begin(), seen.after.end());
            Codes payload(seen.payload_before.begin(), seen.payload_before.end());
            codes.resize(places, guard_code);
            after.resize(places, guard_code);
            promise.apply(codes, payload);
            const auto violation = [&](std::string message, std::uint64_t i) {
              return Violation{std::move(message), i, promise.comparator_at(i, places)};
            };
            if (const auto i = first_difference(codes, after); i && *i < n) {
              const bool guard = places > n && codes[*i] == guard_code;
              return violation(fmt::format("holds {}, expected {}", data::code_text(after[*i], type, order),
                                           guard ? "a guard" : data::code_text(codes[*i], type, order)),
                               *i);
            }
            if (const auto i = first_difference(payload, seen.payload_after)) {
              return violation(fmt::format("holds payload {}, expected {}", seen.payload_after[*i], payload[*i]), *i);
            }
            if (const auto i = promise.first_violation(after)) {
              return violation(fmt::format("'{}' does not hold", promise.sentence), *i);
            }
            return std::nullopt;
          }};
}

std::optional<Comparator> comparator_of(const BlendStep& step, BlendLists lists, std::uint64_t i) {
  if (!step.within) {
    std::optional<Comparator> found;
    for_each_across(step, lists, [&](std::uint64_t low, std::uint64_t high) {
      if (i == low || i == high) found = {low, high};
    });
    return found;
  }
  const std::uint64_t list = i / lists.length, start = list * lists.length, last = start + lists.length - 1;
  const bool flipped = step.flipped[list];
  const auto found = network::comparator_at(*step.within, flipped ? last - i : i - start, lists.length);
  if (!found) return std::nullopt;
  if (flipped) return Comparator{last - found->high, last - found->low};
  return Comparator{start + found->low, start + found->high};
}

std::string sentence_of(const BlendStep& step) {
  if (step.within) {
    const bool flips = std::ranges::find(step.flipped, true) != step.flipped.end();
    std::string from_end;
    const std::string& within = step.within->claim.sentence;
    const bool of_places = within.find("places") != std::string::npos;
    if (flips && (of_places || within.find("half") != std::string::npos)) {
      for (unsigned list = 0; list < BlendLists::count; ++list) {
        if (step.flipped[list]) from_end += fmt::format("{}list {}", from_end.empty() ? "" : " and ", list + 1);
      }
      from_end = fmt::format(" ({} are counted from the end in {})", of_places ? "places" : "blocks", from_end);
    }
    return fmt::format("in each of the four lists, {}{}", within, from_end);
  }
  std::string sentence;
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    if (step.partner[list] <= list) continue;
    sentence += fmt::format("{}no key of list {} exceeds a key of list {}", sentence.empty() ? "" : ", and ", list + 1,
                            step.partner[list] + 1);
  }
  return sentence;
}

/// Returns the first place at which the pass's postcondition does not hold. Returns null if the postcondition holds.
/// `codes` covers all places.
std::optional<std::uint64_t> first_violation(const BlendStep& step, BlendLists lists,
                                             std::span<const std::uint64_t> codes) {
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    const std::uint64_t start = list * lists.length;
    std::vector<std::uint64_t> own(codes.begin() + static_cast<std::ptrdiff_t>(start),
                                   codes.begin() + static_cast<std::ptrdiff_t>(start + lists.length));
    if (step.within) {
      if (step.flipped[list]) flip(own);
      if (const auto at = step.within->claim.first_violation(own)) {
        return start + (step.flipped[list] ? lists.length - 1 - *at : *at);
      }
    } else if (step.partner[list] > list) {
      const std::uint64_t greatest = *std::ranges::max_element(own), above = step.partner[list] * lists.length;
      for (std::uint64_t i = above; i < above + lists.length; ++i) {
        if (codes[i] < greatest) return i;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order) {
  if (pass.steps.empty()) return unchanged_claim();
  const std::shared_ptr<const network::Step>& last = pass.steps.back();
  return claim_of(
      {.sentence = last->claim.sentence,
       .apply =
           [steps = pass.steps](Codes& codes, Codes& payload) {
             for (const auto& step : steps) network::apply(*step, codes, payload);
           },
       .first_violation = last->claim.first_violation,
       .comparator_at = [last](std::uint64_t i, std::uint64_t n) { return network::comparator_at(*last, i, n); }},
      type, order);
}

Claim blend_claim(std::shared_ptr<const BlendStep> step, BlendLists lists, data::KeyType type, data::Order order) {
  return claim_of(
      {.sentence = sentence_of(*step),
       .apply = [step, lists](Codes& codes, Codes&) { apply(*step, lists, codes); },
       .first_violation =
           [step, lists](std::span<const std::uint64_t> codes) { return first_violation(*step, lists, codes); },
       .comparator_at = [step, lists](std::uint64_t i, std::uint64_t) { return comparator_of(*step, lists, i); },
       .places = lists.places()},
      type, order);
}

}  // namespace texelsort::algorithms
