// Tests of the kernels of sample sorts: passes compared with the reference implementations, for the papers' parameters
// and for small ones; hard inputs; and rejections.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/algorithms/randomized/levels.h"
#include "compute/algorithms/randomized/reference.h"
#include "compute/algorithms/randomized/runs.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/data/keys/records.h"
#include "compute/gpu/memory_use.h"
#include "compute/simt/recorder.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/randomized/adversary.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;
using Numbers = std::vector<std::uint64_t>;

const Algorithm& deterministic() {
  return find_algorithm("sample/deterministic@cuda");
}
const Algorithm& randomized_sort() {
  return find_algorithm("sample/randomized@cuda");
}
const Algorithm& original() {
  return find_algorithm("sample/original@cuda");
}

std::shared_ptr<const Problem> problem_of(std::vector<std::uint32_t> keys) {
  return std::make_shared<const Problem>(Problem{std::move(keys), data::Order::ascending, data::PayloadKind::index});
}

std::shared_ptr<const Problem> compared(const std::string& distribution, data::KeyType type, std::uint64_t n,
                                        data::Comparison comparison, data::Order order) {
  Problem problem{data::generate(distribution, type, n, 1), order, data::PayloadKind::index};
  problem.comparison = comparison;
  return std::make_shared<const Problem>(std::move(problem));
}

void expect_sorted(const Algorithm& algorithm, const std::shared_ptr<const Problem>& problem,
                   const Overrides& overrides) {
  const auto run = start(algorithm, problem, overrides);
  const auto failure = verify_every_pass(*run, *problem, false);
  EXPECT_FALSE(failure) << algorithm.info().id << ", n = " << problem->n() << ": " << text(*failure);
}

struct Form {
  std::string name;
  const Algorithm* algorithm;
  std::uint64_t n;
  Overrides parameters;
};

/// Parameters with which a few thousand keys need two levels of distribution, quicksort and the network.
const Overrides small_levels{{"k", "8"},      {"a", "3"},        {"M", "600"},        {"k2", "4"},
                             {"a2", "5"},     {"quick", "200"},  {"small", "32"},     {"counters", "8"},
                             {"tile", "500"}, {"threads", "32"}, {"second", "block"}, {"scatter-counters", "4"}};
/// Parameters with which each thread has its own counter, so that the order is deterministic. Buckets of both levels
/// have several tiles.
const Overrides own_counters{{"k", "16"},     {"a", "2"},        {"M", "600"},        {"k2", "8"},
                             {"a2", "2"},     {"quick", "40"},   {"small", "16"},     {"counters", "32"},
                             {"tile", "300"}, {"threads", "32"}, {"second", "tiles"}, {"scatter-counters", "32"},
                             {"tile2", "100"}};
/// The parameters of own_counters, but one block distributes each bucket of the second level.
const Overrides own_counters_of_blocks = [] {
  Overrides overrides = own_counters;
  overrides.erase("tile2");
  overrides["second"] = "block";
  return overrides;
}();
const Overrides small_original{{"k", "8"},      {"a", "3"},      {"M", "300"},
                               {"small", "32"}, {"tile", "500"}, {"threads", "64"}};

