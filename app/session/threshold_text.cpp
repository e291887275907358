#include "app/session/threshold_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/problem/short_number.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

bool passes(const Session& session, const data::Keys& keys, std::uint64_t i) {
  const auto* count = counted(session.player());
  return count == nullptr || code_of(keys, i, session.problem().order) >= count->threshold;
}

std::string key_text(const Session& session, std::uint64_t code, std::size_t letters) {
  return short_number(data::text(key_of(code, session.problem().type(), session.problem().order), 0), letters);
}

std::string threshold_name(const Session& session, std::uint64_t threshold) {
  const std::string bits = algorithms::threshold_text(threshold, searched_codes(session.player()));
  const std::string key = data::text(key_of(threshold, session.problem().type(), session.problem().order), 0);
  return bits == key ? bits : fmt::format("{} ({})", bits, short_number(key, 9));
}

const char* passing_text(const Session& session, bool passes) {
  if (session.problem().order == data::Order::descending) return passes ? "at most" : "above";
  return passes ? "at least" : "below";
}

std::vector<Possible> possible_codes(const Session& session) {
  const algorithms::Selection* selection = session.player().run().selection();
  if (selection == nullptr) return {};
  if (session.algorithm().has(algorithms::tables::Thresholds{})) return bit_table(session.player()).possible;
  std::vector<Possible> possible;
  for (const algorithms::Candidate& candidate : selection->candidates) {
    possible.push_back({session.problem().n() - candidate.rank, candidate.low, candidate.high});
  }
  std::ranges::sort(possible, {}, &Possible::k);
  return possible;
}

}  // namespace texelsort::app
