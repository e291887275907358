#include "compute/external/tasks.h"

#include <system_error>

#include <gtest/gtest.h>

namespace texelsort::external {
namespace {

TEST(PipelineTasks, EndWhenTheirOwnerFails) {
  BoundedQueue<int> queue(1);
  try {
    Tasks tasks;
    tasks.on_failure([&] { queue.cancel(); });
    tasks.start([&] { queue.pop(); });
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  } catch (const std::system_error&) {
    // The task must end without an item, because no other task delivers one.
  }
}

TEST(PipelineTasks, EndWithTheErrorThatOccurredFirst) {
  BoundedQueue<int> queue(1);
  Tasks tasks;
  tasks.on_failure([&] { queue.cancel(); });
  tasks.start([&] { or_cancelled(queue.pop()); });
  tasks.guard([] { throw std::bad_alloc(); });
  EXPECT_THROW(tasks.finish(), std::bad_alloc);
}

}  // namespace
}  // namespace texelsort::external