const std::vector<Form>& forms() {
  static const std::vector<Form> all{
      {"DeterministicPaper", &deterministic(), 5000, paper_values(deterministic().parameters())},
      {"DeterministicTuned", &deterministic(), 9001, {}},
      {"LongSublists", &deterministic(), 3000, {{"sublist", "512"}, {"samples", "20"}, {"tile", "64"}, {"keys", "4"}}},
      {"ShortSublists", &deterministic(), 999, {{"sublist", "16"}, {"samples", "5"}, {"tile", "64"}, {"keys", "16"}}},
      {"NoTiles", &deterministic(), 2048, {{"sublist", "256"}, {"samples", "32"}, {"tile", "4"}, {"keys", "16"}}},
      {"FewThreads", &deterministic(), 1500, {{"sublist", "128"}, {"samples", "7"}, {"threads", "32"}}},
      {"OneBucket", &deterministic(), 300, {{"sublist", "64"}, {"samples", "1"}, {"tile", "32"}}},
      {"Parallel", &deterministic(), 1500, {{"sublist", "128"}, {"samples", "7"}, {"search", "parallel"}}},
      {"RevisedPaper", &randomized_sort(), 15'000, paper_values(randomized_sort().parameters())},
      {"RevisedTuned", &randomized_sort(), 9000, {}},
      {"TwoLevels", &randomized_sort(), 3000, small_levels},
      {"OwnCounters", &randomized_sort(), 3000, own_counters},
      {"OwnCountersOfBlocks", &randomized_sort(), 3000, own_counters_of_blocks},
      {"OriginalPaper", &original(), 5000, paper_values(original().parameters())},
      {"OriginalLevels", &original(), 3000, small_original}};
  return all;
}

class CudaSampleSortForms : public ::testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(All, CudaSampleSortForms, ::testing::Range(std::size_t{0}, std::size_t{15}),
                         [](const auto& info) { return forms()[info.param].name; });

TEST_P(CudaSampleSortForms, FulfilTheClaimOfEveryPass) {
  TEXELSORT_NEED_GL();
  const Form& form = forms().at(GetParam());
  for (const auto& [type, order, payload] :
       {std::tuple{data::KeyType::u32, data::Order::ascending, data::PayloadKind::index},
        {data::KeyType::f64, data::Order::descending, data::PayloadKind::none}}) {
    expect_sorted(*form.algorithm, make_problem("special", type, form.n, payload, order), form.parameters);
  }
}

// Sorts by comparisons other than `<`. Each form of an algorithm uses one of two comparisons, so that each algorithm is
// tested with both.
TEST_P(CudaSampleSortForms, SortByMagnitudeOrByTheNumberOfOneBits) {
  TEXELSORT_NEED_GL();
  const Form& form = forms().at(GetParam());
  // The comparison by number of one bits has 65 classes of keys that differ but are equivalent.
  const auto problem =
      GetParam() % 2 == 0
          ? compared("uniform", data::KeyType::i32, form.n, data::Comparison::magnitude, data::Order::descending)
          : compared("uniform", data::KeyType::u64, form.n, data::Comparison::ones, data::Order::ascending);
  expect_sorted(*form.algorithm, problem, form.parameters);
}

// The claim of the scan pass states the bound on bucket sizes.
TEST(CudaDeterministicSampleSort, LimitsEveryBucketTo2nOverSKeysOnAnyInput) {
  TEXELSORT_NEED_GL();
  for (const data::Distribution& distribution : data::distributions()) {
    if (distribution.fixed_n) continue;
    const auto problem = make_problem(std::string(distribution.name), data::KeyType::u32, 1000);
    const auto run = start(deterministic(), problem, {{"sublist", "64"}, {"samples", "7"}});
    const auto failure = verify_every_pass(*run, *problem, false);
    EXPECT_FALSE(failure) << distribution.name << ": " << text(*failure);
    Numbers sizes;
    for (const View& view : run->views()) {
      if (view.name() == "sizes") sizes = read_view(view);
    }
    ASSERT_EQ(sizes.size(), 7u);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0ull), 1000u);
    EXPECT_LE(std::ranges::max(sizes) * 7, 2 * 1000u) << distribution.name;
  }
}

TEST(CudaDeterministicSampleSort, HasTheSamePassesAsTheComputeShaders) {
  TEXELSORT_NEED_GL();
  const Overrides same{{"sublist", "64"}, {"samples", "8"}, {"tile", "64"}, {"keys", "4"}};
  const auto problem = make_problem("uniform", data::KeyType::u32, 1000);
  const auto here = start(deterministic(), problem, same);
  const auto there = start(find_algorithm("sample/deterministic@compute"), problem, same);
  const auto own = here->known_passes(), others = there->known_passes();
  ASSERT_EQ(own.size(), others.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(own[i].stage, others[i].stage);
    EXPECT_EQ(own[i].label, others[i].label);
  }
}

/// Executes a pass, and returns the recorded events of one block. Returns no events if a GPU executes the kernels.
simt::Recording record_pass(Run& run) {
  simt::Recorder recorder({});
  EXPECT_TRUE(run.step());
  return recorder.take();
}

