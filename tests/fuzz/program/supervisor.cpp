#include "tests/fuzz/program/supervisor.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <thread>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/gpu/device.h"
#include "tests/fuzz/program/trial.h"

namespace texelsort::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Memory that the supervising process shares with the worker process, which runs the cases and updates these values.
struct Board {
  volatile std::uint64_t next = 0;  ///< number of the current case or, between cases, of the next case
  volatile std::uint64_t right = 0, refused = 0, wrong = 0;
  volatile bool running = false;  ///< true during a case, false while OpenGL starts
  char command[2000] = {};
};

std::unique_ptr<gpu::Device> device_if_any() {
  try {
    return gpu::Device::headless({});
  } catch (const UnavailableError& error) {
    fmt::print("without OpenGL: {}\n", error.what());
    return nullptr;
  }
}

void report(const char* what, std::uint64_t index, const std::string& message, const char* command) {
  fmt::print("{} case {}: {}\n  {}\n", what, index, message, command);
  std::fflush(stdout);
}

void run_next(const Plan& plan, Board& board, gpu::Device* device) {
  const Case one = make_case(plan.seed, board.next, device == nullptr ? nullptr : &device->info());
  const std::string command = command_line(one);
  std::snprintf(board.command, sizeof board.command, "%s", command.c_str());
  board.running = true;
  const Verdict verdict = run_case(one, device);
  board.running = false;
  auto& count = verdict.kind == Verdict::Kind::right     ? board.right
                : verdict.kind == Verdict::Kind::refused ? board.refused
                                                         : board.wrong;
  count = count + 1;
  if (verdict.kind == Verdict::Kind::wrong) report("WRONG", board.next, verdict.message, board.command);
  board.next = board.next + 1;
}

[[noreturn]] void work(const Plan& plan, Board& board, Clock::time_point start) {
  int code = 0;
  try {
    const auto device = device_if_any();
    while (board.next - plan.first < plan.cases && seconds_since(start) < plan.seconds) {
      run_next(plan, board, device.get());
    }
  } catch (const std::exception& error) {
    report("CRASHED", board.next, error.what(), board.command);
    code = 1;
  }
  std::fflush(stdout);
  _exit(code);
}

std::string counts(const Board& board) {
  return fmt::format("{} right, {} refused with a reason, {} wrong", board.right, board.refused, board.wrong);
}

/// Watches the worker. Returns how it ended abnormally, or an empty string if it finished its work.
std::string watch(pid_t worker, const Plan& plan, const Board& board) {
  std::uint64_t watched = board.next;
  Clock::time_point since = Clock::now(), told = since;
  while (true) {
    if (seconds_since(told) > 60) {
      fmt::print("case {}: {}\n", board.next, counts(board));
      std::fflush(stdout);
      told = Clock::now();
    }
    int status = 0;
    if (waitpid(worker, &status, WNOHANG) == worker) {
      if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
      return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status));
    }
    if (board.next != watched || !board.running) {
      watched = board.next;
      since = Clock::now();
    } else if (seconds_since(since) > plan.case_seconds) {
      kill(worker, SIGKILL);
      waitpid(worker, &status, 0);
      return fmt::format("no end after {} seconds", plan.case_seconds);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace

std::uint64_t run_plan(const Plan& plan) {
  void* const shared = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::bad_alloc();
  Board& board = *new (shared) Board;
  board.next = plan.first;
  const Clock::time_point start = Clock::now();
  std::uint64_t lost = 0;
  fmt::print("seed {}, from case {}\n", plan.seed, plan.first);
  while (board.next - plan.first < plan.cases && seconds_since(start) < plan.seconds) {
    std::fflush(stdout);
    const pid_t worker = fork();
    if (worker == 0) work(plan, board, start);
    const std::string end = watch(worker, plan, board);
    if (end.empty()) break;
    report(end.starts_with("no end") ? "HUNG" : "CRASHED", board.next, end, board.command);
    ++lost;
    board.running = false;
    board.next = board.next + 1;
  }
  fmt::print("seed {}: {} cases in {:.0f} s: {}, {} crashed or hung\n", plan.seed, board.next - plan.first,
             seconds_since(start), counts(board), lost);
  return board.wrong + lost;
}

}  // namespace texelsort::fuzz
