#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include "compute/mpi/parallel/world.h"

namespace texelsort::mpi {
namespace {

/// Maximum time that a process waits at the end after a failure, until all other processes have announced their end.
constexpr std::chrono::milliseconds most_of_ending{5000};

bool started_by_mpirun() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMIX_RANK") != nullptr;
}

void say(const std::string& text) {
  const std::string line = fmt::format("texelsort: {}\n", text);
  // Ignore an error of this last output, because no other output is left to report it.
  if (write(world().error_output, line.data(), line.size()) < 0) return;
}

/// Discards the output of this process. Keeps a copy of standard error for errors that process 0 cannot print.
void be_silent() {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  world().error_output = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

/// Replaces standard input by /dev/null in all processes, because mpirun would pass its input only to process 0.
void leave_input() {
  const int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDIN_FILENO);
  close(nowhere);
}

/// Returns the rank of the first dead process on this machine, or the number of processes if all are alive.
std::uint64_t first_dead() {
  const auto& pids = world().neighbours;
  const auto dead = std::ranges::find_if(pids, [](pid_t pid) { return pid != 0 && kill(pid, 0) != 0; });
  return static_cast<std::uint64_t>(dead - pids.begin());
}

void end_by_signal(const sigset_t& signals, int number) {
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::raise(number);
}

/// Waits for SIGTERM on a thread of its own and reports which process has died. If a process dies, mpirun sends SIGTERM
/// to all others, and SIGKILL one second later.
void wait_for_signal(sigset_t signals) {
  int number = 0;
  if (sigwait(&signals, &number) != 0) return;
  const auto start = std::chrono::steady_clock::now();
  const World& all = world();
  if (all.ending) return;  // no process has died, because all are about to exit normally
  // This process does not yet know the other processes on this machine.
  if (!all.met) return end_by_signal(signals, number);
  while (first_dead() == all.place.count && std::chrono::steady_clock::now() - start < std::chrono::milliseconds(300)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const std::uint64_t dead = first_dead();
  // Only the living process with the lowest rank prints the message.
  std::uint64_t speaker = 0;
  while (speaker < all.place.count && (all.neighbours[speaker] == 0 || kill(all.neighbours[speaker], 0) != 0))
    ++speaker;
  if (dead < all.place.count && speaker == all.place.rank) {
    say(fmt::format("rank {} (process {}) has ended unexpectedly; the other ranks have stopped", dead,
                    all.neighbours[dead]));
  }
  end_by_signal(signals, number);
}

void watch_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread(wait_for_signal, signals).detach();
}

/// Exchanges host names and process ids with all processes, to find those on this machine.
void meet_neighbours() {
  World& all = world();
  struct Card {
    std::array<char, 64> host{};
    pid_t pid = 0;
  };
  Card own{.pid = getpid()};
  gethostname(own.host.data(), own.host.size() - 1);
  const auto bytes = std::as_bytes(std::span(&own, 1));
  const auto cards = Channel(std::chrono::minutes(1)).gather({bytes.begin(), bytes.end()});
  all.neighbours.assign(cards.size(), 0);
  for (std::size_t rank = 0; rank < cards.size(); ++rank) {
    Card other;
    std::memcpy(&other, cards[rank].data(), sizeof(Card));
    if (other.host != own.host) continue;
    all.neighbours[rank] = other.pid;
    if (rank < all.place.rank) ++all.place.on_machine;
  }
  all.met = true;
}

/// Aborts all processes with MPI, because messages in flight will never be received. If `speaker` is false, another
/// process calls MPI, and this process waits.
[[noreturn]] void abort_all(int code, bool speaker) {
  if (speaker) library().abort(library().world, code);
  // Wait until mpirun ends this process, which it does after an abort.
  std::this_thread::sleep_for(most_of_ending);
  _exit(code);
}

}  // namespace

const ProcessRank& place() {
  return world().place;
}

void join() {
  if (!started_by_mpirun()) return;
  if (!absence().empty()) throw UnavailableError("mpirun has started this process, and " + absence());
  World& all = world();
  watch_signals();
  int level = 0, rank = 0, count = 1;
  check(library().init(nullptr, nullptr, MPI_THREAD_FUNNELED, &level), "MPI_Init_thread");
  check(library().comm_rank(library().world, &rank), "MPI_Comm_rank");
  check(library().comm_size(library().world, &count), "MPI_Comm_size");
  check(library().comm_dup(library().world, &all.messages), "MPI_Comm_dup");
  check(library().comm_dup(library().world, &all.notices), "MPI_Comm_dup");
  all.place = {.rank = static_cast<std::uint64_t>(rank), .count = static_cast<std::uint64_t>(count)};
  all.heard.resize(all.place.count);
  all.joined = true;
  if (count == 1) return;
  if (rank > 0) be_silent();
  leave_input();
  meet_neighbours();
}

int end(int code, const std::string& message) {
  World& all = world();
  if (!all.joined) return code;
  const PeerStatus own{code == 0 ? PeerStatus::Kind::ended : PeerStatus::Kind::failed, static_cast<std::uint8_t>(code),
                       fmt::format("rank {} has failed; the other ranks have stopped: {}", all.place.rank, message)};
  tell(own);
  const auto others_heard = [&all] {
    std::uint64_t heard = 1;
    for (std::uint64_t rank = 0; rank < all.place.count; ++rank) heard += all.heard[rank].has_value() ? 1 : 0;
    return heard == all.place.count;
  };
  const auto failure = [&all] {
    return std::ranges::find_if(all.heard, [](const auto& notice) { return notice && notice->code != 0; });
  };
  auto since = std::chrono::steady_clock::now();
  bool failed = code != 0;
  // If this process has already waited for an unresponsive process, wait only briefly for the others.
  const auto most = all.gave_up ? std::chrono::milliseconds(500) : most_of_ending;
  while (!others_heard()) {
    listen();
    if (!failed && failure() != all.heard.end()) {
      failed = true;
      since = std::chrono::steady_clock::now();
    }
    if (failed && std::chrono::steady_clock::now() - since > most) break;
    pause(since);
  }
  std::string text = message;
  if (code == 0 && failure() != all.heard.end()) {
    code = (*failure())->code;
    text = (*failure())->text;
    if (all.place.rank == 0) say(text);
  }
  // If another process failed while this process sent or received a message, return the exit code of the failed
  // process.
  if (all.broken && !all.gave_up && failure() != all.heard.end()) code = (*failure())->code;
  const bool whole = others_heard();
  all.ending = whole;
  std::uint64_t speaker = 0;
  while (speaker < all.place.rank && !all.heard[speaker]) ++speaker;
  if (code != 0 && speaker == all.place.rank && speaker > 0) say(text);
  // If another process has passed this process's failure on, it was in the middle of a message, and cannot reach
  // MPI_Finalize.
  const bool repeated = code != 0 && std::ranges::any_of(all.heard, [&own](const auto& notice) {
                          return notice && notice->kind == PeerStatus::Kind::failed && notice->text == own.text;
                        });
  if (all.broken || repeated || !whole) abort_all(code, speaker == all.place.rank);
  while (!all.sending.empty()) {
    forget_sent();
    pause(since);
  }
  library().finalize();
  return code;
}

}  // namespace texelsort::mpi
