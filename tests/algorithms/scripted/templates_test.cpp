#include <filesystem>

#include <gtest/gtest.h>

#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/check/verify.h"
#include "compute/data/keys/order.h"
#include "tests/algorithms/problems.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::algorithms {
namespace {

/// A template of `texelsort init`, by the name of its folder. Its script is valid as it is: the marker of its id is
/// replaced before it runs.
class SortTemplateClaims : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    const auto source = std::filesystem::path(TEXELSORT_SOURCE_DIR) / "assets/sorts" / GetParam();
    for (const auto& entry : std::filesystem::directory_iterator(source)) {
      if (!entry.is_regular_file()) continue;
      std::string text = tests::read_file(entry.path());
      for (std::size_t at = text.find("@ID@"); at != std::string::npos; at = text.find("@ID@")) {
        text.replace(at, 4, "test");
      }
      folder_.write(entry.path().filename().string(), text);
    }
  }
  tests::TemporaryFolder folder_;
};

TEST_P(SortTemplateClaims, HoldForSmallAndLargeInputsOfThreeDistributions) {
  const auto sort = make_scripted_sort(folder_.path().string());
  for (const char* distribution : {"uniform", "few-distinct", "reversed"}) {
    for (const std::uint64_t n : {0u, 1u, 2u, 3u, 100u, 1000u}) {
      SCOPED_TRACE(std::string(distribution) + " " + std::to_string(n));
      const auto problem = make_problem(distribution, sort->info().types.front(), n);
      const auto run = algorithms::start(*sort, problem);
      auto before = data::codes(run->read().keys, problem->order);
      std::uint64_t passes = 0;
      while (const auto record = run->step()) {
        const auto after = data::codes(run->read().keys, problem->order);
        const auto found = record->claim.find_violation({before, after, {}, {}});
        ASSERT_FALSE(found) << record->header.stage << ": " << found->message;
        before = after;
        ++passes;
      }
      EXPECT_EQ(passes > 0, n > 1);
      const auto wrong = verify_result(*run, *problem, sort->info().stable);
      EXPECT_FALSE(wrong) << wrong->message;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Templates, SortTemplateClaims, ::testing::Values("bitonic", "fragments", "quick", "radix"));

}  // namespace
}  // namespace texelsort::algorithms
