#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/tuning/experiments/reproduction.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {

/// Returns a row with 15 samples around a time.
inline TrialResult timed(const std::string& algorithm, std::uint64_t n, double ms,
                         const std::string& distribution = "uniform") {
  TrialResult row{.reason = {},
                  .algorithm = algorithm,
                  .type = "u32",
                  .distribution = distribution,
                  .order = "asc",
                  .payload = "none",
                  .n = n};
  for (int i = 0; i < 15; ++i) row.samples_ms.push_back(ms * (1 + 0.001 * i));
  row.ms = measure::summarise(row.samples_ms);
  return row;
}

/// Returns an experiment with one claim, to which `claim` adds keys.
inline Experiment experiment_with(const std::string& claim) {
  return read_experiment(
      "format = 1\ntitle = \"T\"\nsource = \"S.\"\nhardware = \"H\"\n[[measure]]\n"
      "configurations = [\"bitonic/*\"]\nsoftware = [\"64\"]\ngpu = [\"64\"]\n[[claim]]\n"
      "says = \"A is faster\"\nwhere = \"figure 1\"\n" +
          claim,
      "mine.toml");
}

inline ClaimVerdict verdict_on(const std::string& claim, const std::vector<TrialResult>& rows) {
  return judge(experiment_with(claim).claims.front(), rows).verdict;
}

inline const std::string fused_first = "faster = \"bitonic/fused\"\nthan = [\"bitonic/blend\"]\n";

/// Claim about the I/O efficiency of an external sort.
inline const std::string efficiency =
    "faster = \"std/sort@cpu external-sort --run-size 25M\"\nfaster-in = [\"making runs\", \"merging\", \"syncing\"]\n"
    "than = [\"std/sort@cpu external-sort --run-size 25M\"]\nthan-in = [\"storage\"]\npaper-low = 0.75\n"
    "paper-high = 0.75\n";

/// An experiment in a file, with a claim that runs everywhere and one that needs an NVIDIA GPU.
class ReproduceCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    write_file(file_, R"(format = 1
title = "Fused passes"
source = "A paper."
hardware = "a machine"
[[measure]]
configurations = ["bitonic/fused", "bitonic/single-quad", "radix/grs@cuda"]
quick = ["2^10"]
gpu = ["2^10"]
software = ["2^10"]
[[claim]]
says = "Fused passes are faster | than single ones"
where = "figure 1"
paper = "2 times"
paper-low = 2.0
paper-high = 2.0
faster = "bitonic/fused"
than = ["bitonic/single-quad"]
[claim.why]
holds = "There are fewer passes."
weaker = "There are fewer passes."
undecided = "There are fewer passes."
reversed = "There are fewer passes."
stronger = "There are fewer passes."
[[claim]]
says = "Radix sort is faster"
where = "figure 2"
faster = "radix/grs@cuda"
than = ["bitonic/fused"]
)");
  }

  TemporaryFolder folder_;
  const std::string file_ = folder_ / "fused.toml", results_ = folder_ / "results";
};

}  // namespace texelsort::app