/// Selected events in one interval between barriers, and the number of threads that have such events.
struct BarrierInterval {
  std::size_t threads = 0, events = 0;
  bool operator==(const BarrierInterval&) const = default;
};
template <typename Wanted>
std::vector<BarrierInterval> between_barriers(const simt::Recording& recording, Wanted wanted) {
  std::vector<BarrierInterval> ranges(1);
  for (const auto& events : recording.threads) {
    std::vector<std::size_t> own(1);
    for (const simt::Event& event : events) {
      if (event.kind == simt::Event::Kind::barrier) own.push_back(0);
      if (event.is_access() && wanted(event)) ++own.back();
    }
    ranges.resize(std::max(ranges.size(), own.size()));
    for (std::size_t i = 0; i < own.size(); ++i) {
      ranges[i].threads += own[i] > 0 ? 1 : 0;
      ranges[i].events += own[i];
    }
  }
  return ranges;
}

// Sources: Dehne and Zaboli, section 4. In step 6, one thread searches for the s/2-th global sample, then two threads
// search, and so on log s times. In step 5, the global samples stay in shared memory, which also holds the sublist.
TEST(CudaDeterministicSampleSort, DoublesTheNumberOfSearchingThreadsInEveryRound) {
  TEXELSORT_NEED_GL();
  constexpr std::size_t s = 64, sublist = 2048;
  auto parameters = paper_values(deterministic().parameters());
  for (const bool doubling : {true, false}) {
    if (!doubling) parameters["search"] = "parallel";
    const auto run = start(deterministic(), make_problem("uniform", data::KeyType::u64, 2 * sublist), parameters);
    while (run->known_passes().at(run->passes_done()).stage != "step 6: sample indexing") run->step();
    const simt::Recording recording = record_pass(*run);
    if (recording.threads.empty()) GTEST_SKIP() << "kernels run on a GPU";
    ASSERT_EQ(recording.launches.size(), 1u);
    EXPECT_EQ(recording.launches[0].blocks, 2u);
    EXPECT_EQ(recording.launches[0].threads, 512u);
    const auto searches = between_barriers(recording, [](const simt::Event& event) {
      return event.array == simt::Event::in_shared && event.kind == simt::Event::Kind::write;
    });
    const auto fetched = between_barriers(recording, [](const simt::Event& event) {
      return event.array != simt::Event::in_shared && event.kind == simt::Event::Kind::read;
    });
    // Before the first barrier, the block loads the sublist, all samples, and the positions of all samples but the
    // last, which has none.
    EXPECT_EQ(fetched.front().events, sublist + 2 * s - 1);
    for (std::size_t i = 1; i < fetched.size(); ++i) EXPECT_EQ(fetched[i].events, 0u) << i;
    std::vector<BarrierInterval> expected{searches.front()};
    for (std::size_t found = 1; doubling && found < s; found *= 2) expected.push_back({found, found});
    if (!doubling) expected.push_back({s - 1, s - 1});
    expected.push_back({0, 0});
    EXPECT_EQ(searches, expected);
    EXPECT_EQ(expected.size(), doubling ? 2 + 6u : 3u) << "log s rounds";
  }
}

