#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/claims.h"
#include "compute/algorithms/merge/reference.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Overrides = std::map<std::string, std::string>;

/// Start positions of nine sequences. Some sequences have 0 or 1 elements, and the others have irregular lengths.
const Numbers starts_of_nine{0, 0, 1, 130, 130, 700, 701, 1333, 1500, 1900};

std::shared_ptr<const Problem> merge_problem(const std::string& distribution, Numbers starts,
                                             data::PayloadKind payload = data::PayloadKind::index,
                                             data::Order order = data::Order::ascending,
                                             data::KeyType type = data::KeyType::u32) {
  Problem problem{data::generate(distribution, type, starts.back(), 3), order, payload};
  problem.sequences = std::move(starts);
  sort_sequences(problem);
  return std::make_shared<const Problem>(std::move(problem));
}

void expect_right(const std::string& id, const std::shared_ptr<const Problem>& problem, const Overrides& overrides) {
  const Algorithm& algorithm = find_algorithm(id);
  gpu::Device* device = tests::device();
  const Prepared prepared = prepare(algorithm, &device->info(), problem->form(), overrides);
  ASSERT_FALSE(prepared.refusal());
  const auto run = prepared.start(device, problem);
  const auto failure = verify_every_pass(*run, *problem, prepared.keeps_ties());
  std::string chosen;
  for (const auto& [name, value] : overrides) chosen += name + "=" + value + " ";
  EXPECT_FALSE(failure) << chosen << text(*failure);
}

// ---- Tests of the plan, on the host only.

/// Parts of a merge round, in the tables that the kernel reads. The test computes the splitters by their definition.
struct HostRound {
  Numbers starts, splitters;
  merge::device::Parts parts;
};

HostRound host_round(const merge::CudaPlan& plan, std::uint64_t round, const Numbers& ranks, const Numbers& starts) {
  HostRound host{starts, {}, plan.round(round)};
  host.parts.starts = host.starts.data();
  for (std::uint64_t part = 0; part <= plan.parts; ++part) {
    const std::uint64_t target = host.parts.target(part);
    if (plan.settings.once()) {
      const Numbers targets{target};
      const Numbers row = merge::selections_by_definition({ranks, starts}, targets);
      host.splitters.push_back(0);
      for (const std::uint64_t taken : row) host.splitters.push_back(host.splitters.back() + taken);
      continue;
    }
    Numbers own;
    const std::uint64_t group = host.parts.group_of(target), first = host.parts.start(group * host.parts.ways);
    for (std::uint64_t i = 0; i <= host.parts.row(); ++i) {
      own.push_back(host.parts.start(group * host.parts.ways + i) - first);
    }
    const Numbers targets{target - first};
    const Numbers row = merge::selections_by_definition({std::span(ranks).subspan(first, own.back()), own}, targets);
    host.splitters.insert(host.splitters.end(), row.begin(), row.end());
  }
  host.parts.splitters = host.splitters.data();
  return host;
}

/// Checks that parts read every element once, write every position of the output once, and all have the same size.
void expect_parts_tile(const HostRound& round, const merge::CudaPlan& plan) {
  const auto& parts = round.parts;
  std::vector<int> taken(plan.n), written(plan.n);
  for (std::uint64_t part = 0; part < plan.parts; ++part) {
    const auto from = parts.edge(part), to = parts.edge(part + 1);
    std::uint64_t share = 0;
    for (std::uint64_t group = parts.first_group(from); group <= parts.last_group(to); ++group) {
      std::uint64_t place = parts.output(from, group);
      for (std::uint64_t way = 0; way < parts.ways; ++way) {
        const auto range = parts.range(from, to, group, way);
        ASSERT_LE(range.first, range.last);
        for (std::uint64_t i = range.first; i < range.last; ++i) {
          ++taken[i];
          ++written[place++];
        }
        share += range.length();
      }
    }
    EXPECT_EQ(share, parts.target(part + 1) - parts.target(part));
  }
  EXPECT_EQ(std::ranges::count(taken, 1), plan.n);
  EXPECT_EQ(std::ranges::count(written, 1), plan.n);
}

