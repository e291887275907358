#include <fmt/format.h>

#include "compute/cuda/topology.h"

namespace texelsort::cuda {

std::string Link::joined_by() const {
  std::string text = way.empty() ? "unknown connection" : way;
  if (nvlinks > 0) text += fmt::format(", {} links", nvlinks);
  return text;
}

std::optional<Link> link_between(int one, int other) {
  static const std::vector<Link> known = links();
  for (const Link& link : known) {
    if ((link.from == one && link.to == other) || (link.from == other && link.to == one)) return link;
  }
  return std::nullopt;
}

std::string text(const Link& link) {
  std::string way = link.joined_by();
  if (link.bytes_per_second > 0) way += fmt::format(", {:.0f} GB/s per direction", link.bytes_per_second / 1e9);
  return way + (link.reaches ? ", each reads and writes the other's memory" : ", copies through the host");
}

}  // namespace texelsort::cuda
