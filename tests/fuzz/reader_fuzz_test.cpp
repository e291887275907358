#include <exception>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/fuzz/mutator.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

/// Returns the bytes as a C string literal that can be copied into a test.
std::string escaped(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return text;
}

testing::AssertionResult holds(const Target& target, const std::string& input) {
  try {
    target.run(input);
    return testing::AssertionSuccess();
  } catch (const std::exception& broken) {
    return testing::AssertionFailure() << target.name << ": " << broken.what() << "\ninput: \"" << escaped(input)
                                       << '"';
  }
}

class FuzzedReader : public testing::TestWithParam<Target> {};

TEST_P(FuzzedReader, FulfilsItsPropertiesForEverySeedInput) {
  const auto seeds = seed_inputs(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) EXPECT_TRUE(holds(GetParam(), seed));
}

TEST_P(FuzzedReader, FulfilsItsPropertiesForMutatedSeedInputs) {
  constexpr int runs = 2000;
  Mutator mutator(seed_inputs(GetParam().name), dictionary(GetParam().name), 1);
  for (int run = 0; run < runs; ++run) ASSERT_TRUE(holds(GetParam(), mutator.next()));
}

INSTANTIATE_TEST_SUITE_P(All, FuzzedReader, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(InputMutator, GivesTheSameInputsForTheSameSeed) {
  const std::vector<std::string> seeds{"1 2 3\n", ""}, words{"nan"};
  Mutator one(seeds, words, 7), other(seeds, words, 7), third(seeds, words, 8);
  int different = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string input = one.next();
    EXPECT_EQ(input, other.next());
    different += input != third.next() ? 1 : 0;
  }
  EXPECT_GT(different, 50);
}

}  // namespace
}  // namespace texelsort::fuzz
