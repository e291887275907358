// Compares the quick matrix of checks with the product of all axes. Inserts errors into shaders, one at a time. Reports
// errors that only the product finds, and exits with 1 if there are any. See docs/testing.md.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/check/run_check.h"
#include "compute/data/error.h"
#include "compute/data/mix.h"
#include "compute/data/text/source_text.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/program_cache.h"
#include "tests/algorithms/line_changes.h"
#include "tests/algorithms/shader_mutations.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::tests {
namespace {

using algorithms::Algorithm;
using algorithms::CheckCase;
using algorithms::CheckResult;
using algorithms::Depth;
using algorithms::Outcome;
using Clock = std::chrono::steady_clock;
using Parameters = std::map<std::string, std::string>;

struct Options {
  std::size_t generated = 200;
  std::uint64_t seed = 1;
  std::size_t shard = 1, shards = 1;
  std::set<std::size_t> only;  ///< numbers of the mutations to compare; if empty, all mutations
  double seconds = 0;  ///< time limit in seconds for all problems of one mutation at one depth; 0 means no limit
  double problem_seconds = 120;  ///< time limit for one problem, in seconds
  bool sanitize = false;         ///< let the CPU execute compute shaders and check every access
  bool both = false;             ///< run the product even if the quick matrix finds the mutation

  bool includes(std::size_t number) const {
    return (number - 1) % shards == shard - 1 && (only.empty() || only.contains(number));
  }
};

/// Error in one shader, and the algorithm whose problems should reveal it.
struct Mutation {
  std::string origin;  ///< name of a listed mutation; for a generated mutation, the operator that it replaces
  std::string shader;
  std::size_t at = 0, length = 0;  ///< range of characters in the shader that the mutation replaces
  std::string replacement;
  std::string algorithm;
  Parameters parameters{};  ///< parameter values with which all problems are run a second time
  bool generated = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

const std::string& shader_text(const std::string& shader) {
  static std::map<std::string, std::string> texts;
  std::string& text = texts[shader];
  if (text.empty()) text = gpu::ShaderLibrary(std::nullopt).read(shader);
  return text;
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char letter : text) line += letter == '\n' ? "\\n" : std::string(1, letter);
  return line;
}

enum class Ending : std::uint8_t { unfinished, passed, found, does_not_compile, cut, unavailable };

/// Counters in memory that the parent process and its child share.
struct Board {
  volatile std::uint64_t begun = 0;     ///< number of problems started, including those that the algorithm rejects
  volatile std::uint64_t problems = 0;  ///< number of problems that the algorithm has run
  volatile bool broken = false;         ///< true if a program of the mutated shader does not compile
  volatile Ending ending = Ending::unfinished;
  char text[4000] = {};

  void say(const std::string& what) { std::snprintf(text, sizeof text, "%s", what.c_str()); }
  void begin(const std::string& problem) {
    say(problem);
    begun = begun + 1;
  }
  void end(const CheckResult& result) {
    if (result.outcome != Outcome::skipped) problems = problems + 1;
  }
};

class SharedBoard {
 public:
  SharedBoard()
      : memory_(mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        board_(memory_ == MAP_FAILED ? throw std::bad_alloc() : new (memory_) Board) {}
  ~SharedBoard() { munmap(memory_, sizeof(Board)); }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board& operator*() const { return *board_; }

 private:
  void* memory_;
  Board* board_;
};

/// Waits for a child process. Returns why it ended abnormally, or an empty string if it ended normally.
std::string watch(pid_t child, const Board& board, double problem_seconds) {
  std::uint64_t watched = board.begun;
  Clock::time_point since = Clock::now();
  while (true) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
      return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status));
    }
    if (board.begun != watched) {
      watched = board.begun;
      since = Clock::now();
    } else if (seconds_since(since) > problem_seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return fmt::format("does not end within {:g} s", problem_seconds);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Memory limit of a child process in bytes. A wrong count in a buffer may make the host request any amount.
constexpr std::uint64_t most_child_bytes = std::uint64_t{6} << 30;

/// Executes `work` in a child process, because a mutated shader may crash or never end. The parent never creates a
/// device, because a context does not survive fork(). Returns the result of watch().
template <typename Work>
std::string run_in_child(Board& board, double problem_seconds, const Work& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit memory{most_child_bytes, most_child_bytes};
    setrlimit(RLIMIT_DATA, &memory);
    int code = 0;
    try {
      work();
    } catch (const std::exception& error) {
      board.say(error.what());
      code = 1;
    }
    _exit(code);
  }
  return watch(child, board, problem_seconds);
}