// Leischner, section 6.3.2: a block distributes its bucket with k = 32 by itself, followed by quicksort.
TEST(CudaRandomizedSampleSort, DistributesABucketOfTheSecondLevelInOneKernel) {
  TEXELSORT_NEED_GL();
  const auto parameters = paper_values(randomized_sort().parameters());
  const auto problem = make_problem("uniform", data::KeyType::u32, 15'000);
  const auto run = start(randomized_sort(), problem, parameters);
  const simt::Recording recording = record_pass(*run);
  std::map<std::string_view, Numbers> tables;
  for (const View& view : run->views()) tables[view.name()] = read_view(view);
  ASSERT_EQ(tables["sizes"].size(), 32u);
  EXPECT_EQ(std::accumulate(tables["sizes"].begin(), tables["sizes"].end(), 0ull), 15'000u);
  EXPECT_TRUE(std::ranges::is_sorted(tables["splitters"]));
  run->finish();
  EXPECT_EQ(run->passes_done(), 2u);
  EXPECT_FALSE(verify_result(*run, *problem, false));
  if (recording.threads.empty()) GTEST_SKIP() << "kernels run on a GPU";
  ASSERT_EQ(recording.launches.size(), 1u);
  EXPECT_EQ(recording.launches[0].kernel, "distribution by a block");
  EXPECT_EQ(recording.launches[0].blocks, 1u);
  EXPECT_EQ(recording.launches[0].threads, 256u);
}

// If one block distributes a bucket, a level of k2 = 4 buckets needs one pass. A level of k = 8 buckets always needs
// four passes.
TEST(CudaRandomizedSampleSort, UsesOneThreadBlockPerBucketOfTheSecondLevel) {
  TEXELSORT_NEED_GL();
  const auto run = start(randomized_sort(), make_problem("uniform", data::KeyType::u32, 3000), small_levels);
  std::map<std::string, std::size_t> passes;
  while (run->step()) ++passes[run->known_passes().back().stage];
  std::size_t second_levels = 0;
  for (const auto& [stage, count] : passes) {
    if (!stage.starts_with("level")) continue;
    const bool second = stage.ends_with(": 4 buckets");
    EXPECT_EQ(count, second ? 1u : 4u) << stage;
    second_levels += second ? 1 : 0;
  }
  EXPECT_GE(second_levels, 1u);
  EXPECT_GT(passes.size(), second_levels + 1) << "a first level, and the sort";
}

TEST(CudaRandomizedSampleSort, EndsAfterOnePassWhenAllKeysAreEqual) {
  TEXELSORT_NEED_GL();
  // 500 keys are at most M keys, so that no level distributes them.
  const auto problem = problem_of(std::vector<std::uint32_t>(500, 7));
  const auto run = start(randomized_sort(), problem, small_levels);
  EXPECT_FALSE(verify_every_pass(*run, *problem, true));
  EXPECT_EQ(run->passes_done(), 1u);
}

/// Returns two forms of each algorithm that has levels.
SampleForm sample_form(std::string name, const Algorithm& algorithm, const Overrides& parameters) {
  const bool first = &algorithm == &original();
  return {std::move(name), algorithm.info().id, parameters, [first](const TextValues& values) -> randomized::Settings {
            if (first) return randomized::original_settings().chosen({}, values).complete(0);
            return randomized::revised_settings().chosen({}, values);
          }};
}

INSTANTIATE_TEST_SUITE_P(CudaSample, SampleSortOnHardInputs,
                         ::testing::Values(sample_form("levels", randomized_sort(), small_levels),
                                           sample_form("own_counters", randomized_sort(), own_counters),
                                           sample_form("original", original(), small_original),
                                           sample_form("blocks", randomized_sort(), own_counters_of_blocks)),
                         [](const auto& info) { return info.param.name; });

// A new run, whose tables are empty, must reach the same end from a snapshot after any pass.
TEST(CudaSampleSorts, ContinueFromASnapshotOfEveryPass) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("few-distinct", data::KeyType::i64, 1500, data::PayloadKind::index);
  for (const auto& [algorithm, parameters] : {std::pair{&deterministic(), Overrides{}},
                                              {&randomized_sort(), own_counters},
                                              {&randomized_sort(), own_counters_of_blocks}}) {
    const auto run = start(*algorithm, problem, parameters);
    std::vector<Snapshot> snapshots{run->save()};
    while (run->step()) snapshots.push_back(run->save());
    const data::State end = run->read();
    for (const Snapshot& snapshot : snapshots) {
      const auto other = start(*algorithm, problem, parameters);
      other->restore(snapshot);
      other->finish();
      EXPECT_EQ(other->passes_done(), run->passes_done()) << snapshot.passes_done;
      EXPECT_EQ(other->read().keys, end.keys) << snapshot.passes_done;
      EXPECT_FALSE(verify_result(*other, *problem, false));
    }
  }
}

/// Records follow their keys when these are scattered to buckets, in each of quicksort's partitions, and after the
/// network.
TEST(CudaRandomizedSampleSort, MovesWholeRecordsInADirectSort) {
  TEXELSORT_NEED_GL();
  const Overrides levels{{"k", "8"}, {"a", "2"}, {"M", "900"}, {"small", "16"}, {"threads", "64"}, {"tile", "500"}};
  for (const Algorithm* algorithm : {&original(), &randomized_sort()}) {
    std::size_t turn = 0;
    for (const std::uint32_t fields : {1u, 2u, 4u, 7u, 20u}) {
      for (const data::Layout layout : {data::Layout::by_field, data::Layout::hybrid}) {
        for (const char* rearrange : {"gather", "group"}) {
          if (layout == data::Layout::by_field && std::string_view(rearrange) == "group") continue;
          const data::KeyType type = data::all_key_types[turn % data::all_key_types.size()];
          const data::RecordShape shape{fields, layout};
          Problem records{.keys = data::generate(++turn % 2 == 0 ? "few-distinct" : "uniform", type, 3001, turn),
                          .order = turn % 3 == 0 ? data::Order::descending : data::Order::ascending,
                          .payload = data::PayloadKind::record};
          records.shape = shape;
          records.fields = data::made_fields(3001, shape);
          const auto problem = std::make_shared<const Problem>(std::move(records));
          Overrides overrides = levels;
          overrides["records"] = "direct";
          overrides["rearrange"] = rearrange;
          const auto failure = verify_every_pass(*start(*algorithm, problem, overrides), *problem, false);
          EXPECT_FALSE(failure) << fields << ' ' << rearrange << ": " << text(*failure);
        }
      }
    }
  }
}

/// A block that may not partition its keys merges sorted runs instead.
TEST(CudaRandomizedSampleSort, MovesRecordsWhenABlockSortsByMerging) {
  TEXELSORT_NEED_GL();
  constexpr std::uint32_t n = 700, count = 3;
  const int ordinal = cuda::choose(tests::device()->info(), {}).ordinal;
  cuda::use(ordinal);
  const cuda::Stream stream(ordinal);
  const auto keys = std::get<std::vector<std::uint32_t>>(data::generate("few-distinct", data::KeyType::u32, n, 1));
  for (const bool rows : {false, true}) {
    const auto place = [&](std::uint32_t i, std::uint32_t field) { return rows ? i * count + field : field * n + i; };
    std::vector<std::uint32_t> fields(n * count);
    for (std::uint32_t i = 0; i < n * count; ++i) fields[place(i / count, i % count)] = i;
    cuda::Buffer key_sides(2 * n * 4, "keys"), origins(2 * n * 4, "origins"), words(2 * n * count * 4, "fields");
    cuda::Buffer list(sizeof(randomized::Bucket), "bucket");
    const randomized::Bucket bucket{5, n - 5};
    key_sides.write(stream, 0, std::as_bytes(std::span(keys)));
    words.write(stream, 0, std::as_bytes(std::span(fields)));
    list.write(stream, 0, std::as_bytes(std::span(&bucket, 1)));
    const kernels::Arrays arrays{.order = {},
                                 .n = n,
                                 .keys_in = key_sides.data(),
                                 .keys_out = key_sides.data() + n * 4,
                                 .payload_in = origins.data(),
                                 .payload_out = origins.data() + n * 4};
    auto* first = reinterpret_cast<unsigned*>(words.data());
    launches<randomized::device::Launches>(data::KeyType::u32)
        .quicksort(arrays, {.in = first, .out = first + n * count, .count = count, .rows = rows, .grouped = rows},
                   {.buckets = reinterpret_cast<const randomized::Bucket*>(list.data()),
                    .count = 1,
                    .threads = 64,
                    .small = 16,
                    .depth = 0,
                    .seed = 1},
                   stream.handle());
    std::vector<std::uint32_t> sorted(n), moved(n * count);
    key_sides.read(stream, 0, std::as_writable_bytes(std::span(sorted)));
    words.read(stream, 0, std::as_writable_bytes(std::span(moved)));
    EXPECT_TRUE(std::is_sorted(sorted.begin() + 5, sorted.end()));
    std::set<std::uint32_t> seen;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t from = moved[place(i, 0)] / count;
      EXPECT_EQ(sorted[i], keys.at(from));
      for (std::uint32_t field = 0; field < count; ++field) EXPECT_EQ(moved[place(i, field)], from * count + field);
      seen.insert(from);
    }
    EXPECT_EQ(seen.size(), n);
  }
}

