#include "compute/data/side_by_side.h"

#include <exception>
#include <thread>
#include <vector>

namespace texelsort::data {

void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        try {
          work(i);
        } catch (...) {
          failures[i] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace texelsort::data