/// Tests plans of every kind, including plans that select the splitters of all rounds at once.
TEST(CudaMergePlan, DividesEveryRoundCompletelyIntoParts) {
  std::mt19937 random(5);
  for (const bool once : {false, true}) {
    for (const auto merger : {merge::device::Merger::two_way, merge::device::Merger::four_way}) {
      merge::CudaSettings settings;
      settings.splitting = once ? merge::Splitting::once : merge::Splitting::round;
      settings.merger = merger;
      settings.width = 32;
      settings.mergers = 7;
      const Numbers& starts = starts_of_nine;
      const auto plan = merge::cuda_plan(settings, {.n = starts.back()}, starts.size() - 1);
      EXPECT_EQ(plan.parts, 7u);
      Numbers ranks(starts.back());
      for (auto& rank : ranks) rank = random() % 5;
      Numbers current = starts;
      for (std::uint64_t round = 0; round < plan.rounds(); ++round) {
        for (std::size_t i = 0; i + 1 < current.size(); ++i) {
          std::sort(ranks.begin() + current[i], ranks.begin() + current[i + 1]);
        }
        // If a plan selects splitters only once, all rounds use those of the input.
        static Numbers input;
        if (round == 0) input = ranks;
        expect_parts_tile(host_round(plan, round, once ? input : ranks, starts), plan);
        Numbers next;
        for (std::size_t i = 0; i + 1 < current.size(); i += settings.ways()) next.push_back(current[i]);
        next.push_back(current.back());
        current = next;
      }
      EXPECT_EQ(current.size(), 2u);
    }
  }
}

TEST(CudaMergePlan, HasTheParameterValuesOfThePaper) {
  const auto& algorithm = find_algorithm("merge/multiway@cuda");
  const Prepared paper = prepare(algorithm, nullptr, {}, paper_values(algorithm.parameters()));
  EXPECT_EQ(paper.parameters().integer("width"), 128);
  EXPECT_EQ(paper.parameters().integer("mergers"), 120);
  EXPECT_EQ(paper.parameters().text("selection"), "osipov");
  EXPECT_EQ(paper.parameters().text("splitting"), "once");
  EXPECT_FALSE(paper.keeps_ties());
}

TEST(CudaMergePlan, UsesFewerMergersForSmallInputs) {
  merge::CudaSettings settings;
  for (const std::uint64_t n : {1u, 511u, 512u, 1023u, 1024u, 1'000'000u}) {
    const auto plan = merge::cuda_plan(settings, {.n = n}, 2);
    EXPECT_EQ(plan.parts, std::clamp<std::uint64_t>(n / 512, 1, 120)) << n;
  }
}

