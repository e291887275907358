#include "compute/cuda/event.h"

#include <thread>

#include "compute/cuda/driver.h"

namespace texelsort::cuda {

Event::Event() : handle_(present_driver().make_event(), GiveBack{&present_driver()}) {}

void Event::record(const Stream& stream) {
  driver().record(handle_.get(), stream.handle());
}

void Event::hold_back(const Stream& stream) const {
  driver().hold_back(stream.handle(), handle_.get());
}

bool Event::reached() const {
  return driver().reached(handle_.get());
}

void Event::wait() const {
  driver().wait(handle_.get());
}

bool Event::reached_within(std::chrono::milliseconds timeout) const {
  const auto start = std::chrono::steady_clock::now();
  while (!reached()) {
    if (std::chrono::steady_clock::now() - start > timeout) return false;
    std::this_thread::yield();
  }
  return true;
}

double Event::ms_since(const Event& start) const {
  return driver().ms_between(start.handle_.get(), handle_.get());
}

}  // namespace texelsort::cuda
