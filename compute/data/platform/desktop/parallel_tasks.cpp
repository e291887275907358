#include "compute/data/parallel_tasks.h"

#include <exception>
#include <future>
#include <thread>
#include <vector>

namespace texelsort::data {

void parallel_tasks(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  {
    // Start all threads before any call of `work`, because the calls may wait for each other.
    std::promise<bool> all_there;
    const std::shared_future<bool> begins = all_there.get_future();
    std::vector<std::jthread> threads;
    const auto run = [&](std::uint64_t i) {
      if (!begins.get()) return;
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    };
    try {
      for (std::uint64_t i = 0; i < count; ++i) threads.emplace_back(run, i);
    } catch (...) {
      all_there.set_value(false);
      throw;
    }
    all_there.set_value(true);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace texelsort::data
