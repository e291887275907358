#include "app/splitter_tree.h"

#include <algorithm>

namespace texelsort::app {

SplitterTree splitter_tree(std::uint64_t buckets) {
  SplitterTree tree;
  tree.buckets = buckets;
  if (buckets < 2) return tree;
  const auto add = [&tree](std::uint64_t low, std::uint64_t high, unsigned depth) {
    tree.nodes.push_back({low + (high - low + 1) / 2 - 1, low, high, depth, std::nullopt, std::nullopt});
    tree.depth = std::max(tree.depth, depth + 1);
    return tree.nodes.size() - 1;
  };
  add(0, buckets, 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const SplitterTree::Node node = tree.nodes[i];
    const std::uint64_t middle = node.splitter + 1;
    if (middle - node.low > 1) {
      const std::size_t left = add(node.low, middle, node.depth + 1);
      tree.nodes[i].left = left;
    }
    if (node.high - middle > 1) {
      const std::size_t right = add(middle, node.high, node.depth + 1);
      tree.nodes[i].right = right;
    }
  }
  return tree;
}

std::vector<std::size_t> SplitterTree::way_to(std::uint64_t bucket) const {
  std::vector<std::size_t> way;
  std::optional<std::size_t> at = nodes.empty() ? std::nullopt : std::optional<std::size_t>(0);
  while (at) {
    way.push_back(*at);
    at = bucket <= nodes[*at].splitter ? nodes[*at].left : nodes[*at].right;
  }
  return way;
}

}  // namespace texelsort::app
