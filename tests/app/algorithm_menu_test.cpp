#include "app/problem/algorithm_menu.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/registry.h"
#include "compute/gpu/device.h"

namespace texelsort::app {
namespace {

using algorithms::Algorithm;
using algorithms::Task;

AlgorithmList everything() {
  AlgorithmList all;
  for (const auto& algorithm : algorithms::registry()) all.push_back(algorithm.get());
  return all;
}

std::vector<std::string> ids(const std::vector<FoundAlgorithm>& found) {
  std::vector<std::string> list;
  for (const FoundAlgorithm& one : found) list.push_back(one.algorithm->info().id);
  return list;
}

std::vector<std::string> found_by(std::string_view text) {
  return ids(search_algorithms(everything(), text, nullptr, {}));
}

TEST(AlgorithmMenu, ListsEveryAlgorithmOnceUnderItsTask) {
  const AlgorithmList all = everything();
  std::multiset<const Algorithm*> listed;
  for (const Task task : {Task::sort, Task::select, Task::merge}) {
    const AlgorithmMenu menu = algorithm_menu(all, task, nullptr, {});
    const auto add = [&](const Algorithm* algorithm) {
      EXPECT_EQ(algorithm->info().task, task) << algorithm->info().id;
      listed.insert(algorithm);
    };
    for (const Algorithm* algorithm : menu.own) add(algorithm);
    for (const Algorithm* cell : menu.matrix.cells) {
      if (cell != nullptr) add(cell);
    }
    for (const AlgorithmGroup& family : menu.families) {
      for (const Algorithm* algorithm : family.algorithms) {
        add(algorithm);
        EXPECT_EQ(algorithm->info().family, family.heading);
      }
    }
    std::set<std::string> reasons;
    for (const AlgorithmGroup& group : menu.absent) {
      EXPECT_TRUE(reasons.insert(group.heading).second) << "one group a reason: " << group.heading;
      for (const Algorithm* algorithm : group.algorithms) {
        EXPECT_EQ(algorithm->availability(nullptr, {}).reason, group.heading) << algorithm->info().id;
        if (algorithm->network() == nullptr) add(algorithm);
      }
    }
  }
  EXPECT_EQ(listed, std::multiset<const Algorithm*>(all.begin(), all.end()));
}

TEST(AlgorithmMenu, ArrangesNetworksAndMethodsInAMatrix) {
  const AlgorithmMenu menu = algorithm_menu(everything(), Task::sort, nullptr, {});
  const NetworkMatrix& matrix = menu.matrix;
  ASSERT_GE(matrix.networks.size(), network::families().size());
  for (std::size_t row = 0; row < matrix.networks.size(); ++row) {
    for (std::size_t column = 0; column < matrix.methods.size(); ++column) {
      const Algorithm* cell = matrix.at(row, column);
      ASSERT_NE(cell, nullptr);
      EXPECT_EQ(cell->network(), matrix.networks[row]);
      EXPECT_EQ(cell->info().id, matrix.networks[row]->id + "/" + matrix.methods[column]->id);
    }
  }
  EXPECT_TRUE(algorithm_menu(everything(), Task::merge, nullptr, {}).matrix.cells.empty());
}

TEST(AlgorithmMenu, LeavesAMatrixCellEmptyWhenANetworkLacksTheMethod) {
  const AlgorithmList some{&algorithms::find_algorithm("bitonic/reference@cpu"),
                           &algorithms::find_algorithm("bitonic/blend"),
                           &algorithms::find_algorithm("pairwise/reference@cpu")};
  const NetworkMatrix matrix = algorithm_menu(some, Task::sort, nullptr, {}).matrix;
  EXPECT_EQ(matrix.at(0, 1), some[1]);
  EXPECT_EQ(matrix.at(1, 0), some[2]);
  EXPECT_EQ(matrix.at(1, 1), nullptr);
}

TEST(AlgorithmMenu, ListsTheAlgorithmOfATypedIdFirst) {
  for (const Algorithm* algorithm : everything()) {
    const auto found = found_by(algorithm->info().id);
    ASSERT_FALSE(found.empty());
    if (algorithm->availability(nullptr, {}).available) {
      EXPECT_EQ(found.front(), algorithm->info().id);
    } else {
      EXPECT_NE(std::ranges::find(found, algorithm->info().id), found.end());
    }
  }
}

TEST(AlgorithmMenu, FindsAlgorithmsByIdTitleFamilyAndSource) {
  EXPECT_EQ(found_by("nth").front(), "std/nth-element@cpu");
  EXPECT_EQ(found_by("cpu PAIRWISE"), std::vector<std::string>{"pairwise/reference@cpu"});
  EXPECT_EQ(found_by("odd even merge cpu").front(), "odd-even-merge/reference@cpu");
  const auto of_batcher = search_algorithms(everything(), "batcher 1968 afips", nullptr, {});
  ASSERT_FALSE(of_batcher.empty());
  for (const FoundAlgorithm& one : of_batcher) {
    EXPECT_NE(one.source.find("K. E. Batcher"), std::string::npos) << one.algorithm->info().id;
  }
  EXPECT_TRUE(std::ranges::any_of(of_batcher, [](const FoundAlgorithm& one) {
    return one.algorithm->info().id == "odd-even-merge/grouped-quads";
  })) << "a network's source counts for each of its methods";
  EXPECT_TRUE(found_by("no such thing").empty());
  EXPECT_TRUE(found_by("  ").empty());
}

TEST(AlgorithmMenu, ListsUnavailableAlgorithmsLastWithTheReason) {
  const auto found = search_algorithms(everything(), "radix", nullptr, {});
  ASSERT_GE(found.size(), 3u);
  const auto absent = [](const FoundAlgorithm& one) { return !one.reason.empty(); };
  EXPECT_TRUE(std::ranges::is_partitioned(found, [&](const FoundAlgorithm& one) { return !absent(one); }));
  EXPECT_TRUE(absent(found.back())) << "without a device no shader runs";
}

}  // namespace
}  // namespace texelsort::app
