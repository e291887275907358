#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <set>

#include <fmt/ranges.h>

#include "app/cli/checks/case_report.h"
#include "app/cli/checks/check_plan.h"
#include "app/cli/checks/expectations.h"
#include "app/cli/checks/requirements.h"
#include "app/cli/checks/saved_failures.h"
#include "app/cli/checks/worker.h"
#include "app/cli/checks/worker_pool.h"
#include "app/cli/commands/check_selection.h"
#include "app/cli/commands/command_line.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/interrupt.h"
#include "app/cli/options/device_options.h"
#include "app/cli/reports/check_report.h"
#include "app/problem/host.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/problem/shared_file.h"
#include "app/problem/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

using algorithms::CheckCase;

constexpr unsigned most_jobs = 256;
constexpr int most_checks = 4;  ///< number of checks that --sanitize accepts

struct CheckOptions {
  std::vector<std::string> patterns;
  CheckSelectionOptions selection;
  DeviceOptions device;
  std::vector<std::string> required;
  std::optional<std::uint64_t> max_skipped;
  std::string shard, expect, save_failures;
  std::optional<unsigned> jobs, retries;
  std::optional<double> timeout;
  std::optional<algorithms::Sanitizing> sanitizing;
  bool json = false, tap = false, github = false, coverage = false;
  std::string junit;    ///< path of the JUnit file; empty if --junit is not used
  bool worker = false;  ///< true if this process is a worker of another check

  bool prints_lines() const { return !json && !tap && junit != "-"; }
};

/// Returns the checks of --sanitize as a list for the command line.
std::string checks_text(const algorithms::Sanitizing& sanitizing) {
  std::vector<std::string_view> words;
  for (const spirv::Check check : sanitizing.checks) words.push_back(name(check));
  return fmt::format("{}", fmt::join(words, ","));
}

/// Reads the checks of --sanitize. Without words, selects all checks.
algorithms::Sanitizing read_sanitizing(const std::vector<std::string>& words) {
  algorithms::Sanitizing sanitizing{{}, algorithms::all_schedules()};
  for (const std::string& word : words) {
    if (word.empty() || word == "all") continue;
    const std::optional<spirv::Check> check = spirv::parse_check(word);
    if (!check) throw UsageError(fmt::format("--sanitize {}: choose from {}", word, spirv::check_names));
    sanitizing.checks.push_back(*check);
  }
  using enum spirv::Check;
  if (sanitizing.checks.empty()) sanitizing.checks = {races, bounds, progress, subgroups};
  return sanitizing;
}

/// Returns the command line that repeats the check, without "texelsort".
std::string check_words(const CheckOptions& options) {
  std::string words = "check";
  for (const std::string& pattern : options.patterns) words += " -a " + shell_quoted(pattern);
  words += options.selection.command_line() + options.device.command_line();
  if (options.sanitizing) words += " --sanitize=" + checks_text(*options.sanitizing);
  return words;
}

std::string reproducing_command(const CheckOptions& options) {
  std::string words = started_as() + " " + check_words(options);
  if (!options.shard.empty()) words += " --shard " + options.shard;
  return words;
}

bool uses_gpu(const algorithms::Algorithm& algorithm) {
  return algorithm.info().backend != algorithms::Backend::cpu;
}

/// Throws UsageError for a -p value that affects no case of the check.
void require_used(const CheckPlan& plan, CheckOptions& options) {
  if (options.selection.parameters.assignments.empty()) return;
  std::vector<IntendedRun> runs;
  for (const CheckGroup& group : plan.groups({})) {
    const algorithms::Algorithm* algorithm = plan.algorithms()[group.algorithm];
    const gpu::DeviceInfo* device = info_of(options.device.device_if_any(*algorithm));
    for (const CheckCase& each : group.cases) runs.push_back({algorithm, device, each.form()});
  }
  require_used_parameters(runs, options.selection.parameters);
}

/// Returns the description of this machine that a worker sends before its first case. Throws UsageError for a parameter
/// that no case uses.
WorkerStart start_here(const CheckPlan& plan, CheckOptions& options) {
  require_used(plan, options);
  if (std::ranges::any_of(plan.algorithms(), [](const auto* one) { return uses_gpu(*one); })) {
    options.device.device_if_any();
  }
  WorkerStart start{.renderer = {}, .missing = missing_features(required_features(options.required), options.device)};
  if (const gpu::Device* device = options.device.device_in_use()) start.renderer = device->info().renderer;
  return start;
}

