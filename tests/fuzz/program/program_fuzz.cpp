// Compares random sorts, selections and merges with a simple reference (oracle.h), for any time. See docs/testing.md.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "tests/fuzz/program/command_words.h"
#include "tests/fuzz/program/supervisor.h"

namespace texelsort::fuzz {
namespace {

/// Runs mistyped command lines one after another, each in a process. Returns the number of command lines that failed.
std::uint64_t run_command_lines(const Plan& plan, const std::string& program) {
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::uint64_t wrong = 0, index = plan.first;
  for (; index - plan.first < plan.cases && seconds() < plan.seconds; ++index) {
    const auto words = make_words(plan.seed, index);
    const Verdict verdict = run_words(program, words, plan.case_seconds);
    if (verdict.kind != Verdict::Kind::wrong) continue;
    ++wrong;
    fmt::print("WRONG case {}: {}\n  {}\n", index, verdict.message, command_line(words));
    std::fflush(stdout);
  }
  fmt::print("seed {}: {} command lines in {:.0f} s, {} wrong\n", plan.seed, index - plan.first, seconds(), wrong);
  return wrong;
}

}  // namespace
}  // namespace texelsort::fuzz

int main(int argc, char** argv) {
  texelsort::fuzz::Plan plan;
  plan.seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  CLI::App app("Random problems, algorithms and parameters against a plain oracle.", "program_fuzz");
  app.add_option("--seed", plan.seed, "of the cases (default: the time)");
  app.add_option("--seconds", plan.seconds, "to go on for (default 60)")->check(CLI::PositiveNumber);
  app.add_option("--case", plan.first, "the first case (default 0)");
  app.add_option("--cases", plan.cases, "how many at most");
  app.add_option("--case-seconds", plan.case_seconds, "after which a case hangs (default 120)")
      ->check(CLI::PositiveNumber);
  std::string program;
  app.add_option("--commands", program, "run this program with mistyped command lines instead")
      ->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  try {
    const bool commands = !program.empty();
    return (commands ? texelsort::fuzz::run_command_lines(plan, program) : texelsort::fuzz::run_plan(plan)) == 0 ? 0
                                                                                                                 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "program_fuzz: %s\n", error.what());
    return 4;
  }
}
