// Tests of networks from users' files, executed by every method.

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "tests/algorithms/problems.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::algorithms {
namespace {

class UserNetwork : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) { return folder_.write(name, text); }

  const tests::TemporaryFolder folder_;
};

std::string message_of(const std::string& id, std::uint64_t n) {
  try {
    start(find_algorithm(id), make_problem("reversed", data::KeyType::u32, n));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

// Insertion sort of five keys as a network. Its steps leave some positions unused.
constexpr const char* insertion = "0:1\n1:2\n0:1,2:3\n1:2,3:4\n0:1,2:3\n1:2\n0:1\n";

TEST_F(UserNetwork, RunsByEveryMethodOnEveryNumberOfKeys) {
  TEXELSORT_NEED_GL();
  const std::string path = file("insertion.txt", insertion);
  std::size_t ran = 0;
  for (const Algorithm* algorithm : match_algorithms(path + "/*")) {
    if (!algorithm->availability(&gpu::test_device().info(), {}).available) continue;
    for (const std::uint64_t n : {0, 1, 2, 3, 4, 5}) {
      for (const auto order : {data::Order::ascending, data::Order::descending}) {
        const auto problem = make_problem("gaussian", data::KeyType::f32, n, data::PayloadKind::none, order);
        const auto run = start(*algorithm, problem);
        const auto failure = verify_every_pass(*run, *problem, false);
        EXPECT_FALSE(failure) << algorithm->info().id << " n " << n << ": " << text(*failure);
        ++ran;
      }
    }
  }
  EXPECT_GE(ran, 5u * 6 * 2);
}

TEST_F(UserNetwork, RejectsFewerKeysWhenItsComparatorsPointBothWays) {
  TEXELSORT_NEED_GL();
  // A network with comparators of both directions that sorts 4 keys.
  const std::string path = file("both.txt", "1:0,2:3;0:2,1:3;0:1,2:3");
  for (const char* method : {"/single-quad", "/grouped-quads", "/reference@cpu"}) {
    const auto problem = make_problem("reversed", data::KeyType::f32, 4);
    const auto run = start(find_algorithm(path + method), problem);
    EXPECT_FALSE(verify_every_pass(*run, *problem, false)) << method;
    EXPECT_NE(message_of(path + method, 3).find("accepts exactly 4 keys"), std::string::npos);
  }
}

TEST_F(UserNetwork, FailsTheCheckWhenItDoesNotSort) {
  const std::string path = file("unsorted.json", R"({"n": 4, "steps": [[[0, 1], [2, 3]], [[0, 2], [1, 3]]]})");
  const auto problem =
      std::make_shared<const Problem>(Problem{std::vector<std::uint32_t>{2, 3, 1, 4}, data::Order::ascending, {}});
  const auto run = start(find_algorithm(path + "/reference@cpu"), problem);
  const auto failure = verify_every_pass(*run, *problem, false);
  ASSERT_TRUE(failure);
  EXPECT_FALSE(failure->pass) << "every step did what it says";
  EXPECT_EQ(failure->index, 2u);  // the wrong output is 1 3 2 4
}

TEST_F(UserNetwork, IsRejectedWithTheFileAndThePositionOfAnError) {
  EXPECT_NE(message_of(file("few.txt", "0:1") + "/reference@cpu", 3).find("limit of 2"), std::string::npos);
  const std::string broken = file("broken.txt", "0:1,1:2");
  try {
    find_algorithm(broken + "/reference@cpu");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(broken + ":1:5"), std::string::npos) << error.what();
  }
  EXPECT_THROW(find_algorithm("no/such/file.txt/reference@cpu"), UsageError);
  EXPECT_THROW(find_algorithm(file("fine.txt", "0:1") + "/no-such-method"), UsageError);
}

}  // namespace
}  // namespace texelsort::algorithms
