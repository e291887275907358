#include "app/cli/commands/bench_blocks.h"

#include <cinttypes>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/cli/commands/child_process.h"
#include "app/cli/commands/interrupt.h"
#include "app/problem/messages.h"
#include "app/problem/shell.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"

namespace texelsort::app {

std::vector<std::string> words_of_block(BenchOptions& options) {
  const double seconds = options.budget.budget.seconds;
  const bool control = options.control;
  const std::uint64_t repetitions = options.repetitions;
  // A shorter block often has no calm moment on a busy machine.
  constexpr double usual_seconds = 2;
  const bool given = seconds != options.budget.usual_seconds;
  options.budget.budget.seconds = given ? seconds / static_cast<double>(repetitions) : usual_seconds;
  options.repetitions = 1;
  options.control = true;
  std::vector<std::string> words = shell_words(reproducing_command(options) + " --format json -q");
  options.budget.budget.seconds = seconds;
  options.repetitions = repetitions;
  options.control = control;
  words.erase(words.begin());
  return words;
}

namespace {

nlohmann::ordered_json rows_of(const ChildOutput& output, const std::string& program) {
  if (Interrupt::asked()) throw Error(ExitCode::check_failed, "cancelled: no results");
  const std::string name = program == this_program ? "a process of this program" : program;
  const std::string said = output.err.substr(0, output.err.find_last_not_of('\n') + 1);
  nlohmann::ordered_json json;
  try {
    json = data::parse_json<nlohmann::ordered_json>(output.out, name);
  } catch (const std::exception&) {
    // The program printed something else, which the next lines report.
  }
  if (!json.is_object() || json.value("schema", "") != "texelsort/bench/1") {
    if (output.exit_code != 0) {
      throw Error(output.exit_code == 3 ? ExitCode::unavailable : ExitCode::usage,
                  fmt::format("{} ended with exit code {}: {}", name, output.exit_code, one_line(said)));
    }
    throw UsageError(fmt::format("{} does not print the JSON of texelsort bench", name));
  }
  return json.at("results");
}

/// Number of the problem that a program measures, and of its next round.
using Turn = std::pair<std::uint64_t, std::uint64_t>;

/// Waits until the program waits for its next round, and returns it. Returns null if the program ends instead.
std::optional<Turn> next_turn(Child& program) {
  const auto line = program.line("round ");
  Turn turn;
  if (!line || std::sscanf(line->c_str(), "round %" SCNu64 " %" SCNu64, &turn.first, &turn.second) != 2) return {};
  return turn;
}

}  // namespace

nlohmann::ordered_json measure_block(const std::string& program, const std::vector<std::string>& words) {
  return rows_of(Child(program, words).end(), program);
}

PairOfRows measure_in_turns(const std::array<std::string, 2>& programs, std::vector<std::string> words,
                            std::size_t first) {
  words.emplace_back("--paced");
  std::array<std::optional<Child>, 2> children;
  std::array<std::optional<Turn>, 2> turns;
  for (const std::size_t i : {first, 1 - first}) {
    children[i].emplace(programs[i], words);
    turns[i] = next_turn(*children[i]);
  }
  while (turns[0] || turns[1]) {
    // The program that is behind goes on. Of two equal ones, each is the first in every other round.
    std::size_t next = turns[0] ? 0 : 1;
    if (turns[0] && turns[1]) next = turns[0] == turns[1] ? (turns[0]->second + 1 + first) % 2 : turns[1] < turns[0];
    children[next]->send("");
    turns[next] = next_turn(*children[next]);
  }
  return {rows_of(children[0]->end(), programs[0]), rows_of(children[1]->end(), programs[1])};
}

}  // namespace texelsort::app
