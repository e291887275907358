#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "compute/external/block.h"
#include "compute/external/meter.h"
#include "compute/external/queue.h"

/// Threads of a pipeline that end together.
namespace texelsort::external {

/// Another task has failed: nothing more to do.
struct Cancelled {};

/// Tasks in threads of their own; they block on files and on each other, which oneTBB's workers should not. The first
/// error cancels all queues.
class Tasks {
 public:
  Tasks() = default;
  Tasks(const Tasks&) = delete;
  Tasks& operator=(const Tasks&) = delete;
  ~Tasks() { join(); }

  /// What is called once something has failed; before the first start().
  void on_failure(std::function<void()> cancel) { cancels_.push_back(std::move(cancel)); }
  void start(std::function<void()> work) {
    threads_.emplace_back([this, work = std::move(work)] { guard(work); });
  }
  /// Runs this on the calling thread, with the same care.
  void guard(const std::function<void()>& work);
  /// Waits for all, and throws the first error.
  void finish();

 private:
  void join();

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

/// A task that writes blocks in the order in which they are given, and a fixed number of them to fill.
class BlockWriter {
 public:
  using Ptr = std::unique_ptr<Block>;

  /// `finished` is called after a file's last block.
  BlockWriter(Tasks& tasks, Meter& meter, TaskKind task, std::size_t blocks, std::function<void(BlockSink&)> finished);

  /// An empty block, when there is one. Throws Cancelled.
  Ptr take();
  /// To be written. Throws Cancelled.
  void give(Ptr block);
  void close() { filled_.close(); }

 private:
  void work();

  Meter& meter_;
  TaskKind task_;
  std::function<void(BlockSink&)> finished_;
  BoundedQueue<Ptr> empty_, filled_;
};

}  // namespace texelsort::external
