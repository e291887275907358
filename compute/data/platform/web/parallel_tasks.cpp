#include "compute/data/parallel_tasks.h"

namespace texelsort::data {

void parallel_tasks(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  for (std::uint64_t i = 0; i < count; ++i) work(i);
}

}  // namespace texelsort::data
