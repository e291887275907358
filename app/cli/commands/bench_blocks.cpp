#include "app/cli/commands/bench_blocks.h"

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
  options.budget.budget.seconds = seconds / static_cast<double>(repetitions);
  options.repetitions = 1;
  options.control = true;
  std::vector<std::string> words = shell_words(reproducing_command(options) + " --format json -q");
  options.budget.budget.seconds = seconds;
  options.repetitions = repetitions;
  options.control = control;
  words.erase(words.begin());
  return words;
}

nlohmann::ordered_json measure_block(const std::string& program, const std::vector<std::string>& words) {
  const ChildOutput output = run_child(program, words);
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

}  // namespace texelsort::app
