#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/algorithms/records/record_problem.h"

/// Functions that the tests of Onesweep's passes share.
namespace texelsort::algorithms {

/// Labels that a pass of Onesweep for one digit can have.
inline const std::string swept = "rank, look back, scatter", skipped = "skipped: all keys share it",
                         stays = "skipped: the keys are sorted";

/// Returns a problem with the n keys of(0), of(1), ..., of(n - 1).
template <typename Of>
std::shared_ptr<const Problem> keys_of(std::uint64_t n, data::PayloadKind payload, const Of& of) {
  auto problem = std::make_shared<Problem>(*make_problem("zero", data::KeyType::u32, n, payload));
  auto& keys = std::get<std::vector<std::uint32_t>>(problem->keys);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = of(i);
  return problem;
}

/// Checks that a run with this number of passes reaches the same end from any snapshot before or after a pass.
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