TEST(CudaRandomizedSampleSort, AllocatesOnlyTwoArraysAndItsTables) {
  TEXELSORT_NEED_GL();
  constexpr std::uint64_t n = 20'000;
  const auto problem = make_problem("uniform", data::KeyType::u64, n, data::PayloadKind::index);
  const std::uint64_t before = gpu::memory_use().now;
  gpu::reset_peak();
  start(randomized_sort(), problem, small_levels)->finish();
  const std::uint64_t used = gpu::memory_use().peak - before, arrays = 2 * n * (8 + 4);
  const auto settings = randomized::revised_settings().chosen({}, small_levels);
  const std::uint64_t tables = randomized::cuda_table_bytes(problem->form(), settings);
  constexpr std::uint64_t guards = 8 * 512;
  EXPECT_GE(used, arrays + tables);
  EXPECT_LE(used, 2 * (arrays + tables + guards));  // doubled if CUDA and OpenGL share no memory
  EXPECT_EQ(gpu::memory_use().now, before);
}

std::string refusal(const Algorithm& algorithm, std::uint64_t n, const Overrides& overrides,
                    data::KeyType type = data::KeyType::u32, data::PayloadKind payload = data::PayloadKind::index) {
  return refusal_beside_defaults(algorithm, &gpu::test_device().info(), {n, type, payload}, overrides);
}