/// Algorithms that execute a line of a shader, in the registry's order. Keys are the shader's name and the line's
/// number.
using Users = std::map<std::string, std::map<std::size_t, std::vector<std::string>>>;

/// Records the lines of all shader programs that a device executes during the object's lifetime. Excludes lines that
/// the preprocessor removes, and functions that main() does not reach.
class UsedLines final : public gpu::CallObserver {
 public:
  explicit UsedLines(gpu::Device& device) : device_(device) { device_.executor().observe(this); }
  ~UsedLines() override { device_.executor().observe(nullptr); }
  UsedLines(const UsedLines&) = delete;
  UsedLines& operator=(const UsedLines&) = delete;

  void before(const gpu::DrawCall& call) override { add(*call.program); }
  void before(const gpu::DispatchCall& call, std::uint32_t, std::uint32_t) override { add(*call.program); }

  std::set<std::pair<std::string, std::size_t>> lines;

 private:
  void add(const gpu::Program& program) {
    if (!seen_.insert(&program).second) return;
    for (const auto& stage : device_.programs().source(program)) {
      for (const data::SourceLine& line : data::read_source(stage.source.text, stage.source.files).lines) {
        if (line.counts()) lines.emplace(stage.source.files.at(line.file), line.number);
      }
    }
  }

  gpu::Device& device_;
  std::set<const gpu::Program*> seen_;
};

/// Returns the properties of a problem that decide which shader programs run.
std::vector<std::string> features(const CheckCase& one) {
  std::vector<std::string> all{
      fmt::format("{} {}", data::name(one.type), data::payload_text(one.payload, {})),
      fmt::format("size {}", std::bit_width(one.n)),
      fmt::format("order {}", data::name(one.order)),
      fmt::format("comparison {}", data::name(one.comparison)),
      fmt::format("{} fields", one.shape.fields),
      fmt::format("one rank {}", one.ranks.size() == 1),
  };
  std::string settings = fmt::format("layout {}", data::name(one.shape.layout));
  for (const auto& [name, value] : one.parameters) settings += fmt::format(" {}={}", name, value);
  all.push_back(std::move(settings));
  return all;
}

/// Runs a few problems of an algorithm with unchanged shaders, so that every feature occurs. Throws InternalError if a
/// problem fails.
void run_samples(gpu::Device& device, const Algorithm& algorithm, Board& board) {
  constexpr std::uint64_t most_keys = 5000;
  std::set<std::string> seen;
  for (const CheckCase& one : check_matrix(algorithm, Depth::product)) {
    if (one.n > most_keys) continue;
    const auto features_of_one = features(one);
    if (std::ranges::all_of(features_of_one, [&](const auto& each) { return seen.contains(each); })) continue;
    board.begin(text(one));
    const CheckResult result = run_check(&device, one);
    board.end(result);
    if (result.outcome == Outcome::skipped) continue;
    if (result.outcome == Outcome::failed) {
      throw InternalError(fmt::format("fails without a mutation: {}: {}", text(one), result.message));
    }
    seen.insert(features_of_one.begin(), features_of_one.end());
  }
}