void refuse_wrong_options(const CheckOptions& options) {
  const int documents = int{options.json} + int{options.tap} + int{options.junit == "-"};
  if (documents > 1) {
    throw UsageError("only one of --json, --tap and --junit - can write to standard output: name a file with --junit");
  }
  if (options.github && !options.prints_lines()) {
    throw UsageError("--github cannot be used with --json, --tap or --junit -; write the report with --junit FILE");
  }
  if (std::ranges::find(options.patterns, "") != options.patterns.end()) {
    throw UsageError("-a '': expected an id or a shell pattern, found an empty word");
  }
  if (options.coverage && (options.tap || options.junit == "-")) {
    throw UsageError("--coverage cannot be used with --tap or --junit -; use it with --json or the usual lines");
  }
  if (options.jobs && (*options.jobs == 0 || *options.jobs > most_jobs)) {
    throw UsageError(fmt::format("--jobs {}: expected 1 to {} processes", *options.jobs, most_jobs));
  }
  if (options.timeout && !(*options.timeout >= 0)) {
    throw UsageError(fmt::format("--timeout {}: expected a number of seconds from 0 up", *options.timeout));
  }
  if (WorkerPool::is_possible() && !mpi::several()) return;
  if (options.jobs || options.timeout || options.retries) {
    throw UsageError(
        "--jobs, --timeout and --retry start processes, which mpirun and browsers do not allow: leave "
        "them out");
  }
}

/// Executes a check, from its plan to its report.
class Check {
 public:
  explicit Check(CheckOptions& options)
      : options_(options),
        selection_(options.selection, options.device.execution()),
        plan_(chosen(options), selection_),
        shard_(options.shard.empty() ? Shard{} : read_shard(options.shard)) {}

  void serve() {
    options_.device.leave_telling_to_others();
    // Ignore Ctrl-C in a worker. Ctrl-C ends the parent process, which then ends the worker.
    std::signal(SIGINT, SIG_IGN);
    serve_as_worker(plan_, options_.device, options_.sanitizing, options_.coverage,
                    [this] { return start_here(plan_, options_); });
  }

  void run() {
    prepare();
    const Interrupt interrupt;
    try {
      execute([] { return Interrupt::asked() != 0; });
    } catch (const InternalError& error) {
      report_.trouble = error.what();
    }
    show_progress("");
    report_.signal = Interrupt::asked();
    finish();
  }

 private:
  /// Returns the algorithms to check. Only compute shaders can be sanitized.
  static std::vector<const algorithms::Algorithm*> chosen(const CheckOptions& options) {
    auto all = algorithms::match_algorithms(options.patterns);
    if (!options.sanitizing) return all;
    std::erase_if(all, [](const auto* one) { return one->info().backend != algorithms::Backend::compute; });
    if (all.empty()) {
      throw UsageError(
          fmt::format("--sanitize: none of '{}' runs compute shaders; choose from '*@compute', '*/compute'",
                      fmt::join(options.patterns, ", ")));
    }
    return all;
  }

  void prepare() {
    require_used_devices(plan_.algorithms(), options_.device.execution());
    required_features(options_.required);
    if (!options_.expect.empty()) expectations_ = Expectations::read(options_.expect);
    if (!options_.junit.empty()) require_writable_shared_file(options_.junit);
    options_.device.tell_replaced_shaders();
    report_.replaced_shaders = options_.device.replaced_shaders();
    if (!options_.save_failures.empty()) {
      saved_.emplace(options_.save_failures, options_.device.shader_directory(), report_.replaced_shaders);
    }
    groups_ = plan_.groups(shard_);
    if (groups_.empty()) {
      if (plan_.groups({}).empty()) selection_.refuse_nothing(plan_.algorithms());
      say_note(fmt::format("--shard {}: this part has no cases: use fewer parts", options_.shard));
    }
    if (records_coverage()) report_.coverage.emplace();
    for (const CheckGroup& group : groups_) {
      CheckRow& row = report_.rows.emplace_back();
      row.algorithm = plan_.algorithms()[group.algorithm];
      row.type = group.type;
      row.planned = group.chosen.size();
      // Reject paths that session files cannot store, before any case runs.
      if (saved_) saved_->text_of(group.cases.front(), {});
    }
    report_.full = options_.selection.full;
    report_.seed = options_.selection.seed;
    report_.command = reproducing_command(options_);
    if (options_.tap) fmt::print("{}", tap_head(report_.planned()));
  }

  /// Returns whether to record which shaders run. If --shader-dir replaces shaders, the record shows whether the check
  /// ran them.
  bool records_coverage() const { return options_.coverage || !report_.replaced_shaders.empty(); }

