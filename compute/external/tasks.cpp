#include "compute/external/tasks.h"

namespace texelsort::external {

Tasks::~Tasks() {
  if (threads_.empty()) return;
  cancel_all();
  join();
}

void Tasks::start(std::function<void()> work) {
  guard([&] { threads_.emplace_back([this, work = std::move(work)] { guard(work); }); });
}

void Tasks::cancel_all() const {
  for (const auto& cancel : cancels_) cancel();
}

void Tasks::guard(const std::function<void()>& work) {
  try {
    work();
  } catch (const Cancelled&) {
    // Ignore this error, because another task failed first and has stored the cause.
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    cancel_all();
  }
}

void Tasks::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Tasks::finish() {
  join();
  if (error_) std::rethrow_exception(error_);
}

void Turns::wait(std::size_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return now_ == number || cancelled_; });
  if (cancelled_) throw Cancelled();
}

void Turns::next() {
  const std::lock_guard lock(mutex_);
  ++now_;
  changed_.notify_all();
}

void Turns::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  changed_.notify_all();
}

void on_threads(unsigned count, const std::function<void(unsigned)>& work, const std::function<void()>& cancel) {
  Tasks tasks;
  tasks.on_failure(cancel);
  for (unsigned i = 1; i < count; ++i) tasks.start([&work, i] { work(i); });
  tasks.guard([&work] { work(0); });
  tasks.finish();
}

}  // namespace texelsort::external
