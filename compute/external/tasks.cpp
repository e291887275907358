#include "compute/external/tasks.h"

namespace texelsort::external {

void Tasks::guard(const std::function<void()>& work) {
  try {
    work();
  } catch (const Cancelled&) {
    // whoever has failed has said so
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    for (const auto& cancel : cancels_) cancel();
  }
}

void Tasks::join() {
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Tasks::finish() {
  join();
  if (error_) std::rethrow_exception(error_);
}

BlockWriter::BlockWriter(Tasks& tasks, Meter& meter, TaskKind task, std::size_t blocks,
                         std::function<void(BlockSink&)> finished)
    : meter_(meter), task_(task), finished_(std::move(finished)), empty_(blocks), filled_(blocks) {
  for (std::size_t i = 0; i < blocks; ++i) empty_.push(std::make_unique<Block>());
  tasks.on_failure([this] {
    empty_.cancel();
    filled_.cancel();
  });
  tasks.start([this] { work(); });
}

BlockWriter::Ptr BlockWriter::take() {
  Ptr block = or_cancelled(empty_.pop());
  block->raw.clear();
  block->stored.clear();
  block->last = false;
  return block;
}

void BlockWriter::give(Ptr block) {
  if (!filled_.push(std::move(block))) throw Cancelled();
  meter_.queue(task_, filled_.size(), filled_.capacity());
}

void BlockWriter::work() {
  while (std::optional<Ptr> block = filled_.pop()) {
    {
      const Meter::Busy busy(meter_, task_);
      BlockSink& sink = *(*block)->sink;
      sink.write(**block);
      meter_.count(task_, (*block)->raw.size());
      if ((*block)->last) {
        sink.finish();
        finished_(sink);
      }
    }
    empty_.push(std::move(*block));
  }
}

}  // namespace texelsort::external