/// Runs samples of all algorithms with shaders in a child process. Returns the shader lines that each algorithm
/// executes.
Users find_users(const Options& options) {
  const TemporaryFolder folder, no_shaders;
  const SharedBoard board;
  const std::string list = folder / "lines";
  const std::string fault = run_in_child(*board, options.problem_seconds, [&] {
    std::ofstream file(list);
    const auto device =
        gpu::Device::headless({.debug = false, .shader_directory = no_shaders.path(), .egl_device = {}});
    for (const auto& algorithm : algorithms::registry()) {
      const algorithms::Backend backend = algorithm->info().backend;
      if (backend != algorithms::Backend::fragment && backend != algorithms::Backend::compute) continue;
      if (options.sanitize && backend != algorithms::Backend::compute) continue;
      if (!algorithm->availability(&device->info(), {}).available) continue;
      UsedLines used(*device);
      run_samples(*device, *algorithm, *board);
      for (const auto& [shader, line] : used.lines) fmt::print(file, "{} {} {}\n", algorithm->info().id, shader, line);
    }
  });
  if (!fault.empty()) throw InternalError(fmt::format("unchanged shaders: {}: {}", fault, (*board).text));
  Users users;
  std::ifstream file(list);
  std::string algorithm, shader;
  for (std::size_t line = 0; file >> algorithm >> shader >> line;) users[shader][line].push_back(algorithm);
  return users;
}

template <typename T>
void shuffle(std::vector<T>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

/// Mutations that can be generated for one shader.
struct Pool {
  struct Candidate {
    Change change;
    std::size_t line = 0;
  };
  std::string shader;
  std::vector<Candidate> candidates;  ///< possible mutations, in an order that alternates between operators
  std::vector<std::string> rotation;  ///< algorithms that execute the shader
  std::size_t chosen = 0;             ///< number of mutations generated so far
};

Pool make_pool(const std::string& shader, const Users& users, std::mt19937_64& random) {
  Pool pool{.shader = shader, .candidates = {}, .rotation = {}};
  std::map<std::string, std::vector<Pool::Candidate>> by_operation;
  const auto& lines = users.at(shader);
  const std::string& text = shader_text(shader);
  std::size_t number = 0, candidates = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (lines.contains(++number)) {
      for (Change& change : changes_of(text.substr(at, end - at))) {
        change.at += at;
        by_operation[change.operation].push_back({change, number});
        ++candidates;
      }
    }
    if (end == text.size()) break;
  }
  std::vector<std::string> operations;
  for (auto& [operation, all] : by_operation) {
    operations.push_back(operation);
    shuffle(all, random);
  }
  shuffle(operations, random);
  for (std::size_t turn = 0; pool.candidates.size() < candidates; ++turn) {
    for (const std::string& operation : operations) {
      auto& all = by_operation[operation];
      if (turn < all.size()) pool.candidates.push_back(all[turn]);
    }
  }
  std::set<std::string> ids;
  for (const auto& [line, algorithms] : lines) ids.insert(algorithms.begin(), algorithms.end());
  pool.rotation.assign(ids.begin(), ids.end());
  shuffle(pool.rotation, random);
  return pool;
}

/// A generated mutation, followed by replacements in case it does not compile.
using Alternatives = std::vector<Mutation>;

/// Returns the first algorithm of `rotation`, from position `turn` on, that is also in `executing`.
std::string next_of(const std::vector<std::string>& rotation, std::size_t turn,
                    const std::vector<std::string>& executing) {
  while (std::ranges::find(executing, rotation[turn % rotation.size()]) == executing.end()) ++turn;
  return rotation[turn % rotation.size()];
}

