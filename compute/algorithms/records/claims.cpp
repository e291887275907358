#include "compute/algorithms/records/claims.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/records/reference.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::vector<std::uint64_t>;
using Order = std::span<const std::uint64_t>;
using Words = std::vector<std::uint32_t>;

data::RecordMemory memory_of(const Problem& problem) {
  return data::record_memory(problem.n(), problem.type(), problem.shape);
}

/// Returns an index in the order of the records that is out of range. Reference implementations could not follow such
/// an order. Returns null if there is none.
Found find_no_place(const Observation& seen) {
  const std::uint64_t n = seen.after.size();
  const auto wrong = std::ranges::find_if(seen.payload_after, [n](std::uint64_t place) { return place >= n; });
  if (wrong == seen.payload_after.end() && seen.payload_after.size() == n) return std::nullopt;
  return Violation{"does not hold the index of a record",
                   static_cast<std::uint64_t>(wrong - seen.payload_after.begin()), std::nullopt};
}

/// Returns a word of the records that differs from its reference. With `rows`, the words are stored as rows although
/// the layout of the problem has columns.
Found find_wrong_word(const Problem& problem, const Observation& seen, const Words& expected, bool rows) {
  const Numbers found = seen.table(tables::Fields{});
  const auto [at, wanted] = std::ranges::mismatch(found, expected);
  if (at == found.end() && wanted == expected.end()) return std::nullopt;
  const auto word = static_cast<std::uint64_t>(at - found.begin());
  const data::RecordMemory memory = memory_of(problem);
  const std::uint64_t row = rows ? std::uint64_t{memory.columns} * memory.row_words : memory.row_words;
  const std::uint64_t record = word / row % memory.n;
  if (at == found.end()) return Violation{"there are too few records", record, std::nullopt};
  return Violation{fmt::format("word {} of the records is {}, expected {}", word, *at, *wanted), record, std::nullopt};
}

Claim fields_claim(std::string sentence, SharedProblem problem, bool rows,
                   std::function<Words(const Problem&, const Words&, Order)> expected) {
  return {std::move(sentence), [problem, rows, expected = std::move(expected)](const Observation& seen) -> Found {
            if (auto wrong = find_no_place(seen)) return wrong;
            const Words input = data::record_words(problem->keys, problem->fields, problem->shape);
            return find_wrong_word(*problem, seen, expected(*problem, input, seen.payload_after), rows);
          }};
}

Claim table_claim(std::string sentence, const TableKind& table, std::uint32_t rounds,
                  std::function<Numbers(const CycleReference&)> expected) {
  return {std::move(sentence), [table, rounds, expected = std::move(expected)](const Observation& seen) -> Found {
            if (auto wrong = find_no_place(seen)) return wrong;
            return find_difference(name(table), seen.table(table),
                                   expected(CycleReference(seen.payload_after, rounds)));
          }};
}

}  // namespace

Claim extracted_claim() {
  return {"pair i holds the key of record i, and i", [](const Observation& seen) -> Found {
            if (auto wrong = find_difference("key", seen.after, seen.before)) return wrong;
            Numbers indices(seen.after.size());
            std::iota(indices.begin(), indices.end(), std::uint64_t{0});
            return find_difference("index", seen.payload_after, indices);
          }};
}

Claim rearranged_claim(SharedProblem problem) {
  return fields_claim(
      "record i is at the place of key i", std::move(problem), false,
      [](const Problem& of, const Words& input, Order order) { return data::permuted(input, memory_of(of), order); });
}

Claim ordered_shares_claim(SharedProblem problem, const std::vector<std::uint64_t>& shares) {
  return fields_claim("every share holds its records in the order of their keys", std::move(problem), false,
                      [shares](const Problem& of, const Words& input, Order order) {
                        Numbers next = shares, own(order.size());
                        for (const std::uint64_t record : order) {
                          const auto share = std::ranges::upper_bound(shares, record) - shares.begin() - 1;
                          own[next[static_cast<std::size_t>(share)]++] = record;
                        }
                        return data::permuted(input, memory_of(of), own);
                      });
}

Claim rows_claim(SharedProblem problem) {
  return fields_claim(
      "row i holds the fields of record i next to each other", std::move(problem), true,
      [](const Problem& of, const Words& input, Order) { return data::columns_to_rows(input, memory_of(of)); });
}

Claim gathered_rows_claim(SharedProblem problem) {
  return fields_claim("row i holds the fields that belong to key i", std::move(problem), true,
                      [](const Problem& of, const Words& input, Order order) {
                        const data::RecordMemory memory = memory_of(of);
                        return data::columns_to_rows(data::permuted(input, memory, order), memory);
                      });
}

Claim walk_claim(std::uint32_t rounds) {
  const auto places = std::uint64_t{1} << rounds;
  std::string sentence = rounds == 0 ? "every place stores its own index and the place that its record comes from"
                                     : fmt::format(
                                           "every place stores the smallest of the next {} places along its cycle, "
                                           "starting with itself, and the distance to it",
                                           places);
  return table_claim(std::move(sentence), tables::Cycles{}, rounds, [](const CycleReference& reference) {
    Numbers words;
    for (const Walk& walk : reference.walks()) words.insert(words.end(), {walk.next, walk.least, walk.steps});
    return words;
  });
}

Claim lengths_claim(std::uint32_t rounds) {
  return table_claim("the smallest place of every cycle stores the length of the cycle; all others store 0",
                     tables::CycleLengths{}, rounds,
                     [](const CycleReference& reference) { return reference.lengths(); });
}

Claim starts_claim(std::uint32_t rounds) {
  return table_claim("the smallest place of every cycle stores the number of places in the cycles before it",
                     tables::CycleStarts{}, rounds, [](const CycleReference& reference) { return reference.starts(); });
}

Claim members_claim(std::uint32_t rounds) {
  return table_claim("the places of every cycle are adjacent, ordered by their distance to its smallest",
                     tables::CycleMembers{}, rounds,
                     [](const CycleReference& reference) { return reference.members(); });
}

Claim first_reflection_claim(SharedProblem problem, std::uint32_t rounds) {
  return fields_claim("in every cycle, records at distances d and -d have changed places", std::move(problem), false,
                      [rounds](const Problem& of, const Words& input, Order order) {
                        return data::permuted(input, memory_of(of), CycleReference(order, rounds).reflection(0));
                      });
}

}  // namespace texelsort::algorithms
