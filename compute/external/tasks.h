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

/// Another task has failed: nothing more to do.
struct Cancelled {};

/// Tasks in threads of their own; they block on files and on each other, which oneTBB's workers should not. The first
/// error cancels all queues; a thread that cannot be started is one.
class Tasks {
 public:
  Tasks() = default;
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks();

  /// What is called once something has failed; before the first start().
  void on_failure(std::function<void()> cancel) { cancels_.push_back(std::move(cancel)); }
  void start(std::function<void()> work);
  /// Runs this on the calling thread, with the same care.
  void guard(const std::function<void()>& work);
  /// Waits for all, and throws the first error.
  void finish();

 private:
  void join();
  void cancel_all() const;

  std::mutex mutex_;
  std::exception_ptr error_;
  std::vector<std::function<void()>> cancels_;
  std::vector<std::thread> threads_;
};

/// Throws Cancelled in place of nothing.
template <class Item>
Item or_cancelled(std::optional<Item> item) {
  if (!item) throw Cancelled();
  return std::move(*item);
}

/// Lets what has numbers from 0 on be done one after the other.
class Turns {
 public:
  /// Waits until it is the turn of this number. Throws Cancelled.
  void wait(std::size_t number);
  /// The turn is over.
  void next();
  void cancel();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t now_ = 0;
  bool cancelled_ = false;
};

/// Calls work(0) to work(count - 1), each in a thread of its own, and throws the first error. `cancel` is called once
/// something has failed.
void on_threads(unsigned count, const std::function<void(unsigned)>& work, const std::function<void()>& cancel);

}  // namespace texelsort::external