/// Generates mutations, spread evenly over shaders. Alternates between the algorithms that execute the changed line.
std::vector<Alternatives> generate(const Options& options) {
  // Excludes programs that only measure devices or detect their features.
  const std::set<std::string> left_out{"common/clock_probe.comp", "common/copy.comp", "common/subgroup_probe.comp"};
  const Users users = find_users(options);
  std::vector<Pool> pools;
  std::set<std::string> ids;
  std::size_t candidates = 0;
  for (const auto& [shader, lines] : users) {
    if (left_out.contains(shader)) continue;
    if (options.sanitize && shader.ends_with(".frag")) continue;
    std::uint64_t seed = options.seed;
    for (const char letter : shader) seed = data::split_mix(seed ^ static_cast<unsigned char>(letter));
    std::mt19937_64 random(seed);
    pools.push_back(make_pool(shader, users, random));
    candidates += pools.back().candidates.size();
    ids.insert(pools.back().rotation.begin(), pools.back().rotation.end());
  }
  fmt::print("{} algorithms execute {} shaders, for which {} mutations can be generated\n", ids.size(), pools.size(),
             candidates);
  std::mt19937_64 random(options.seed);
  shuffle(pools, random);
  std::vector<std::pair<const Pool*, std::size_t>> places;
  for (bool more = true; more;) {
    more = false;
    for (Pool& pool : pools) {
      if (places.size() == options.generated || pool.chosen == pool.candidates.size()) continue;
      places.emplace_back(&pool, pool.chosen++);
      more = true;
    }
  }
  std::vector<Alternatives> all;
  for (const auto& [pool, place] : places) {
    Alternatives& alternatives = all.emplace_back();
    for (std::size_t i = place; i < pool->candidates.size(); i += pool->chosen) {
      const auto& [change, line] = pool->candidates[i];
      alternatives.push_back({.origin = change.operation,
                              .shader = pool->shader,
                              .at = change.at,
                              .length = change.length,
                              .replacement = change.replacement,
                              .algorithm = next_of(pool->rotation, place, users.at(pool->shader).at(line)),
                              .generated = true});
    }
  }
  return all;
}

std::vector<Alternatives> listed() {
  std::vector<Alternatives> all;
  for (const ShaderMutation& one : shader_mutations()) {
    const std::size_t at = shader_text(one.shader).find(one.find);
    if (at == std::string::npos)
      throw InternalError(fmt::format("mutation {}: {} does not contain the text to change", one.name, one.shader));
    all.push_back({{.origin = one.name,
                    .shader = one.shader,
                    .at = at,
                    .length = one.find.size(),
                    .replacement = one.replace,
                    .algorithm = one.algorithm,
                    .parameters = one.parameters}});
  }
  return all;
}

/// Result of one mutation at one depth of the matrix.
struct Result {
  bool ran = false;
  Ending ending = Ending::unfinished;
  std::uint64_t problems = 0;
  double seconds = 0;
  bool broken = false;  ///< true if a mutated program did not compile, so that the original program ran instead
  std::string text;     ///< failing problem and its failure, or the reason why no problem failed
};

/// Problems of the matrix, followed by the same problems with the mutation's parameters.
struct Problems {
  std::vector<CheckCase> cases;
  std::size_t unchanged = 0;
};

Problems make_problems(const Mutation& mutation, Depth depth, const gpu::DeviceInfo& device) {
  const Algorithm& algorithm = algorithms::find_algorithm(mutation.algorithm);
  Problems problems{.cases = check_matrix(algorithm, depth)};
  problems.unchanged = problems.cases.size();
  if (mutation.parameters.empty()) return problems;
  for (std::size_t i = 0; i < problems.unchanged; ++i) {
    CheckCase one = problems.cases[i];
    for (const auto& [name, value] : mutation.parameters) one.parameters[name] = value;
    try {
      const auto fitting = [&](const Parameters& parameters) {
        return algorithms::fitting_values(algorithm, &device, one.form(), parameters);
      };
      if (fitting(one.parameters) == fitting(problems.cases[i].parameters)) continue;
    } catch (const UsageError&) {
      continue;  // the algorithm rejects these parameter values for this problem
    }
    problems.cases.push_back(std::move(one));
  }
  return problems;
}

