#include "app/cli/reports/trace_text.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/mix.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t most_values = 32;

std::string value_text(const data::State& state, std::uint64_t i) {
  std::string text = data::text(state.keys, i);
  if (!state.payload.empty()) text += fmt::format(":{}", state.payload[i]);
  return text;
}

/// Returns the values with the indices `first` to `last` - 1 as text, block by block. "..." replaces values of these
/// blocks outside this range.
std::string range_text(const data::State& state, std::uint64_t first, std::uint64_t last,
                       std::optional<std::uint64_t> block) {
  const std::uint64_t n = data::size(state.keys);
  std::string text;
  for (std::uint64_t i = first; i < last; ++i) {
    if (!block) {
      text += (i > first ? " " : "") + value_text(state, i);
      continue;
    }
    const bool opens = i % *block == 0;
    if (opens && i > first) text += " ";
    text += opens ? "(" : i == first ? "(...," : ",";
    text += value_text(state, i);
    const bool closes = (i + 1) % *block == 0 || i + 1 == n;
    if (closes) text += ")";
    if (!closes && i + 1 == last) text += ",...)";
  }
  return text;
}

/// Tracks the size of the blocks that a network's passes have sorted so far. The last step of a stage sorts whole
/// blocks. An earlier step leaves half-blocks for the next step.
class Blocks {
 public:
  std::optional<std::uint64_t> after(const algorithms::PassRecord& record, bool last_of_stage) {
    if (record.header.stage_index != stage_) {
      stage_ = record.header.stage_index;
      stage_block_ = 0;
    }
    if (!record.step()) return std::nullopt;
    std::uint64_t period = 0;
    for (const network::Pattern& pattern : record.step()->patterns) period = std::max(period, pattern.period);
    stage_block_ = std::max(stage_block_, period);
    if (period == 0) return std::nullopt;
    return last_of_stage ? stage_block_ : std::max<std::uint64_t>(period / 2, 1);
  }

 private:
  std::optional<std::uint64_t> stage_;
  std::uint64_t stage_block_ = 0;
};

bool last_of_stage(const std::vector<algorithms::PassHeader>& passes, const algorithms::PassHeader& pass) {
  const std::uint64_t next = pass.index + 1;
  return next >= passes.size() || passes[next].stage_index != pass.stage_index;
}

/// Widths in characters of the columns that precede the states in a trace.
struct Widths {
  std::size_t pass = 1, stage = 0, label = 0, state = 0;

  Widths(const std::vector<algorithms::PassHeader>& passes, const data::State& input) {
    pass = fmt::formatted_size("{}", passes.size());
    for (const algorithms::PassHeader& header : passes) {
      stage = std::max(stage, header.stage.size());
      label = std::max(label, header.label.size());
    }
    const std::uint64_t n = data::size(input.keys);
    if (n == 0 || n > most_values) return;
    for (std::uint64_t i = 0; i < n; ++i) state += value_text(input, i).size();
    state += n - 1 + 2 * ((n + 1) / 2);
  }
  std::size_t before_state() const { return 5 + pass + 2 + stage + 2 + label + 4; }
};

}  // namespace

std::uint64_t state_hash(const data::State& state) {
  std::uint64_t hash = data::size(state.keys);
  const auto add = [&hash](std::uint64_t word) { hash = data::split_mix(hash ^ word); };
  std::visit(
      [&add]<class Key>(const std::vector<Key>& keys) {
        using Word = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
        for (const Key& key : keys) {
          Word word{};
          std::memcpy(&word, &key, sizeof(Word));
          add(word);
        }
      },
      state.keys);
  for (const std::uint64_t word : state.payload) add(word);
  for (const std::uint32_t word : state.fields) add(word);
  return hash;
}

std::string state_text(const data::State& state, std::optional<std::uint64_t> block) {
  const std::uint64_t n = data::size(state.keys);
  if (n <= most_values) return range_text(state, 0, n, block);
  const std::uint64_t shown = most_values / 2;
  return range_text(state, 0, shown, block) + " ... " + range_text(state, n - shown, n, block);
}

std::optional<algorithms::Failure> print_trace(algorithms::Run& run, const algorithms::Problem& problem, bool stable,
                                               const TraceForm& form) {
  algorithms::PassVerifier verifier(run, problem);
  const Widths widths(run.known_passes(), verifier.state());
  const auto shown = [&](std::optional<std::uint64_t> block) {
    return form.hashes ? fmt::format("{:016x}", state_hash(verifier.state())) : state_text(verifier.state(), block);
  };
  const std::string before_text = shown(std::nullopt);
  fmt::print("{:<{}}{}\n", "input", widths.before_state(), before_text.empty() ? "(no keys)" : before_text);

  std::optional<algorithms::Failure> first_failure;
  Blocks blocks;
  while (const auto seen = verifier.step()) {
    const algorithms::PassHeader& header = seen->pass.header;
    const auto block = blocks.after(seen->pass, last_of_stage(run.known_passes(), header));
    fmt::print("pass {:<{}}  {:<{}}  {:<{}}    {:<{}}  {}: {}\n", header.index + 1, widths.pass, header.stage,
               widths.stage, header.label, widths.label, shown(block), form.hashes ? 0 : widths.state,
               seen->violation ? "FAILS" : "ok",
               seen->violation ? seen->violation->message : seen->pass.claim.sentence);
    if (header.index < form.costs.size()) {
      fmt::print("{:>{}}  {}\n", "cost", 5 + widths.pass, form.costs[header.index]);
    }
    if (!first_failure) first_failure = seen->failure();
  }
  const auto wrong = algorithms::verify_result(run, problem, stable);
  fmt::print("{:<{}}{}\n", "result", widths.before_state(), algorithms::verdict_text(algorithms::Task::sort, wrong));
  return first_failure ? first_failure : wrong;
}

void require_verified(const std::optional<algorithms::Failure>& failure, const algorithms::Algorithm& algorithm) {
  if (failure) throw Error(ExitCode::check_failed, algorithm.info().id + ": " + algorithms::text(*failure));
}

}  // namespace texelsort::app