  void execute(const std::function<bool()>& stopped) {
    if (groups_.empty()) return;
    if (WorkerPool::is_possible() && !mpi::several()) return execute_in_workers(stopped);
    begin(start_here(plan_, options_));
    if (!report_.shortfalls.empty()) return;
    for (const CheckGroup& group : groups_) {
      std::optional<algorithms::CoverageRecorder> recorder;
      if (report_.coverage) {
        recorder.emplace(options_.device.device_if_any(*plan_.algorithms()[group.algorithm]));
      }
      for (const std::size_t number : group.chosen) {
        if (stopped()) return;
        take(group, number, run_case(group.cases[number], options_.device, options_.sanitizing));
      }
      if (recorder) report_.coverage->merge(recorder->coverage());
    }
  }

  void execute_in_workers(const std::function<bool()>& stopped) {
    PoolOptions pool_options{.words = shell_words(check_words(options_) + " --worker"),
                             .jobs = options_.jobs.value_or(1),
                             .retries = options_.retries.value_or(0)};
    for (const std::string& feature : options_.required) pool_options.words.push_back("--require=" + feature);
    if (records_coverage()) {
      pool_options.words.emplace_back("--coverage");
      pool_options.coverage = [this](const algorithms::Coverage& part) { report_.coverage->merge(part); };
    }
    if (is_quiet()) pool_options.words.emplace_back("-q");
    if (options_.timeout) pool_options.timeout = std::chrono::duration<double>(*options_.timeout);
    WorkerPool pool(std::move(pool_options));
    begin(pool.start());
    if (!report_.shortfalls.empty()) return;
    pool.run(
        groups_,
        [this](const CheckGroup& group, std::size_t number, CaseReport report) { take(group, number, report); },
        stopped);
  }

  void begin(WorkerStart start) {
    report_.device = std::move(start.renderer);
    report_.shortfalls = std::move(start.missing);
  }

  void take(const CheckGroup& group, std::size_t number, CaseReport report) {
    const CheckCase& check_case = group.cases[number];
    if (expectations_.expects_failure(report.name)) {
      if (report.status == CaseStatus::passed || report.status == CaseStatus::flaky) {
        report.status = CaseStatus::unexpected_pass;
        report.message =
            fmt::format("the case passes, although {} expects a failure: remove its line there", options_.expect);
      } else if (report.status != CaseStatus::skipped) {
        report.status = CaseStatus::expected_failure;
      }
    }
    if (report.place && report.place->shader) {
      const auto& replaced = report_.replaced_shaders;
      report.built_in = !replaced.empty() && std::ranges::find(replaced, report.place->file) == replaced.end();
      report.place->file = options_.device.shader_path(report.place->file);
    }
    CheckRow& row = report_.rows[static_cast<std::size_t>(&group - groups_.data())];
    show_progress("");
    if (options_.tap) fmt::print("{}", tap_line(report_.done() + 1, report));
    const bool bad = is_wrong(report.status) || is_error(report.status);
    if (report.status != CaseStatus::passed && report.status != CaseStatus::skipped) {
      if (options_.prints_lines()) fmt::print("{}", check_text(report));
      if (options_.github && annotated_.insert(annotated_place(report)).second) {
        fmt::print("{}", github_annotation(report));
      }
    }
    if (bad && saved_) {
      const std::string path = saved_->save(check_case, report);
      if (options_.prints_lines()) fmt::print("  saved as {}\n", path);
    }
    const std::string name = report.name;
    row.add(std::move(report));
    if (options_.prints_lines() && row.done() == row.planned) fmt::print("{}", check_text(row));
    std::fflush(stdout);
    show_progress(fmt::format("{} of {} cases: {}", report_.done(), report_.planned(), name));
  }

