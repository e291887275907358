#include "compute/spirv/conditions.h"

#include <utility>

#include <fmt/format.h>

namespace texelsort::spirv {

std::string name(Fault fault) {
  switch (fault) {
    case Fault::race:
      return "race";
    case Fault::divergence:
      return "divergent barrier";
    case Fault::unwritten:
      return "unwritten memory";
    case Fault::outside:
      return "outside";
    case Fault::endless:
      return "endless loop";
    case Fault::progress:
      return "needs forward progress";
  }
  return "";
}

Check check_of(Fault fault) {
  switch (fault) {
    case Fault::outside:
      return Check::bounds;
    case Fault::endless:
    case Fault::progress:
      return Check::progress;
    default:
      return Check::races;
  }
}

std::string_view name(Check check) {
  constexpr std::string_view names[] = {"races", "bounds", "progress", "subgroups"};
  return names[static_cast<std::size_t>(check)];
}

std::optional<Check> parse_check(std::string_view word) {
  using enum Check;
  for (const Check check : {races, bounds, progress, subgroups}) {
    if (name(check) == word) return check;
  }
  return std::nullopt;
}

std::string name(const Schedule& schedule) {
  switch (schedule.kind) {
    case Schedule::Kind::ascending:
      return "invocations in ascending order";
    case Schedule::Kind::descending:
      return "invocations in descending order";
    case Schedule::Kind::random:
      return fmt::format("invocations in random order with seed {}", schedule.seed);
    case Schedule::Kind::lock_step:
      return "invocations in lock step";
    case Schedule::Kind::starving:
      return "starving workgroup 0";
  }
  return "";
}

namespace {

std::string all_of(const std::vector<Finding>& findings) {
  constexpr std::size_t most_listed = 8;
  std::string text;
  for (std::size_t n = 0; n < findings.size() && n < most_listed; ++n) text += (n == 0 ? "" : "; ") + findings[n].text;
  if (findings.size() > most_listed) text += fmt::format("; and {} more", findings.size() - most_listed);
  return text;
}

}  // namespace

ShaderViolation::ShaderViolation(std::vector<Finding> all) : InternalError(all_of(all)), findings(std::move(all)) {}

}  // namespace texelsort::spirv
