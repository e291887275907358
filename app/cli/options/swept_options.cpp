#include "app/cli/options/swept_options.h"

#include <fmt/format.h>

#include "app/cli/reports/sweep_report.h"
#include "app/problem/option_group.h"
#include "compute/data/error.h"

namespace texelsort::app {

void SweptOptions::add_result_options(CLI::App& app, const std::string& resume_help) {
  const OptionGroup group(app);
  group.value("--top", "NUMBER", top, fmt::format("number of configurations to list per problem (default: {})", top));
  group.value("-o,--output", "FILE.jsonl", output, "write every result to this file as soon as it is measured");
  group.flag("--resume", resume, "continue the file of -o: " + resume_help);
  device.add_options(app);
}

void SweptOptions::require_file_to_resume() const {
  if (resume && output.empty()) throw UsageError("--resume needs the file to continue: name it with -o");
}

void SweptOptions::require_used_devices(const SweepSpace& space) {
  std::vector<const algorithms::Algorithm*> algorithms;
  for (const algorithms::Configuration& one : space.competitors) algorithms.push_back(one.algorithm);
  app::require_used_devices(algorithms, space.execution);
}

std::optional<SweepResults> SweptOptions::results_before(const SweepHeader& header) const {
  if (!resume) return std::nullopt;
  SweepResults before = read_sweep(output);
  require_same(output, before.header, header);
  return before;
}

SweepWriter SweptOptions::writer(const SweepHeader& header, const std::optional<SweepResults>& before) const {
  if (output.empty()) return {};
  if (!before) return SweepWriter::create(output, header);
  SweepWriter writer = SweepWriter::resume(output, *before);
  if (header.command != before->header.command) writer.add(header);
  return writer;
}

}  // namespace texelsort::app