  /// Adds reasons why the check fails although no case failed, for example if none of the algorithms could run.
  void add_shortfalls() {
    if (report_.done() < report_.planned()) return;
    std::vector<std::string> patterns = options_.patterns;
    if (patterns.empty()) patterns.emplace_back("*");
    for (const std::string& pattern : patterns) {
      std::set<const algorithms::Algorithm*> skipped, tested;
      std::string reason;
      for (const algorithms::Algorithm* algorithm : algorithms::match_algorithms(std::vector<std::string>{pattern})) {
        for (const CheckRow& row : report_.rows) {
          if (row.algorithm != algorithm || !uses_gpu(*algorithm)) continue;
          (row.done() > row.count(CaseStatus::skipped) ? tested : skipped).insert(algorithm);
          if (!row.skips.empty() && reason.empty()) reason = row.skips.begin()->second.reason;
        }
      }
      if (skipped.empty() || !tested.empty()) continue;
      // With --shard, this is no error if at least one of the algorithms is available. The shard may contain only cases
      // that every machine skips.
      if (!options_.shard.empty() && std::ranges::any_of(skipped, [this](const algorithms::Algorithm* one) {
            return one->availability(info_of(options_.device.device_if_any(*one)), options_.device.execution())
                .available;
          })) {
        continue;
      }
      report_.shortfalls.push_back(
          fmt::format("'{}': none of its {} GPU algorithms could run: {}", pattern, skipped.size(), reason));
    }
    add_unused_shaders();
    const std::uint64_t skipped = report_.count(CaseStatus::skipped);
    if (report_.shortfalls.empty() && options_.shard.empty() && skipped > 0 && skipped == report_.planned()) {
      report_.shortfalls.push_back("no case could run on this machine: " +
                                   report_.rows.front().skips.begin()->second.reason);
    }
    if (options_.max_skipped && skipped > *options_.max_skipped) {
      report_.shortfalls.push_back(
          fmt::format("{} cases were skipped, and --max-skipped allows {}", skipped, *options_.max_skipped));
    }
  }

  /// Adds the replaced shaders that no case ran to the report. If no replaced shader ran, the check fails.
  void add_unused_shaders() {
    // After errors, report nothing: a shader that does not compile has not run either.
    if (report_.replaced_shaders.empty() || !report_.coverage || report_.first(is_error) != nullptr) return;
    const std::set<std::string> ran = report_.coverage->files();
    for (const std::string& shader : report_.replaced_shaders) {
      if (!ran.contains(shader)) report_.unused_shaders.push_back(shader);
    }
    if (report_.unused_shaders.size() < report_.replaced_shaders.size() || !options_.shard.empty()) return;
    report_.shortfalls.push_back(fmt::format(
        "no case ran a shader of --shader-dir ({}): --coverage lists which shaders the chosen algorithms use",
        fmt::join(report_.unused_shaders, ", ")));
  }

  /// Warns about lines of the --expect file that match no case of any shard.
  void tell_unused_expectations() {
    if (expectations_.unused().empty()) return;
    for (const CheckGroup& group : plan_.groups({})) {
      for (const CheckCase& one : group.cases) expectations_.expects_failure(case_name(one));
    }
    for (const std::string& line : expectations_.unused()) {
      const std::string warning = line + ": this line matches no case of the check; correct or delete it";
      say_warning(warning);
      if (options_.github) fmt::print("{}", github_warning(warning));
    }
  }

  void finish() {
    if (report_.shortfalls.empty()) add_shortfalls();
    report_.date = utc_now();
    if (!options_.junit.empty()) write_shared_file(options_.junit, check_junit(report_));
    if (!options_.coverage) report_.coverage.reset();
    if (options_.json) fmt::print("{}", check_json(report_));
    if (options_.prints_lines()) {
      if (options_.coverage) fmt::print("{}", coverage_text(*report_.coverage));
      fmt::print("{}", check_summary(report_));
      if (options_.sanitizing) {
        fmt::print("sanitized in {} orders: {}\n", options_.sanitizing->schedules.size(),
                   checks_text(*options_.sanitizing));
      }
    }
    tell_unused_expectations();
    if (options_.github) {
      for (const std::string& shortfall : report_.shortfalls) fmt::print("{}", github_annotation(shortfall));
      if (!report_.trouble.empty()) fmt::print("{}", github_annotation(report_.trouble));
      if (report_.signal != 0) fmt::print("{}", github_annotation(report_.error_line()));
    }
    const ExitCode code = report_.exit_code();
    const std::string line = report_.error_line();
    if (options_.tap && (report_.done() < report_.planned() || !report_.shortfalls.empty()))
      fmt::print("{}", tap_bail_out(line));
    if (code != ExitCode::good) throw Error(code, line);
  }

  CheckOptions& options_;
  CheckSelection selection_;
  CheckPlan plan_;
  Shard shard_;
  std::vector<CheckGroup> groups_;
  CheckReport report_;
  Expectations expectations_;
  std::optional<SavedFailures> saved_;
  /// Places in shaders that have an annotation. Each place gets only one, because GitHub shows few annotations.
  std::set<std::string> annotated_;
};

void check(CheckOptions& options) {
  refuse_wrong_options(options);
  Check check(options);
  options.worker ? check.serve() : check.run();
}

