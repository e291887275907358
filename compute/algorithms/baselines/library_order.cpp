#include "compute/algorithms/baselines/library_order.h"

#include "compute/algorithms/core/run.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

LibraryOrder library_order(const Problem& problem) {
  return {problem.type(), problem.order, data::plain_order_agrees(problem.keys) ? Comparing::plain : Comparing::codes};
}

std::string comparison_text(const LibraryOrder& order, std::string_view names) {
  if (order.comparing == Comparing::codes) return "the codes of its keys, which are not all ordered by < as here";
  return std::string(names) + (order.order == data::Order::ascending ? "less" : "greater");
}

}  // namespace texelsort::algorithms