CheckResult check(gpu::Device& device, const CheckCase& one, bool changed) {
  using enum spirv::Check;
  try {
    if (device.shaders_on_cpu()) {
      return run_sanitized(device, one, {{races, bounds, progress, subgroups}, algorithms::all_schedules()});
    }
    return run_check(&device, one);
  } catch (const UsageError& error) {
    return {changed ? Outcome::skipped : Outcome::failed, error.what()};
  } catch (const std::exception& error) {
    return {Outcome::failed, error.what()};
  }
}

/// Maximum number of keys in problems whose shaders the CPU executes invocation by invocation. Larger problems need
/// seconds, and find no more faults.
constexpr std::uint64_t most_sanitized_keys = 1100;

/// Runs problems on a device with the mutated shader until one fails. Runs in a child process.
void run_problems(const Mutation& mutation, Depth depth, const std::filesystem::path& shaders, const Options& options,
                  Board& board) {
  gpu::DeviceOptions device_options{.debug = false, .shader_directory = shaders, .egl_device = {}};
  if (options.sanitize) {
    device_options.shaders_on_cpu = std::make_shared<gpu::ShaderExecution>();
    device_options.without_context = true;
  }
  const auto device = gpu::Device::headless(device_options);
  const auto end = [&board](Ending ending, const std::string& what) {
    board.say(what);
    board.ending = ending;
  };
  const auto available = algorithms::find_algorithm(mutation.algorithm).availability(&device->info(), {});
  if (!available.available) return end(Ending::unavailable, available.reason);
  // If a mutated program does not compile, its original runs instead, because other programs that use the shader may
  // compile.
  device->programs().stand_in_for_broken();
  const auto start = Clock::now();
  const Problems problems = make_problems(mutation, depth, device->info());
  for (std::size_t i = 0; i < problems.cases.size(); ++i) {
    const CheckCase& one = problems.cases[i];
    if (options.sanitize && one.n > most_sanitized_keys) continue;
    if (options.seconds > 0 && seconds_since(start) > options.seconds) {
      return end(Ending::cut, fmt::format("{} of {} not tried", problems.cases.size() - i, problems.cases.size()));
    }
    board.begin(text(one));
    const CheckResult result = check(*device, one, i >= problems.unchanged);
    board.end(result);
    if (!device->programs().faults().empty()) {
      board.broken = true;
      if (mutation.generated) {
        return end(Ending::does_not_compile, text(device->programs().faults().front().messages.front()));
      }
    }
    if (result.outcome == Outcome::failed) return end(Ending::found, text(one) + ": " + result.message);
  }
  end(Ending::passed, "");
}

Result run(const Mutation& mutation, Depth depth, const Options& options) {
  const TemporaryFolder folder;
  std::string changed = shader_text(mutation.shader);
  folder.write(mutation.shader, changed.replace(mutation.at, mutation.length, mutation.replacement));
  const SharedBoard shared;
  Board& board = *shared;
  const auto start = Clock::now();
  const std::string fault = run_in_child(board, options.problem_seconds,
                                         [&] { run_problems(mutation, depth, folder.path(), options, board); });
  Result result{.ran = true,
                .ending = board.ending,
                .problems = board.problems,
                .seconds = seconds_since(start),
                .broken = board.broken,
                .text = board.text};
  if (fault.empty() || result.ending != Ending::unfinished) return result;
  if (board.begun == 0) throw InternalError(fmt::format("{}: {}", fault, board.text));
  result.ending = Ending::found;
  result.problems = board.problems + 1;
  result.text += ": " + fault;
  return result;
}

struct Comparison {
  Result quick, product;

  bool has(Ending ending) const { return quick.ending == ending || product.ending == ending; }
  bool missed() const { return product.ending == Ending::found && quick.ending != Ending::found; }
};