/// Returns an error message for an empty option value, which results from an unset variable of a CI job. Returns an
/// empty string for any other value.
std::string require_word(const std::string& word) {
  return word.empty() ? "expected a path, found an empty word" : "";
}

void add_running_options(const OptionGroup& group, CheckOptions& options) {
  group.value("-j,--jobs", "NUMBER", options.jobs, "number of processes that run cases at the same time (default: 1)");
  group.value(
      "--timeout", "SECONDS", options.timeout,
      "time limit for one case, 0 for none; a case that exceeds it is ended, the others continue (default: 600)");
  group.value(
      "--retry", "NUMBER", options.retries,
      "run a case that fails again, up to this many times; if it then passes, the report calls it flaky (default: 0)");
  group.value("--shard", "I/N", options.shard, "run part I of N equal parts, for several machines");
}

void add_verdict_options(const OptionGroup& group, CheckOptions& options) {
  group.list("--require", "FEATURE", options.required,
             fmt::format("exit with 3 before the first case if this machine lacks a feature: {}; the environment "
                         "variable TEXELSORT_REQUIRE adds to them",
                         feature_names),
             listed(feature_names));
  group.value("--max-skipped", "NUMBER", options.max_skipped, "exit with 3 if more cases than this are skipped");
  group
      .value("--expect", "FILE", options.expect,
             "file of known failures: one case name or shell pattern per line; if such a case passes, the check fails")
      ->check(require_word);
}

void add_report_options(const OptionGroup& group, CheckOptions& options) {
  group.flag("--json", options.json, "print one JSON object");
  group.flag("--tap", options.tap, "print one line per case in the Test Anything Protocol");
  group.flag("--github", options.github, "also print annotations for GitHub Actions, which mark lines of shaders");
  group
      .value("--junit", "FILE", options.junit,
             "also write a JUnit XML report; - writes it to standard output instead of the usual lines")
      ->check(require_word);
  group.flag("--coverage", options.coverage,
             "also list the shader files, program variants and kernels that ran, and those that did not");
  group
      .value("--save-failures", "DIR", options.save_failures,
             "write one session file per failure into this folder, with the shaders of --shader-dir; texelsort opens "
             "it at the failing pass")
      ->check(require_word);
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto* command = app.add_subcommand("check", "Run shaders and kernels, and check the result of every pass");
  auto options = std::make_shared<CheckOptions>();
  const OptionGroup cases(*command, "Cases");
  cases.list("-a,--algorithm", "PATTERN", options->patterns, "ids or shell patterns (default: all)", algorithm_ids);
  options->selection.add(cases);
  add_running_options(OptionGroup(*command, "Running"), *options);
  add_verdict_options(OptionGroup(*command, "Verdict"), *options);
  add_report_options(OptionGroup(*command, "Report"), *options);
  OptionGroup(*command).flag("--worker", options->worker, "run the cases that the calling process names")->group("");
  options->device.add_options(*command);
  OptionGroup(*command, "Sanitizer")
      .read_all(
          "--sanitize", "CHECK",
          [options](const std::vector<std::string>& words) {
            options->sanitizing = read_sanitizing(words);
            options->device.execute_shaders_on_cpu();
          },
          fmt::format(
              "execute compute shaders on the CPU in five orders and report violations of rules: all (default), or "
              "some of {}",
              spirv::check_names),
          {})
      ->expected(0, most_checks)
      ->delimiter(',');
  command->footer(
      "Exit codes: 0 all cases that ran are right, 1 a case is wrong, 2 the command line is wrong, 3 something required "
      "is missing or no GPU algorithm could run, 4 a shader does not compile, a case timed out or a process crashed. "
      "One line on standard error names the first such case.\n\n"
      "Examples:\n"
      "  texelsort check --jobs 2\n"
      "  texelsort check -a 'bitonic/*' -t u32,f32 -n 1000,2^16\n"
      "  texelsort check -a bitonic/compute --full --seed 7\n"
      "  texelsort check -a 'radix/*' --require compute --max-skipped 0 --junit check.xml\n"
      "  texelsort check -a 'merge/*' --sequences 7 --order desc\n"
      "  texelsort check -a 'bitonic/*' --coverage\n"
      "  texelsort check -a 'radix/*' --sanitize --quick\n"
      "  texelsort check -a bitonic/single-quad -p mapping=tiled -p tile=16\n"
      "  texelsort check -a bitonic/grouped-quads --shader-dir shaders --save-failures failures --github\n"
      "  texelsort check --jobs 4 --shard 1/3 --timeout 60 --retry 1 --expect known-failures.txt");
  command->callback([options] { check(*options); });
}

}  // namespace texelsort::app