/// Plans three parts of 2^32 + 6 elements, so that positions exceed 32 bits.
TEST(CudaMergePlan, ComputesPartBoundariesAbove32Bits) {
  const Numbers starts{0, (std::uint64_t{1} << 32) + 6};
  merge::device::Parts parts;
  parts.starts = starts.data();
  parts.sequences = 1;
  parts.all = starts.back();
  parts.parts = 3;
  EXPECT_EQ(parts.target(1), 1'431'655'767u);
  EXPECT_EQ(parts.target(3), starts.back());
  parts.share = std::uint64_t{1} << 31;
  EXPECT_EQ(parts.target(2), std::uint64_t{1} << 32);
  EXPECT_EQ(parts.target(3), starts.back());
}

// ---- Tests of claims, on the host only.

TEST(CudaMergeClaims, DetectWrongSplitters) {
  merge::CudaSettings settings;
  settings.width = 32;
  settings.mergers = 2;
  const auto starts = std::make_shared<const Numbers>(Numbers{0, 128, 256});
  const auto plan = merge::cuda_plan(settings, {.n = 256}, 2);
  ASSERT_EQ(plan.parts, 2u);
  Numbers ranks(256);
  for (int i = 0; i < 128; ++i) ranks[i] = ranks[128 + i] = i / 64;  // both halves have 64 zeros and then 64 ones
  Numbers table{0, 0, 64, 64, 128, 128};
  const auto violation = [&] {
    return merge::splitters_claim(merge::Round(plan.round(0), starts), tables::PartStarts{})
        .find_violation({ranks, ranks, {}, {}, [&](auto) { return table; }});
  };
  EXPECT_FALSE(violation());
  table[2] = 65;
  table[3] = 63;
  EXPECT_EQ(violation().value().index, 2u);
}

TEST(CudaMergeClaims, DetectLostAndUnsortedKeys) {
  const auto claim = merge::sorted_sequences_claim(std::make_shared<const Numbers>(Numbers{0, 2, 4}), "runs");
  const Numbers before{2, 1, 1, 0};
  const auto violation = [&](const Numbers& after) { return claim.find_violation({before, after, {}, {}}); };
  EXPECT_FALSE(violation({1, 2, 0, 1}));
  EXPECT_EQ(violation({1, 2, 1, 0}).value().index, 3u);
  EXPECT_TRUE(violation({0, 1, 1, 2}));  // wrong, because keys have moved to the other sequence
  EXPECT_TRUE(violation({1, 1, 0, 1}));
}

// ---- Tests on the device.

TEST(CudaMultiwayMerge, MergesCorrectlyWithEveryNetworkWidthAndMerger) {
  TEXELSORT_NEED_GL();
  for (const char* merger : {"two-way", "four-way", "bitonic"}) {
    for (const char* network : {"bitonic", "odd-even", "odd-even-stable", "ranking"}) {
      for (const char* width : {"32", "64", "256"}) {
        if (std::string(merger) == "bitonic" && std::string(network) != "bitonic") continue;
        Overrides overrides{
            {"merger", merger}, {"width", width}, {"mergers", "5"}, {"selection", "osipov"}, {"splitting", "once"}};
        if (std::string(merger) != "bitonic") overrides["network"] = network;
        expect_right("merge/multiway@cuda", merge_problem("few-distinct", starts_of_nine), overrides);
      }
    }
  }
}

TEST(CudaMultiwayMerge, MergesCorrectlyWithEverySelectionAndSplitting) {
  TEXELSORT_NEED_GL();
  for (const char* selection : {"osipov", "quick", "even-quick", "diagonal"}) {
    for (const char* splitting : {"once", "round"}) {
      for (const char* distribution : {"few-distinct", "zero", "uniform"}) {
        if (std::string(selection) == "diagonal" && std::string(splitting) == "once") continue;
        expect_right("merge/multiway@cuda", merge_problem(distribution, starts_of_nine),
                     {{"selection", selection},
                      {"splitting", splitting},
                      {"merger", "two-way"},
                      {"network", "ranking"},
                      {"width", "32"},
                      {"mergers", "13"}});
      }
    }
  }
}

/// With this many parts, a block first finds the diagonals of its first and last part, and searches the others between
/// these. Some blocks merge parts of several groups.
TEST(CudaMultiwayMerge, MergesCorrectlyWithManyParts) {
  TEXELSORT_NEED_GL();
  const std::uint64_t n = cuda::devices().reason.empty() ? 300'000 : 12'000;
  for (const char* distribution : {"uniform", "zero", "few-distinct"}) {
    for (const Numbers& starts : {Numbers{0, n / 3, n}, Numbers{0, 7, 7, n / 3, n / 3 + 900, n / 3 + 1'800, n, n}}) {
      for (const char* merger : {"two-way", "four-way"}) {
        expect_right("merge/multiway@cuda", merge_problem(distribution, starts),
                     {{"selection", "diagonal"},
                      {"splitting", "round"},
                      {"merger", merger},
                      {"network", "ranking"},
                      {"width", "32"},
                      {"mergers", std::to_string(n / 60)}});
      }
    }
  }
}

/// There are more sequences than threads, and more than shared memory can hold. Most sequences have one key or none.
TEST(CudaMultiwayMerge, MergesMoreSequencesThanThreads) {
  TEXELSORT_NEED_GL();
  std::mt19937 random(2);
  for (const auto& [count, selection] : {std::pair(300u, "osipov"), std::pair(1100u, "even-quick")}) {
    Numbers starts{0};
    for (unsigned i = 0; i < count; ++i) starts.push_back(starts.back() + random() % 3);
    expect_right("merge/multiway@cuda", merge_problem("few-distinct", starts),
                 {{"selection", selection},
                  {"splitting", "once"},
                  {"merger", "four-way"},
                  {"network", "ranking"},
                  {"width", "64"},
                  {"mergers", "3"}});
  }
}

TEST(CudaMultiwayMerge, MergesKeysThatEqualTheMaximumOfTheirType) {
  TEXELSORT_NEED_GL();
  for (const auto order : {data::Order::ascending, data::Order::descending}) {
    Problem problem{std::vector<std::uint32_t>(1000), order, data::PayloadKind::index};
    auto& keys = std::get<std::vector<std::uint32_t>>(problem.keys);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % 3 == 0 ? 7u : i % 3 == 1 ? 0u : ~0u;
    problem.sequences = {0, 333, 700, 1000};
    sort_sequences(problem);
    for (const char* merger : {"two-way", "four-way", "bitonic"}) {
      expect_right("merge/multiway@cuda", std::make_shared<const Problem>(problem),
                   {{"merger", merger}, {"selection", "osipov"}, {"width", "32"}, {"mergers", "3"}});
    }
    expect_right("merge/path@cuda", std::make_shared<const Problem>(problem), {});
  }
}

/// A weak order has classes of equivalent keys that differ.
TEST(CudaMultiwayMerge, MergesStablyWhenDifferentKeysAreEquivalent) {
  TEXELSORT_NEED_GL();
  for (const auto comparison : {data::Comparison::ones, data::Comparison::magnitude}) {
    Problem problem{data::generate("uniform", data::KeyType::i32, 1900, 4), data::Order::descending,
                    data::PayloadKind::index};
    problem.comparison = comparison;
    problem.sequences = starts_of_nine;
    sort_sequences(problem);
    for (const char* network : {"ranking", "odd-even-stable"}) {
      expect_right("merge/multiway@cuda", std::make_shared<const Problem>(problem),
                   {{"merger", "two-way"}, {"network", network}, {"width", "32"}, {"mergers", "5"}});
    }
    expect_right("merge/path@cuda", std::make_shared<const Problem>(problem), {});
  }
}

TEST(CudaMergePath, MergesSequencesOfSeveralTiles) {
  TEXELSORT_NEED_GL();
  for (const auto type : {data::KeyType::f32, data::KeyType::i64}) {
    expect_right("merge/path@cuda",
                 merge_problem("few-distinct", {0, 3, 9000, 9000, 15'001}, data::PayloadKind::index,
                               data::Order::ascending, type),
                 {});
  }
}

/// In rounds of four paths, tests as many sequences as possible, empty and short sequences, and one sequence that fills
/// nearly all tiles. Tiles begin at any offset within a vector.
TEST(CudaMultiwayMerge, MergesSequencesOfSeveralTilesFourAtATime) {
  TEXELSORT_NEED_GL();
  using data::KeyType, data::PayloadKind;
  const Numbers tiles{0, 5, 6000, 6001, 12'003};
  const auto expect_four_paths = [](const char* distribution, const Numbers& starts, KeyType type,
                                    PayloadKind payload) {
    expect_right("merge/multiway@cuda", merge_problem(distribution, starts, payload, data::Order::descending, type),
                 {{"merger", "four-path"}});
  };
  for (const Numbers& starts :
       {tiles, Numbers{0, 4001, 4001, 8007, 12'001, 12'001, 12'002}, Numbers{0, 12'000, 12'001, 12'002, 12'003},
        Numbers{0, 3000, 6000, 12'000}, starts_of_nine}) {
    expect_four_paths("uniform", starts, KeyType::u32, PayloadKind::none);
    expect_four_paths("few-distinct", starts, KeyType::f64, PayloadKind::index);
  }
  expect_four_paths("few-distinct", tiles, KeyType::u32, PayloadKind::index);
  expect_four_paths("few-distinct", tiles, KeyType::f64, PayloadKind::none);
}

TEST(CudaMultiwayMerge, MergesByMergePathsUnlessItsOptionsNeedBlocks) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("merge/multiway@cuda");
  const auto* info = &tests::device()->info();
  const auto merger = [&](std::uint64_t sequences, const Overrides& overrides,
                          data::KeyType type = data::KeyType::u64) {
    ProblemForm form{1000, type};
    form.sequences = sequences;
    return prepare(algorithm, info, form, overrides).parameters().text("merger");
  };
  EXPECT_EQ(merger(2, {}), "path");
  EXPECT_EQ(merger(3, {}), "four-path");
  EXPECT_EQ(merger(3, {}, data::KeyType::f32), "path");
  EXPECT_EQ(merger(3, {{"width", "64"}}), "two-way");
  EXPECT_EQ(merger(3, {{"selection", "osipov"}}), "two-way");
  EXPECT_EQ(merger(3, {{"splitting", "once"}, {"selection", "quick"}}), "two-way");
}

TEST(CudaMultiwayMerge, RejectsDiagonalSelectionUnlessEveryRoundIsSplit) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("merge/multiway@cuda");
  const auto* info = &tests::device()->info();
  ProblemForm form{1000, data::KeyType::u32};
  form.sequences = 3;
  const auto reason = [&](const Overrides& overrides) { return prepare(algorithm, info, form, overrides).refusal(); };
  EXPECT_TRUE(reason({{"selection", "diagonal"}, {"splitting", "once"}}));
  EXPECT_TRUE(reason({{"selection", "osipov"}, {"splitting", "round"}, {"merger", "four-path"}}));
  EXPECT_FALSE(reason({{"selection", "diagonal"}, {"splitting", "round"}, {"merger", "four-way"}}));
  EXPECT_FALSE(reason({{"selection", "diagonal"}, {"splitting", "round"}, {"merger", "two-way"}}));
}

/// With the paper's values, each block sorts more keys than its shared memory holds. One selection splits all
/// sequences.
TEST(CudaMergeSort, SortsWithTheParameterValuesOfThePaper) {
  const Algorithm& algorithm = find_algorithm("merge/sort@cuda");
  const auto paper = paper_values(algorithm.parameters());
  const Prepared prepared = prepare(algorithm, nullptr, {}, paper);
  EXPECT_EQ(prepared.parameters().integer("sequences"), 120);
  EXPECT_EQ(prepared.parameters().integer("mergers"), 120);
  EXPECT_EQ(prepared.parameters().text("selection"), "quick");
  EXPECT_EQ(prepared.parameters().text("splitting"), "once");
  EXPECT_FALSE(prepared.keeps_ties()) << "nothing keeps the order of equal keys in quicksort";
  TEXELSORT_NEED_GL();
  // On the CPU, use fewer blocks, with the same number of keys per block as on a GPU.
  const bool on_gpu = cuda::devices().reason.empty();
  const std::uint64_t blocks = on_gpu ? 120 : 24;
  Overrides chosen = paper;
  if (!on_gpu) chosen["sequences"] = chosen["mergers"] = "24";
  const auto problem = make_problem("uniform", data::KeyType::u32, blocks * 2084);
  const auto run = start(algorithm, problem, chosen);
  const std::uint64_t rounds = on_gpu ? 7 : 5;
  EXPECT_EQ(run->total_passes(), 1u + 1 + rounds) << "sequences, a selection, and rounds";
  ASSERT_TRUE(run->step());
  const auto keys = u32_keys(*run);
  ASSERT_GT(problem->n() / blocks, merge::device::sort_tile);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const auto place = [&](std::uint64_t j) {
      return keys.begin() + static_cast<std::ptrdiff_t>(j * keys.size() / blocks);
    };
    EXPECT_TRUE(std::is_sorted(place(i), place(i + 1))) << i;
  }
  run->finish();
  const auto failure = verify_result(*run, *problem, false);
  EXPECT_FALSE(failure) << text(*failure);
}

TEST(CudaMergeSort, SortsWithEveryAlgorithmForTheFirstLevel) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("merge/sort@cuda");
  for (const char* first : {"quick", "bitonic", "two-way", "four-way"}) {
    for (const char* distribution : {"uniform", "few-distinct"}) {
      const auto problem = make_problem(distribution, data::KeyType::u32, 20'001, data::PayloadKind::index);
      const auto run = start(algorithm, problem,
                             {{"first", first},
                              {"sequences", "2"},
                              {"selection", "osipov"},
                              {"splitting", "once"},
                              {"merger", "two-way"},
                              {"width", "64"},
                              {"mergers", "6"}});
      const auto failure = verify_every_pass(*run, *problem, false);
      EXPECT_FALSE(failure) << first << " " << distribution << ": " << text(*failure);
    }
  }
}

/// Takes the snapshot before the last pass, when memory contains the splitters of another round.
TEST(CudaMergeSort, ContinuesFromASnapshot) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 9000, data::PayloadKind::index);
  const auto run = start(find_algorithm("merge/sort@cuda"), problem);
  const std::uint64_t passes = run->total_passes().value();
  ASSERT_GT(passes, 3u);
  for (std::uint64_t i = 0; i < passes - 1; ++i) run->step();
  const Snapshot before_last = run->save();
  run->finish();
  const auto sorted = u32_keys(*run);
  run->rewind();
  run->step();
  run->step();
  run->restore(before_last);
  run->finish();
  EXPECT_EQ(u32_keys(*run), sorted);
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
}

}  // namespace
}  // namespace texelsort::algorithms
