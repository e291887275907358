#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/algorithms/records/record_problem.h"

/// Helpers shared by the tests of Onesweep's passes.
namespace texelsort::algorithms {

/// Labels of a digit's pass.
inline const std::string swept = "rank, look back, scatter", skipped = "skipped: all keys share it",
                         stays = "skipped: the keys are sorted";

/// Returns the keys `of(i)`.
template <typename Of>
std::shared_ptr<const Problem> keys_of(std::uint64_t n, data::PayloadKind payload, const Of& of) {
  auto problem = std::make_shared<Problem>(*make_problem("zero", data::KeyType::u32, n, payload));
  auto& keys = std::get<std::vector<std::uint32_t>>(problem->keys);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = of(i);
  return problem;
}

/// Checks that the run reaches the same end from a snapshot before the first pass and after each of so many passes.
inline void expect_to_go_on(Run& run, const Problem& problem, std::size_t passes) {
  std::vector<Snapshot> snapshots{run.save()};
  while (run.step()) snapshots.push_back(run.save());
  ASSERT_EQ(snapshots.size(), passes + 1);
  for (const Snapshot& snapshot : snapshots) {
    run.restore(snapshot);
    run.finish();
    const auto failure = verify_result(run, problem, true);
    EXPECT_FALSE(failure) << snapshot.passes_done << ": " << text(*failure);
  }
}

}  // namespace texelsort::algorithms
