#include <gtest/gtest.h>

#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::data {
namespace {

TEST(SizeParser, AcceptsPowersExponentsAndUnitPrefixes) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"0", 0},
                                                         {"1000000", 1000000},
                                                         {"1e6", 1000000},
                                                         {"1E6", 1000000},
                                                         {"1e+6", 1000000},
                                                         {"1M", 1000000},
                                                         {"1k", 1000},
                                                         {"4G", 4000000000},
                                                         {"1Ki", 1024},
                                                         {"3Mi", 3145728},
                                                         {"1Gi", 1073741824},
                                                         {"2^20", 1048576},
                                                         {"10^3", 1000},
                                                         {"2^0", 1},
                                                         {"2^63", 1ull << 63},
                                                         {"1.5M", 1500000},
                                                         {"0.5Ki", 512},
                                                         {"2.5e3", 2500},
                                                         {"1.25e1k", 12500},
                                                         {"18446744073709551615", UINT64_MAX},
                                                         {"007", 7},
                                                         {"0e999", 0},
                                                         {"1^18446744073709551615", 1}};
  for (const auto& [text, value] : cases) EXPECT_EQ(parse_size(text), value) << text;
}

TEST(SizeParser, RejectsTextsThatAreNotWholeSizes) {
  for (const char* text : {"",           "k",  "-1",   "+1",      " 1",   "1 ",   "1x",   "1kk",
                           "0.5",        "1.", ".5",   "2^",      "^2",   "2^64", "1e20", "18446744073709551616",
                           "17000000Ti", "1e", "0x10", "1.0001k", "2^-1", "1e-3"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

TEST(NumberParser, AcceptsATextOnlyWhenAllOfItIsANumber) {
  EXPECT_EQ(read_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(read_number<double>("0.25"), 0.25);
  for (const char* text : {"", " 1", "1 ", "1x", "-1", "18446744073709551616"}) {
    EXPECT_EQ(read_number<std::uint64_t>(text), std::nullopt) << text;
  }
}

TEST(NearestName, HasTheSmallestEditDistance) {
  const std::vector<std::string> names{"uniform", "gaussian", "sorted", "reversed"};
  EXPECT_EQ(nearest("unifrm", names), "uniform");
  EXPECT_EQ(nearest("sort", names), "sorted");
  EXPECT_EQ(nearest("gausian", names), "gaussian");
  EXPECT_EQ(nearest("reversed", names), "reversed");
}

TEST(NearestName, IsEmptyWhenEveryNameIsTooDifferent) {
  EXPECT_EQ(nearest("xyz", {"uniform", "sorted"}), "");
  EXPECT_EQ(nearest("abcd", {"abxx"}), "abxx");  // "abxx" is near enough, although half of the letters differ
  EXPECT_EQ(nearest("abcd", {"axxx"}), "");
  EXPECT_EQ(nearest("abc", {}), "");
}

TEST(NearestName, IsSuggestedWithTheDashesOfAnOption) {
  EXPECT_EQ(did_you_mean("timng", {"trace", "timing"}, "--"), ", did you mean '--timing'?");
  EXPECT_EQ(did_you_mean("xyz", {"trace", "timing"}), "");
}

}  // namespace
}  // namespace texelsort::data
