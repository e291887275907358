#include "compute/cuda/event.h"

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

double Event::ms_since(const Event& start) const {
  return driver().ms_between(start.handle_.get(), handle_.get());
}

}  // namespace texelsort::cuda
