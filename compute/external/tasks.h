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

/// Threads of a pipeline that end together.
namespace texelsort::external {

/// Exception that ends a task because another task has failed.
struct Cancelled {};

/// Runs tasks on their own threads, because they block on files and on each other, which oneTBB workers should not do.
/// The first error, which may be a failure to start a thread, cancels all queues.
class Tasks {
 public:
  Tasks() = default;
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks();

  /// Registers a function to call on the first error. Must precede start().
  void on_failure(std::function<void()> cancel) { cancels_.push_back(std::move(cancel)); }
  void start(std::function<void()> work);
  /// Runs a task on the calling thread with the same error handling.
  void guard(const std::function<void()>& work);
  /// Waits for all tasks, and throws the first error.
  void finish();

 private:
  void join();
  void cancel_all() const;

  std::mutex mutex_;
  std::exception_ptr error_;
  std::vector<std::function<void()>> cancels_;
  std::vector<std::thread> threads_;
};

/// Unwraps an item. Throws Cancelled if it is null.
template <class Item>
Item or_cancelled(std::optional<Item> item) {
  if (!item) throw Cancelled();
  return std::move(*item);
}

/// Executes numbered actions, from 0 on, one after another.
class Turns {
 public:
  /// Waits for the turn of this number. Throws Cancelled.
  void wait(std::size_t number);
  /// Ends the current turn.
  void next();
  void cancel();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t now_ = 0;
  bool cancelled_ = false;
};

/// Calls work(0) to work(count - 1), each on its own thread, and throws the first error. Calls `cancel` on the first
/// error.
void on_threads(unsigned count, const std::function<void(unsigned)>& work, const std::function<void()>& cancel);

}  // namespace texelsort::external