/// Runs the quick matrix, and then the product unless the quick matrix has found the mutation.
Comparison compare(const Mutation& mutation, const Options& options) {
  Comparison comparison;
  comparison.quick = run(mutation, Depth::quick, options);
  const Ending ending = comparison.quick.ending;
  if (ending == Ending::does_not_compile || ending == Ending::unavailable) return comparison;
  if (options.sanitize) return comparison;
  if (ending != Ending::found || options.both) comparison.product = run(mutation, Depth::product, options);
  return comparison;
}

std::string text(const Result& result) {
  if (!result.ran) return "not run";
  const std::string cost = fmt::format("{} problems, {:.1f} s", result.problems, result.seconds);
  const std::string what = in_one_line(result.text);
  const std::string partly = result.broken ? ", does not compile for some problems" : "";
  switch (result.ending) {
    case Ending::found:
      return fmt::format("found after {}{} ({})", cost, partly, what);
    case Ending::passed:
      return fmt::format("not found in {}{}", cost, partly);
    case Ending::cut:
      return fmt::format("cut by --seconds, not found in {}{}, {}", cost, partly, what);
    case Ending::does_not_compile:
      return fmt::format("does not compile ({})", what);
    case Ending::unavailable:
      return fmt::format("not available ({})", what);
    case Ending::unfinished:
      break;
  }
  throw InternalError("a child process ended without a result");
}

std::string describe(std::size_t number, const Mutation& mutation) {
  const std::string& shader = shader_text(mutation.shader);
  const auto line = 1 + std::count(shader.begin(), shader.begin() + static_cast<std::ptrdiff_t>(mutation.at), '\n');
  return fmt::format("{}  {}:{}  {}  '{}' -> '{}'  {}", number, mutation.shader, line, mutation.origin,
                     in_one_line(shader.substr(mutation.at, mutation.length)), in_one_line(mutation.replacement),
                     mutation.algorithm);
}

/// Counts of mutations by outcome, and report lines on mutations that only the product finds.
struct Totals {
  std::size_t compared = 0, quick = 0, neither = 0, unavailable = 0, replaced = 0, without = 0;
  double quick_seconds = 0, product_seconds = 0;
  std::vector<std::string> missed, undecided, survivors;

  void add(const std::string& line, const Comparison& comparison) {
    quick_seconds += comparison.quick.seconds;
    product_seconds += comparison.product.seconds;
    if (comparison.has(Ending::unavailable)) {
      ++unavailable;
      return;
    }
    ++compared;
    if (comparison.quick.ending == Ending::found) {
      ++quick;
    } else if (comparison.missed()) {
      missed.push_back(line);
    } else if (comparison.has(Ending::cut)) {
      undecided.push_back(line);
    } else {
      ++neither;
      survivors.push_back(line);
    }
  }

  void print() const {
    fmt::print("\n{} mutations compared: the quick matrix finds {}, only the product finds {}, neither finds {}\n",
               compared, quick, missed.size(), neither);
    fmt::print("quick {:.0f} s, product {:.0f} s\n", quick_seconds, product_seconds);
    if (replaced > 0) fmt::print("{} generated mutations did not compile and were replaced\n", replaced);
    if (without > 0) fmt::print("for {} numbers no mutation compiles\n", without);
    if (unavailable > 0) fmt::print("{} mutations need an algorithm that is not available here\n", unavailable);
    const auto list = [](const char* title, const std::vector<std::string>& lines) {
      if (lines.empty()) return;
      fmt::print("\n{}\n", title);
      for (const std::string& line : lines) fmt::print("  {}\n", line);
    };
    list("Undecided, because --seconds cut the problems:", undecided);
    list("Not found:", survivors);
    list("Found by the product, not by the quick matrix:", missed);
  }
};

