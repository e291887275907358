#include "compute/algorithms/baselines/library_order.h"

#include "compute/algorithms/core/run.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

LibraryOrder library_order(const Problem& problem) {
  return {problem.type(), problem.order, data::plain_order_agrees(problem.keys) ? Comparing::plain : Comparing::codes};
}

std::string comparison_text(const LibraryOrder& order, std::string_view names) {
  if (order.comparing == Comparing::codes) return "the encoded keys, because < does not order all of these keys";
  return std::string(names) + (order.order == data::Order::ascending ? "less" : "greater");
}

}  // namespace texelsort::algorithms
