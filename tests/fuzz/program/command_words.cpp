#include "tests/fuzz/program/command_words.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/problem/shell.h"
#include "tests/fuzz/targets/scratch_file.h"

namespace texelsort::fuzz {
namespace {

using Words = std::vector<std::string>;

const std::vector<Words>& good_lines() {
  static const std::vector<Words> lines{
      {"sort", "--input-values", "3,1,2", "-a", "std/sort@cpu"},
      {"sort", "-n", "20", "-d", "uniform", "--seed", "1", "-t", "f32", "--order", "desc", "-a",
       "bitonic/reference@cpu"},
      {"sort", "-n", "8", "-a", "bitonic/reference@cpu", "--trace"},
      {"sort", "-n", "64", "--payload", "record:3", "--layout", "hybrid", "-a", "std/stable-sort@cpu"},
      {"sort", "-n", "9", "-a", "std/sort@cpu", "-p", "records=indirect", "--payload", "record:2"},
      {"sort", "-n", "9", "-a", "std/sort@cpu", "-o", "out.csv", "--format", "csv", "--column", "2"},
      {"sort", "-n", "9", "-a", "std/sort@cpu", "--timing", "--samples", "3", "--json"},
      {"select", "-n", "10", "-k", "1,2", "--median", "--quantile", "0.5", "-a", "std/nth-element@cpu", "--json"},
      {"select", "--input-values", "4,2", "--smallest", "1", "--interpolation", "linear", "-a", "std/nth-element@cpu"},
      {"merge", "--lengths", "3,0,5", "-t", "i64", "-a", "merge/multiway@cpu", "--order", "desc"},
      {"merge", "-n", "30", "--sequences", "4", "-a", "merge/multiway@cpu", "--compare", "ones", "--trace"},
      {"network", "verify", "bitonic", "-n", "8"},
      {"network", "print", "odd-even-merge", "-n", "6", "--json"},
      {"network", "compare", "-n", "8"},
      {"list", "algorithms"},
      {"list", "parameters", "bitonic/reference@cpu"},
      {"bench", "-a", "std/sort@cpu", "-n", "100", "--samples", "3", "--format", "csv", "-t", "u32,f64"},
      {"check", "-a", "std/sort@cpu", "-n", "10"},
  };
  return lines;
}

/// Unusual words for options and arguments. Sizes that fit into a machine's memory but take long to sort are not among
/// them.
const Words& odd_words() {
  static const Words words{"",
                           "-",
                           "--",
                           "-1",
                           "0",
                           "1",
                           "17",
                           "nan",
                           "inf",
                           "1e400",
                           "1e18",
                           "1.5",
                           "2^64",
                           "2^50",
                           "99999999999999999999",
                           "0x10",
                           "\xff\xfe",
                           "\xc3\xa4",
                           "a=b",
                           "=",
                           std::string(300, 'x'),
                           "two\nlines",
                           "%s%n",
                           "--help",
                           "-n",
                           "-k",
                           "-o",
                           "-t",
                           "-a",
                           "--json",
                           "--timing",
                           "/nonexistent/x",
                           "/dev/null",
                           "/",
                           "u64",
                           "f32",
                           "record:32",
                           "1,,2",
                           ",",
                           "*",
                           "sort",
                           "*@cpu"};
  return words;
}

void change_words(Words& words, std::mt19937_64& random) {
  const std::size_t at = words.empty() ? 0 : random() % words.size();
  const std::string& odd = odd_words()[random() % odd_words().size()];
  switch (random() % 6) {
    case 0:
      if (!words.empty()) words[at] = odd;
      break;
    case 1:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), odd);
      break;
    case 2:
      if (!words.empty()) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 3:
      if (!words.empty()) words.push_back(words[at]);
      break;
    case 4:
      if (!words.empty()) std::swap(words[at], words[random() % words.size()]);
      break;
    default:
      if (!words.empty() && !words[at].empty()) words[at][random() % words[at].size()] = "-,=.0xe@/ "[random() % 10];
  }
}

/// A scratch folder that is removed with its contents.
struct WorkingFolder {
  std::string path = scratch_folder() / "work";
  WorkingFolder() { std::filesystem::create_directories(path); }
  ~WorkingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

[[noreturn]] void become(const std::string& program, Words words, const std::string& folder, const std::string& out,
                         const std::string& err) {
  const int in = open("/dev/null", O_RDONLY);
  const int to_out = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int to_err = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(in, 0);
  dup2(to_out, 1);
  dup2(to_err, 2);
  for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY"}) unsetenv(display);
  if (chdir(folder.c_str()) != 0) _exit(125);
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(126);
}

/// Waits for a child process and returns its waitpid() status. Kills it after `seconds` and then returns null.
std::optional<int> wait_for(pid_t child, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

constexpr std::size_t longest_error = 500;  // maximum length of an error line, in characters

Verdict judge(int code, const std::string& out, const std::string& err) {
  using Kind = Verdict::Kind;
  if (code == 0) return {};
  if (code < 0 || code > 3) return {Kind::wrong, fmt::format("exit {}: {}", code, err.substr(0, 2000))};
  if (!err.starts_with("texelsort: ") || err.find('\n') != err.size() - 1) {
    // Exit code 1 without an error line is valid only for a failed check, which prints its reason in its report.
    if (code != 1) return {Kind::wrong, fmt::format("exit {} without one line, but: {}", code, err.substr(0, 2000))};
  }
  const auto continues = [](char c) { return (c & 0xC0) == 0x80; };
  const auto characters = err.size() - static_cast<std::size_t>(std::ranges::count_if(err, continues));
  if (code != 1 && characters > longest_error + 1) {
    return {Kind::wrong, fmt::format("exit {} with a line of {} characters", code, characters)};
  }
  if (code == 2 && !out.empty()) return {Kind::wrong, "exit 2 after output: " + out.substr(0, 200)};
  return {code == 1 ? Kind::right : Kind::refused, err};
}

}  // namespace

std::vector<std::string> make_words(std::uint64_t seed, std::uint64_t index) {
  std::seed_seq sequence{seed, seed >> 32, index, index >> 32};
  std::mt19937_64 random(sequence);
  Words words = good_lines()[random() % good_lines().size()];
  for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) change_words(words, random);
  return words;
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line = "texelsort";
  for (const std::string& word : words) line += ' ' + app::shell_quoted(word);
  return line;
}

Verdict run_words(const std::string& program, const std::vector<std::string>& words, double seconds) {
  const WorkingFolder folder;
  const std::string out = scratch_folder() / "out", err = scratch_folder() / "err";
  const pid_t child = fork();
  if (child == 0) become(program, words, folder.path, out, err);
  const auto status = wait_for(child, seconds);
  if (!status) return {Verdict::Kind::wrong, fmt::format("no end after {} seconds", seconds)};
  if (WIFSIGNALED(*status)) return {Verdict::Kind::wrong, fmt::format("ended by signal {}", WTERMSIG(*status))};
  return judge(WEXITSTATUS(*status), tests::read_file(out), tests::read_file(err));
}

}  // namespace texelsort::fuzz