void compare_alternatives(std::size_t number, const Alternatives& alternatives, const Options& options,
                          Totals& totals) {
  for (const Mutation& mutation : alternatives) {
    const Comparison comparison = compare(mutation, options);
    const std::string line = fmt::format("{}  quick: {}  product: {}", describe(number, mutation),
                                         text(comparison.quick), text(comparison.product));
    fmt::print("{}{}\n", comparison.missed() ? "MISSED " : "", line);
    std::fflush(stdout);
    if (!comparison.has(Ending::does_not_compile)) return totals.add(line, comparison);
    ++totals.replaced;
  }
  ++totals.without;
}

/// Compares all mutations. Returns the number of mutations that only the product finds.
std::size_t compare_all(const Options& options) {
  std::vector<Alternatives> all;
  if (!options.sanitize) all = listed();
  const bool needs_generated = options.only.empty() || *options.only.rbegin() > all.size();
  if (options.generated > 0 && needs_generated) {
    for (Alternatives& generated : generate(options)) all.push_back(std::move(generated));
  }
  Totals totals;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (options.includes(i + 1)) compare_alternatives(i + 1, all[i], options, totals);
  }
  totals.print();
  return totals.missed.size();
}

/// Parses numbers and ranges such as "4" and "60-72". Throws UsageError for any other text.
std::set<std::size_t> numbers_in(const std::vector<std::string>& words) {
  std::set<std::size_t> numbers;
  for (const std::string& word : words) {
    std::size_t first = 0, last = 0;
    int used = 0;
    if (std::sscanf(word.c_str(), "%zu-%zu%n", &first, &last, &used) == 2 && used == static_cast<int>(word.size()) &&
        first <= last) {
      for (std::size_t i = first; i <= last; ++i) numbers.insert(i);
    } else if (std::sscanf(word.c_str(), "%zu%n", &first, &used) == 1 && used == static_cast<int>(word.size())) {
      numbers.insert(first);
    } else {
      throw UsageError(fmt::format("--only {}: expected a number or FIRST-LAST", word));
    }
  }
  return numbers;
}

void read_shard(const std::string& word, Options& options) {
  int used = 0;
  const int read = std::sscanf(word.c_str(), "%zu/%zu%n", &options.shard, &options.shards, &used);
  if (read == 2 && used == static_cast<int>(word.size()) && options.shard >= 1 && options.shard <= options.shards)
    return;
  throw UsageError(fmt::format("--shard {}: expected I/K with 1 <= I <= K", word));
}

}  // namespace
}  // namespace texelsort::tests

int main(int argc, char** argv) {
  texelsort::tests::Options options;
  std::vector<std::string> only;
  std::string shard = "1/1";
  CLI::App app("Shows whether the quick matrix of checks finds every shader mutation that the product finds.",
               "compare_matrices");
  app.add_option("--generated", options.generated, "number of generated mutations (default: 200)");
  app.add_option("--seed", options.seed, "seed of the generated mutations (default: 1)");
  app.add_option("--shard", shard, "run every K-th mutation, from the I-th: I/K (default: 1/1)");
  app.add_option("--only", only, "run only mutations with these numbers: 4,36,60-72")->delimiter(',');
  app.add_option("--seconds", options.seconds, "limit in s for all problems of one mutation and depth (default: none)")
      ->check(CLI::PositiveNumber);
  app.add_option("--problem-seconds", options.problem_seconds,
                 "limit in s for one problem; a longer problem counts as a failure (default: 120)")
      ->check(CLI::PositiveNumber);
  app.add_flag("--sanitize", options.sanitize,
               "only mutate compute shaders, and let the CPU execute them with every access checked: one line per "
               "mutation that nothing finds");
  app.add_flag("--both", options.both, "run the product even if the quick matrix finds the mutation");
  CLI11_PARSE(app, argc, argv);
  try {
    options.only = texelsort::tests::numbers_in(only);
    read_shard(shard, options);
    return texelsort::tests::compare_all(options) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "compare_matrices: %s\n", error.what());
    const auto* known = dynamic_cast<const texelsort::Error*>(&error);
    return static_cast<int>(known == nullptr ? texelsort::ExitCode::internal : known->code());
  }
}
