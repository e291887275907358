#include "app/cli/commands/interrupt.h"

#include <atomic>

#include "compute/data/io/temporary_file.h"

namespace texelsort::app {

namespace {

std::atomic<int> first_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a handler may use it");

void ask(int number) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) data::end_by_signal(number);
}

struct sigaction replace_unless_ignored(int number) {
  struct sigaction before {};
  sigaction(number, nullptr, &before);
  struct sigaction now {};
  now.sa_handler = ask;
  now.sa_flags = SA_RESTART;
  if (before.sa_handler != SIG_IGN) sigaction(number, &now, nullptr);
  return before;
}

}  // namespace

Interrupt::Interrupt() : before_int_(replace_unless_ignored(SIGINT)), before_term_(replace_unless_ignored(SIGTERM)) {}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

int Interrupt::asked() {
  return first_signal;
}

}  // namespace texelsort::app
