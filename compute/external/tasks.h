#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "compute/external/queue.h"

/// Threads of a pipeline, which all end if one of them fails.
namespace texelsort::external {

/// Exception that ends a task after another task has failed.
struct Cancelled {};

/// Runs each task of a pipeline on its own thread, because tasks wait for files and for each other, and would block
/// oneTBB's workers. The first error cancels all queues. A thread that cannot start counts as an error.
class Tasks {
 public:
  Tasks() = default;
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks();

  /// Registers a function to call at the first error. Must precede start().
  void on_failure(std::function<void()> cancel) { cancels_.push_back(std::move(cancel)); }
  void start(std::function<void()> work);
  /// Runs a task on the calling thread. Handles errors as on the other threads.
  void guard(const std::function<void()>& work);
  /// Waits until all tasks have ended, and throws the first error.
  void finish();

 private:
  void join();
  void cancel_all() const;

  std::mutex mutex_;
  std::exception_ptr error_;
  std::vector<std::function<void()>> cancels_;
  std::vector<std::thread> threads_;
};

/// Returns an item that was removed from a queue. Throws Cancelled if it is null, because the queue was cancelled.
template <class Item>
Item or_cancelled(std::optional<Item> item) {
  if (!item) throw Cancelled();
  return std::move(*item);
}

/// Lets several threads execute actions in the order of their numbers 0, 1, 2, ...
class Turns {
 public:
  /// Waits until all actions with lower numbers have ended. Throws Cancelled if another task has failed.
  void wait(std::size_t number);
  /// Ends the current action, so that the next number may start.
  void next();
  void cancel();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t now_ = 0;
  bool cancelled_ = false;
};

/// Calls work(0) to work(count - 1), each on its own thread. On the first error, calls `cancel`. Throws the first error
/// when all threads have ended.
void on_threads(unsigned count, const std::function<void(unsigned)>& work, const std::function<void()>& cancel);

}  // namespace texelsort::external
