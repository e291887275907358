#include <fmt/format.h>

#include "compute/cuda/topology.h"

namespace texelsort::cuda {

std::string text(const Link& link) {
  std::string way = link.way.empty() ? "of unknown way" : link.way;
  if (link.nvlinks > 0) way += fmt::format(", {} links", link.nvlinks);
  return way + (link.reaches ? ", each reads and writes the other's memory" : ", copies through the host");
}

}  // namespace texelsort::cuda
