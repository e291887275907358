#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/cuda/kernel_sources.h"
#include "compute/data/text/source_text.h"

namespace texelsort::algorithms {
namespace {

using data::LineRole;

/// Returns the names of all kernel launches in a source text.
std::set<std::string> launches_in(std::string_view text) {
  constexpr std::string_view call = "cuda::launch(\"";
  std::set<std::string> names;
  for (auto at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    const auto first = at + call.size();
    names.emplace(text.substr(first, text.find('"', first) - first));
  }
  return names;
}

std::set<LineRole> roles_of(const std::string& launch) {
  std::set<LineRole> roles;
  for (const KernelSource* file : kernel_files(launch)) {
    for (const auto& line : data::read_kernel(file->text, std::string(file->path), launch).lines) {
      if (line.mark) roles.insert(line.mark->roles.begin(), line.mark->roles.end());
    }
  }
  return roles;
}

/// Launches whose kernels read only tables, or only a few keys at random positions.
const std::set<std::string> without_keys{"scan: sums of rows", "scan: starts of rows",     "scan: rows",
                                         "scan by one block",  "quicksort's scan",         "quicksort's pivots",
                                         "Warpsort's places",  "ordered sample sort: cut", "starts of buckets",
                                         "scan of the bins",   "numbers of places",        "selection: decide"};

TEST(KernelSourceLineMarks, ExistInEveryKernelThatReadsKeys) {
  std::size_t launches = 0;
  for (const KernelSource& source : kernel_sources()) {
    for (const std::string& launch : launches_in(source.text)) {
      ++launches;
      EXPECT_EQ(roles_of(launch).contains(LineRole::reads), !without_keys.contains(launch)) << launch;
    }
  }
  EXPECT_GT(launches, 30u);
}

TEST(KernelSourceLineMarks, ShowTheLinesThatReadCompareAndWriteKeysInEachLaunch) {
  using Roles = std::set<LineRole>;
  EXPECT_EQ(roles_of("GRS histogram and ranks"), (Roles{LineRole::reads}));
  EXPECT_EQ(roles_of("GRS move"), (Roles{LineRole::reads, LineRole::writes}));
  EXPECT_EQ(roles_of("onesweep"), (Roles{LineRole::reads, LineRole::writes}));
  EXPECT_EQ(roles_of("Warpsort's tiles"), (Roles{LineRole::reads, LineRole::compares, LineRole::writes}));
  EXPECT_EQ(roles_of("ordered sample sort: buckets"), (Roles{LineRole::reads, LineRole::compares}));
  EXPECT_TRUE(kernel_files("a library's").empty());
}

}  // namespace
}  // namespace texelsort::algorithms
