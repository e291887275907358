#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace texelsort::app {

namespace {

std::atomic<bool> is_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler may use it");

void ask(int number) {
  is_asked = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  is_asked = false;
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool Interrupt::asked() {
  return is_asked;
}

}  // namespace texelsort::app
