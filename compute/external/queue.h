#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace texelsort::external {

/// Bounded queue between two tasks of a pipeline. After cancel(), all later calls return at once. oneTBB's bounded
/// queue wakes only current waiters, so that a later waiter would block forever.
template <class Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Appends an item, and waits for space if the queue is full. Returns false and drops the item if the queue is
  /// cancelled.
  bool push(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_ || cancelled_; });
    if (cancelled_) return false;
    items_.push_back(std::move(item));
    changed_.notify_all();
    return true;
  }

  /// Removes the first item, and waits for one if the queue is empty. Returns null if the queue is cancelled, or closed
  /// and empty.
  std::optional<Item> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ready(); });
    return take();
  }

  /// Waits until an item arrives or the queue ends, for at most `time`. Returns false after a timeout.
  template <class Duration>
  bool wait_for(Duration time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return ready(); });
  }

  /// Announces that no further items will come.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }
  std::size_t capacity() const { return capacity_; }

 private:
  bool ready() const { return !items_.empty() || closed_ || cancelled_; }
  std::optional<Item> take() {
    if (cancelled_ || items_.empty()) return std::nullopt;
    std::optional<Item> item(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool closed_ = false, cancelled_ = false;
};

}  // namespace texelsort::external
