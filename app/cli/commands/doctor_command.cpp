#include <CLI/CLI.hpp>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/doctor/diagnosis.h"
#include "app/cli/help/help_text.h"
#include "app/problem/host.h"
#include "app/problem/json_document.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

std::string text(const Diagnosis& diagnosis) {
  constexpr std::size_t indent = 11;
  const std::size_t width = terminal_width();
  std::string lines, area;
  for (const Finding& finding : diagnosis.findings) {
    if (finding.area != area) lines += fmt::format("{}{}\n", area.empty() ? "" : "\n", finding.area);
    area = finding.area;
    const std::string what = wrapped(finding.what, indent, width);
    lines += fmt::format("  {:<9}{}", name(finding.state), what.substr(indent));
    if (!finding.advice.empty()) lines += wrapped("-> " + finding.advice, indent, width);
  }
  return lines + "\n" + wrapped(diagnosis.verdict, 0, width);
}

ordered_json json(const Diagnosis& diagnosis) {
  auto findings = ordered_json::array();
  for (const Finding& finding : diagnosis.findings) {
    findings.push_back(
        {{"area", finding.area}, {"state", name(finding.state)}, {"what", finding.what}, {"advice", finding.advice}});
  }
  return {{"headless", diagnosis.headless},
          {"window", diagnosis.window},
          {"verdict", diagnosis.verdict},
          {"findings", findings}};
}

void doctor(bool as_json) {
  const Diagnosis diagnosis = diagnose(inspect_machine());
  fmt::print("{}", as_json ? data::json_text(json(diagnosis), 2) + "\n" : data::outgoing_text(text(diagnosis)));
  if (!diagnosis.headless) throw UnavailableError(diagnosis.verdict);
}

}  // namespace

void add_doctor_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "doctor", "Report which display, OpenGL, drivers, CUDA and fonts are here, and how to install what is missing");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "print one JSON object: headless, window, verdict, findings");
  command->footer(
      "The exit code is 0 if OpenGL runs without a display and sorts 1,000 keys correctly, otherwise 3. Optional "
      "components do not change it. texelsort list devices prints more about each device.\n\n"
      "Examples:\n"
      "  texelsort doctor\n"
      "  texelsort doctor --json");
  command->callback([as_json] { doctor(*as_json); });
}

}  // namespace texelsort::app
