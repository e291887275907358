#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/algorithms/distributed/ranks.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::distributed {
namespace {

struct Named {
  std::string_view name;
  CollectiveStep::Kind step;
};
constexpr Named steps[] = {{"sort", CollectiveStep::Kind::sort},
                           {"select", CollectiveStep::Kind::select},
                           {"exchange", CollectiveStep::Kind::exchange},
                           {"merge", CollectiveStep::Kind::merge},
                           {"move", CollectiveStep::Kind::move}};

std::optional<Fault> read_fault(std::string_view text) {
  Fault fault;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), fault.rank);
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || !rest.starts_with(':')) return std::nullopt;
  rest.remove_prefix(1);
  constexpr std::string_view silent = ":silent";
  fault.silent = rest.ends_with(silent);
  if (fault.silent) rest.remove_suffix(silent.size());
  for (const Named& one : steps) {
    if (one.name != rest) continue;
    fault.step = one.step;
    return fault;
  }
  return std::nullopt;
}

std::optional<Fault> fault_from_outside() {
  const char* text = std::getenv("TEXELSORT_RANK_FAULT");
  if (text == nullptr || *text == '\0') return std::nullopt;
  const auto fault = read_fault(text);
  if (fault) return fault;
  throw UsageError(
      fmt::format("TEXELSORT_RANK_FAULT is '{}', expected a rank and a step (sort, select, exchange, merge or move), "
                  "such as 1:exchange or 1:exchange:silent",
                  text));
}

}  // namespace

std::optional<Fault>& injected_fault() {
  static std::optional<Fault> fault = fault_from_outside();
  return fault;
}

void require_rank_of_fault(std::uint64_t ranks) {
  const auto& fault = injected_fault();
  if (!fault || fault->rank < ranks) return;
  throw UsageError(fmt::format("TEXELSORT_RANK_FAULT names rank {}, but there {}, counted from 0", fault->rank,
                               ranks == 1 ? "is 1 rank" : fmt::format("are {} ranks", ranks)));
}

bool is_made_to_fail(std::uint64_t rank, CollectiveStep::Kind step) {
  const auto& fault = injected_fault();
  return fault && fault->rank == rank && fault->step == step;
}

}  // namespace texelsort::algorithms::distributed