TEST(CudaSampleSorts, NameTheLimitWhenTheyRejectLargeParameters) {
  TEXELSORT_NEED_GL();
  for (const Algorithm* algorithm : {&deterministic(), &randomized_sort(), &original()}) {
    EXPECT_EQ(refusal(*algorithm, 1000, {}), "");
    EXPECT_NE(refusal(*algorithm, 1000, {}, data::KeyType::u32, data::PayloadKind::index64), "");
    EXPECT_NE(refusal(*algorithm, std::uint64_t{1} << 32, {}).find("2^32"), std::string::npos);
  }
  EXPECT_NE(refusal(deterministic(), 9, {{"sublist", "64"}, {"samples", "33"}}).find("at most 32"), std::string::npos);
  EXPECT_NE(refusal(deterministic(), 9, {{"tile", "16384"}, {"keys", "16"}}).find("1024 threads"), std::string::npos);
  const std::uint64_t most = cuda::device(cuda::choose(gpu::test_device().info(), {}).ordinal).max_shared_bytes;
  const std::string search =
      refusal(deterministic(), 40'000, {{"sublist", "16384"}, {"samples", "8192"}, {"tile", "64"}}, data::KeyType::u64);
  // The longest of three sublists of 40,000 keys has 13,334 keys.
  const std::uint64_t bytes = 13'334 * 8 + 8192 * (8 + 4);
  EXPECT_EQ(search.find("204976 bytes of shared memory") != std::string::npos, bytes > most) << search;
  EXPECT_LE(deterministic::device::index_shared_bytes(2048, 64, 8), 32'768u) << "the paper's fit into what OpenGL has";
  EXPECT_NE(refusal(randomized_sort(), 9, {{"counters", "2"}}).find("scatter-counters = 4"), std::string::npos);
  EXPECT_NE(refusal(randomized_sort(), 9, {{"k", "1024"}, {"a", "64"}}).find("262144 bytes"), std::string::npos);
}

TEST(CudaRandomizedSampleSortPaperValues, EqualThoseOfThePaper) {
  const auto revised = paper_values(randomized_sort().parameters()), first = paper_values(original().parameters());
  for (const auto& [name, value] : Overrides{{"k", "128"},
                                             {"M", "262144"},
                                             {"k2", "32"},
                                             {"a2", "6"},
                                             {"quick", "12000"},
                                             {"second", "block"},
                                             {"counters", "8"},
                                             {"scatter-counters", "4"}}) {
    EXPECT_EQ(revised.at(name), value) << name;
  }
  EXPECT_EQ(paper_values(deterministic().parameters()).at("search"), "doubling");
  EXPECT_EQ(paper_values(find_algorithm("sample/deterministic@compute").parameters()).at("search"), "doubling");
  EXPECT_EQ(first.at("M"), "131072");
  EXPECT_EQ(first.at("a"), "30");
  EXPECT_EQ(first.at("counters"), "8");
  EXPECT_EQ(first.at("scatter-counters"), "2");
  // Values that a paper does not state are not among its parameters.
  EXPECT_EQ(revised.count("a"), 0u);
  // Without a second level, blocks sort every bucket of at most M keys.
  const auto limit = [](const Overrides& values, std::uint64_t n) {
    return randomized::original_settings().chosen({}, values).complete(n).limit();
  };
  EXPECT_EQ(limit(first, 1 << 24), 131072u);
  // limit = 2^20 / (2 sqrt 128), but at least 2^14.
  EXPECT_EQ(limit(first, 1 << 20), 46340u);
  EXPECT_EQ(limit(first, 1 << 10), 16384u);
  EXPECT_EQ(limit({}, 1 << 10), 131072u) << "as tuned it is not lowered";
}

}  // namespace
}  // namespace texelsort::algorithms
