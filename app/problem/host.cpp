#include "app/problem/host.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/ioctl.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/problem/messages.h"
#include "app/problem/progress.h"
#include "compute/data/error.h"
#include "compute/data/io/temporary_file.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

/// Opens /dev/null as a standard descriptor that is closed. The opposite direction makes reading or writing fail, as it
/// does with a closed descriptor.
void open_on_nothing(int descriptor) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
  // open() returns the lowest free number, so this call opens /dev/null as `descriptor`.
  open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

constexpr std::string_view no_memory = "texelsort: not enough memory: choose a smaller n, or raise ulimit -v\n";
constexpr std::string_view no_threads =
    "texelsort: a library ended the program, because it could not start a thread or allocate memory: raise "
    "ulimit -u and ulimit -v\n";

bool may_exit = false;

/// Reports an error and ends the process. If several threads call this function at once, the first ends the process
/// while the others wait.
[[noreturn]] void end_now(ExitCode code, std::string_view message) {
  static std::atomic<bool> ends{false};
  while (ends.exchange(true)) sleep(1);
  data::remove_temporary_file();
  write_to_standard_error(message);
  _exit(static_cast<int>(code));
}

/// Ends the process after an uncaught exception, for example in a thread of a library. Allocates no memory.
[[noreturn]] void end_by_exception() {
  try {
    if (const auto failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    end_now(ExitCode::unavailable, no_memory);
  } catch (const std::exception& failure) {
    if (means_no_thread(failure)) end_now(ExitCode::unavailable, no_threads);
    data::remove_temporary_file();
  } catch (...) {
    data::remove_temporary_file();
  }
  std::abort();
}

/// Ends the process with a message if a library calls exit(). For example, libgomp calls exit() if it cannot start a
/// thread.
void end_by_exit() {
  if (!may_exit) end_now(ExitCode::unavailable, no_threads);
}

#ifndef __EMSCRIPTEN__
/// Uses much of the stack once, so that the system reserves it now. If an address space limit prevented this later, the
/// process would end by SIGSEGV without a message.
[[gnu::noinline]] void reserve_stack() {
  volatile char stack[std::size_t{512} << 10];
  for (std::size_t i = 0; i < sizeof stack; i += 4096) stack[i] = 0;
}
#endif

using Clock = std::chrono::steady_clock;

/// Start time of the process. prepare_process() moves it back by the time that loading the program lasted.
Clock::time_point& process_start() {
  static Clock::time_point start = Clock::now();
  return start;
}

}  // namespace

std::chrono::nanoseconds time_since_start() {
  return Clock::now() - process_start();
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? 80 : size.ws_col;
}

std::size_t terminal_width() {
  constexpr std::size_t least = 40;  // fewest columns in which help texts have space next to the names of the options
  const char* text = std::getenv("COLUMNS");
  const std::size_t columns = text == nullptr ? 0 : data::read_number<std::size_t>(text).value_or(0);
  return std::max(columns == 0 ? terminal_columns(STDOUT_FILENO) : columns, least);
}

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

void prepare_process() {
  std::set_terminate(end_by_exception);
#ifndef __EMSCRIPTEN__
  reserve_stack();
#endif
  // Register end_by_exit once for each thread that may call exit(). Each call removes one handler, so simultaneous
  // calls each find one.
  constexpr int most_threads = 1024;
  for (int i = 0; i < most_threads; ++i) std::atexit(end_by_exit);
  timespec used{};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0) {
    process_start() -= std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  }
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) open_on_nothing(descriptor);
  std::signal(SIGXFSZ, SIG_IGN);
  tell_slow_shaders();
}

bool means_no_thread(const std::exception& failure) {
  if (const auto* of_system = dynamic_cast<const std::system_error*>(&failure)) {
    return of_system->code() == std::errc::resource_unavailable_try_again;
  }
  // oneTBB throws this text if it cannot start a thread
  return std::string_view(failure.what()).starts_with("pthread_create has failed");
}

void allow_exit() {
  may_exit = true;
}

}  // namespace texelsort::app
