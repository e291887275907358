#include <chrono>
#include <memory>
#include <set>
#include <tuple>

#include "app/cli/check_report.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/host.h"
#include "app/cli/option_group.h"
#include "app/cli/progress.h"
#include "app/cli/started_as.h"
#include "app/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/check/verify.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/files.h"
#include "compute/data/records.h"

namespace texelsort::app {

namespace {

using algorithms::CheckCase;

struct CheckOptions {
  std::vector<std::string> patterns, types, payloads, distributions, sizes;
  std::uint64_t seed = 1;
  bool full = false, quick = false, json = false;
  std::string junit;  ///< a path; empty: not wanted
  AlgorithmOptions parameters;
  DeviceOptions device;
};

bool junit_is_printed(const CheckOptions& options) {
  return options.junit == "-";
}

/// Fields of records are checked on the host, word by word: no more than these at a time.
constexpr std::uint64_t most_field_words = std::uint64_t{1} << 24;

/// The matrix's combinations with these sizes in place of its own; a worked example has its own size or is left out.
std::vector<CheckCase> with_sizes(const std::vector<CheckCase>& cases, const std::vector<std::uint64_t>& sizes) {
  std::set<std::tuple<data::KeyType, std::string, data::Order, std::string, data::Comparison, bool,
                      std::map<std::string, std::string>>>
      seen;
  std::vector<CheckCase> result;
  std::size_t turn = 0;
  for (CheckCase each : cases) {
    const std::string payload = data::payload_text(each.payload, each.shape);
    const bool single = each.ranks.size() == 1;  // of a selection: one element to find, not several
    if (!seen.emplace(each.type, payload, each.order, each.distribution, each.comparison, single, each.parameters)
             .second) {
      continue;
    }
    const auto fixed_n = data::find_distribution(each.distribution).fixed_n;
    for (const std::uint64_t n : sizes) {
      if (fixed_n && *fixed_n != n) continue;
      if (n * each.shape.fields > most_field_words) continue;
      each.n = n;
      if (!each.ranks.empty()) {
        if (n == 0) continue;
        each.ranks = algorithms::checked_ranks(n, each.seed);
        if (single) each.ranks = {each.ranks[turn++ % each.ranks.size()]};
      }
      result.push_back(each);
    }
  }
  return result;
}

/// A payload and the number of a record's fields.
std::pair<data::PayloadKind, std::uint32_t> payload_option(const std::string& text) {
  const auto choice = data::parse_payload_choice(text);
  if (!choice) {
    throw UsageError(fmt::format("'{}' is no payload: none, index, index64, record:M with M fields of 32 bits", text));
  }
  return {choice->kind, choice->fields};
}

/// What the command line leaves of an algorithm's matrix.
class Selection {
 public:
  explicit Selection(const CheckOptions& options)
      : parameters_(options.parameters), seed_(options.seed), full_(options.full) {
    for (const std::string& type : options.types) types_.insert(key_type_option(type));
    for (const std::string& payload : options.payloads) payloads_.insert(payload_option(payload));
    for (const std::string& name : options.distributions) {
      distributions_.insert(std::string(data::find_distribution(name).name));
    }
    for (const std::string& size : options.sizes) sizes_.push_back(size_option(size, "-n"));
  }

  std::vector<CheckCase> cases(const algorithms::Algorithm& algorithm) const {
    // A covering array would lose pairs with its sizes: given sizes run with every combination of the other axes.
    const auto some = sizes_.empty() ? algorithms::Depth::quick : algorithms::Depth::product;
    auto cases = check_matrix(algorithm, full_ ? algorithms::Depth::full : some);
    if (!sizes_.empty()) cases = with_sizes(cases, sizes_);
    std::erase_if(cases, [this](const CheckCase& each) {
      return (!types_.empty() && !types_.contains(each.type)) ||
             (!payloads_.empty() && !payloads_.contains({each.payload, each.shape.fields})) ||
             (!distributions_.empty() && !distributions_.contains(each.distribution));
    });
    const auto overrides = parameters_.overrides(algorithm);
    for (CheckCase& each : cases) {
      each.seed = seed_;
      for (const auto& [name, value] : overrides) each.parameters[name] = value;  // run_check() takes what fits
    }
    return cases;
  }

