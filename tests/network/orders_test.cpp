#include "compute/network/orders.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "compute/network/analysis.h"
#include "compute/network/generators.h"
#include "compute/network/reader.h"

namespace texelsort::network {
namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

std::vector<std::string> sentences(const Network& network) {
  std::vector<std::string> all;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) all.push_back(step.claim.sentence);
  }
  return all;
}

TEST(KnownOrders, AreCorrectForTheSmallestNetworkThatSortsFourKeys) {
  const auto orders = known_orders(parse_network("0:1,2:3;0:2,1:3;1:2", "x"));
  ASSERT_EQ(orders.size(), 3u);
  EXPECT_EQ(orders[0].neighbours, (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(orders[0].unsorted, 9u) << "all but 0000, 0001, 0010, 0011, 0111, 1011 and 1111";
  EXPECT_EQ(orders[1].neighbours, (Pairs{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(orders[1].pairs, 5u);
  EXPECT_TRUE(orders[2].sorted());
  EXPECT_EQ(orders[2].unsorted, 0u);
}

TEST(KnownOrders, AgreeWithTheSearchForUnsortedInputs) {
  for (const char* text : {"0:1,2:3;0:2,1:3", "0:1;1:2;2:3", "n=3;0:1", "1:0", "3:1,0:2;0:1;2:3", "0:1;1:2;0:1"}) {
    const Network network = parse_network(text, "x");
    const KnownOrders last = known_orders(network).back();
    EXPECT_EQ(last.unsorted == 0, !find_unsorted_zero_one_input(network).has_value()) << text;
    EXPECT_EQ(last.sorted(), last.unsorted == 0) << text;
  }
}

TEST(KnownOrders, HoldForRandomKeysAfterEveryStep) {
  // Orders of networks with up to most_followed_places positions are found by trying all inputs. Orders of larger
  // networks are inferred.
  for (const std::uint64_t n : {5, 11, 16, 24, 64}) {
    std::mt19937_64 random(n);
    std::vector<std::string> steps;
    std::string text = "n=" + std::to_string(n);
    for (int step = 0; step < 12; ++step) {
      std::vector<std::uint64_t> places(n);
      for (std::uint64_t i = 0; i < n; ++i) places[i] = i;
      std::ranges::shuffle(places, random);
      text += ";";
      for (std::uint64_t i = 0; i + 1 < n; i += 2) {
        text += (i > 0 ? "," : "") + std::to_string(places[i]) + ":" + std::to_string(places[i + 1]);
      }
    }
    const Network network = parse_network(text, "x");
    const auto orders = known_orders(network);
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<std::uint64_t> codes(n);
      for (auto& code : codes) code = random() % 100;
      std::size_t at = 0;
      for (const Step& step : network.stages[0].steps) {
        apply(step, codes, {});
        ASSERT_EQ(step.claim.first_violation(codes), std::nullopt) << step.claim.sentence;
        for (const auto& [i, j] : orders[at].neighbours) ASSERT_LE(codes[i], codes[j]);
        ++at;
      }
    }
    EXPECT_GE(orders[0].pairs, n / 2);
  }
}

TEST(KnownOrders, IncludeAllInferredOrdersWhenTheyAreFoundByTryingAllInputs) {
  // Add unused positions to the same network, so many that its orders are inferred.
  const Network small = best_known(8);
  Network large = small;
  large.n = most_followed_places + 1;
  const auto found = known_orders(small), concluded = known_orders(large);
  ASSERT_EQ(found.size(), concluded.size());
  EXPECT_EQ(found[0].neighbours, concluded[0].neighbours);
  EXPECT_EQ(found[1].neighbours, concluded[1].neighbours);
  for (std::size_t step = 0; step < found.size(); ++step) EXPECT_LE(concluded[step].pairs, found[step].pairs);
}

TEST(KnownOrdersClaim, DescribesWhichKeysAreInOrderAfterEachStep) {
  EXPECT_EQ(sentences(parse_network("0:1,2:3;0:2,1:3;1:2", "x")),
            (std::vector<std::string>{"2 of 6 pairs of places are in order: 0 \u2264 1, 2 \u2264 3; "
                                      "9 of all 16 inputs of zeros and ones are still unsorted",
                                      "5 of 6 pairs of places are in order: 0 \u2264 1 \u2264 3, 0 \u2264 2 \u2264 3; "
                                      "4 of all 16 inputs of zeros and ones are still unsorted",
                                      "all keys are sorted"}));
  EXPECT_EQ(sentences(parse_network("1:0", "x")).front(),
            "1 of 1 pairs of places are in order: 1 \u2264 0; 2 of all 4 inputs of zeros and ones are still unsorted");
}

TEST(KnownOrdersClaim, NeverStatesThatABrokenNetworkSorts) {
  Network network = best_known(8);
  auto& steps = network.stages[0].steps;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (std::size_t c = 0; c < steps[step].listed.size(); ++c) {
      Network broken = network;
      auto& listed = broken.stages[0].steps[step].listed;
      listed.erase(listed.begin() + static_cast<std::ptrdiff_t>(c));
      claim_orders(broken);
      const std::string last = sentences(broken).back();
      EXPECT_NE(last.find("still unsorted"), std::string::npos) << "19 is least: every comparator is needed; " << last;
    }
  }
}

}  // namespace
}  // namespace texelsort::network