 private:
  std::set<data::KeyType> types_;
  std::set<std::pair<data::PayloadKind, std::uint32_t>> payloads_;
  std::set<std::string> distributions_;
  std::vector<std::uint64_t> sizes_;
  const AlgorithmOptions& parameters_;
  std::uint64_t seed_;
  bool full_;
};

CheckRow check_row(CheckRow row, gpu::Device* device, const std::vector<CheckCase>& cases) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::size_t done = 0;
  for (const CheckCase& each : cases) {
    show_progress(fmt::format("{}  {} of {}", algorithms::text(each), ++done, cases.size()));
    const algorithms::CheckResult result = algorithms::run_check(device, each);
    if (result.outcome == algorithms::Outcome::passed) ++row.passed;
    if (result.outcome == algorithms::Outcome::skipped) {
      ++row.skipped;
      row.skip_reason = result.message;
    }
    if (result.outcome == algorithms::Outcome::failed) {
      row.failure = algorithms::text(each) + ": " + result.message;
      break;
    }
  }
  row.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return row;
}

std::vector<CheckRow> check_algorithm(const algorithms::Algorithm& algorithm, DeviceOptions& devices,
                                      const std::vector<CheckCase>& cases) {
  gpu::Device* device = devices.device_if_any(algorithm);
  const auto availability = algorithm.availability(info_of(device));
  const bool lacks_device = device == nullptr && algorithm.info().backend != algorithms::Backend::cpu;

  std::vector<CheckRow> rows;
  for (const data::KeyType type : data::all_key_types) {
    std::vector<CheckCase> of_type;
    std::copy_if(cases.begin(), cases.end(), std::back_inserter(of_type),
                 [type](const CheckCase& each) { return each.type == type; });
    if (of_type.empty()) continue;
    CheckRow row{.algorithm = &algorithm, .type = type, .skip_reason = {}, .failure = {}};
    if (!availability.available) {
      row.skipped = of_type.size();
      row.skip_reason = lacks_device ? devices.failure() : availability.reason;
      rows.push_back(row);
    } else {
      rows.push_back(check_row(row, device, of_type));
    }
  }
  return rows;
}

std::string reproducing_command(const CheckOptions& options) {
  std::string words = started_as() + " check";
  const auto add = [&words](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words += fmt::format(" {} {}", option, shell_quoted(value));
  };
  add("-a", options.patterns);
  add("-t", options.types);
  add("--payload", options.payloads);
  add("-d", options.distributions);
  add("-n", options.sizes);
  add("-p", options.parameters.assignments);
  if (options.full) words += " --full";
  return words + fmt::format(" --seed {}", options.seed) + options.device.command_line();
}

void report(const CheckReport& report, const CheckOptions& options) {
  if (report.rows.empty()) {
    throw UsageError("nothing to check: no case has these types, payloads, distributions and sizes");
  }
  if (!options.junit.empty()) data::write_file_atomically(options.junit, check_junit(report));
  if (options.json) {
    fmt::print("{}", check_json(report));
  } else if (!junit_is_printed(options)) {
    fmt::print("{} passed, {} skipped\n", report.passed(), report.skipped());
  }
  if (const CheckRow* failed = report.failed()) throw Error(ExitCode::check_failed, failed->failure);
  if (report.passed() == 0) {
    throw UnavailableError("nothing could be checked here: " + report.rows.front().skip_reason);
  }
}

/// A -p value that fits none of the cases is refused.
void require_used(const std::vector<const algorithms::Algorithm*>& chosen, const Selection& selection,
                  CheckOptions& options) {
  if (options.parameters.assignments.empty()) return;
  std::vector<IntendedRun> runs;
  for (const algorithms::Algorithm* algorithm : chosen) {
    const gpu::DeviceInfo* device = info_of(options.device.device_if_any(*algorithm));
    for (const CheckCase& each : selection.cases(*algorithm)) runs.push_back({algorithm, device, each.form()});
  }
  require_used_parameters(runs, options.parameters);
}

void check(CheckOptions& options) {
  if (options.json && junit_is_printed(options)) {
    throw UsageError("--json and --junit - would both write to standard output: name a file with --junit");
  }
  const Selection selection(options);
  const auto chosen = algorithms::match_algorithms(options.patterns);
  require_used(chosen, selection, options);
  require_used_devices(chosen);
  CheckReport result{.rows = {}, .full = options.full, .seed = options.seed, .command = {}, .date = {}};
  for (const algorithms::Algorithm* algorithm : chosen) {
    for (CheckRow& row : check_algorithm(*algorithm, options.device, selection.cases(*algorithm))) {
      show_progress("");
      if (!options.json && !junit_is_printed(options)) fmt::print("{}", check_text(row));
      std::fflush(stdout);
      result.rows.push_back(std::move(row));
    }
  }
  result.command = reproducing_command(options);
  result.date = utc_now();
  if (const gpu::Device* device = options.device.device_in_use()) result.device = device->info().renderer;
  report(result, options);
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto* command = app.add_subcommand("check", "Test every claim of every pass against data read back");
  auto options = std::make_shared<CheckOptions>();
  const OptionGroup group(*command);
  group.list("-a,--algorithm", "PATTERN", options->patterns, "ids or shell patterns (default: all)", algorithm_ids);
  group.list("-t,--type", "TYPE", options->types, "only these key types", listed(key_types));
  group.list("--payload", "WORD", options->payloads, "only what travels with keys so: none, index, index64, record:M",
             listed("none, index, index64, record:M"));
  group.list("-d,--distribution", "NAME", options->distributions, "only these distributions", distribution_names);
  group.list("-n,--count", "SIZE", options->sizes, "these sizes instead of the matrix's own");
  options->parameters.add_assignments(group, "a parameter's value for the algorithms that have it, repeated");
  auto* full = group.flag("--full", options->full, "every combination, large sizes included (takes long)");
  group
      .flag("--quick", options->quick,
            "every pair of values of two axes; with -n every combination of the others (default)")
      ->excludes(full);
  add_seed_option(group, options->seed);
  group.flag("--json", options->json, "as one JSON object");
  group.value("--junit", "FILE", options->junit,
              "also write JUnit XML for continuous integration here, failures or not; - for standard output, in place "
              "of the lines");
  options->device.add_options(*command);
  command->footer(
      "Exit code 1 and one line with pass, index and comparator when something is wrong.\n\n"
      "Examples:\n"
      "  texelsort check\n"
      "  texelsort check -a 'bitonic/*' -t u32,f32 -n 1000,2^16\n"
      "  texelsort check -a bitonic/compute --full --seed 7\n"
      "  texelsort check -a 'radix/*' --junit check.xml\n"
      "  texelsort check -a bitonic/single-quad -p mapping=tiled -p tile=16\n"
      "  texelsort check -a bitonic/grouped-quads --shader-dir shaders");
  command->callback([options] { check(*options); });
}

}  // namespace texelsort::app
