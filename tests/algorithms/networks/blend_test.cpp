// Tests of sorting by the fixed-function MIN and MAX blend equations.
#include <algorithm>
#include <iterator>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "compute/algorithms/networks/blend_probe.h"
#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/check/run_check.h"
#include "compute/data/error.h"
#include "compute/data/keys/check.h"
#include "compute/network/generators.h"
#include "tests/algorithms/problems.h"
#include "tests/support/changed_shader.h"

namespace texelsort::algorithms {
namespace {

constexpr std::array<std::uint64_t, 17> sizes{0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 64, 100, 257, 1000, 1024, 4097};
constexpr std::array orders{data::Order::ascending, data::Order::descending};

const Algorithm& blend() {
  return find_algorithm("bitonic/blend");
}

std::shared_ptr<const Problem> problem_of(data::Keys keys, data::Order order = data::Order::ascending) {
  return std::make_shared<const Problem>(Problem{std::move(keys), order, data::PayloadKind::none});
}

/// Returns n integers of at most 24 bits, signed or unsigned, including the smallest and the largest.
template <typename Key>
std::vector<Key> small_integers(std::uint64_t n) {
  constexpr std::int64_t end = 1 << 24;
  std::mt19937 twister(7);
  std::uniform_int_distribution<std::int64_t> pick(std::is_signed_v<Key> ? -end : 0, end);
  std::vector<Key> keys(n);
  for (Key& key : keys) key = static_cast<Key>(pick(twister));
  if (n > 0) keys.front() = static_cast<Key>(end);
  if (n > 1) keys.back() = static_cast<Key>(std::is_signed_v<Key> ? -end : end - 1);
  return keys;
}

void expect_verified(const std::shared_ptr<const Problem>& problem,
                     const std::map<std::string, std::string>& overrides = {}) {
  const auto run = start(blend(), problem, overrides);
  const auto failure = verify_every_pass(*run, *problem, false);
  EXPECT_FALSE(failure) << "n " << problem->n() << ", " << name(problem->order) << ": " << text(*failure);
}

TEST(BlendMethod, FulfilsTheClaimOfEveryPassForEveryDistributionOfFloats) {
  TEXELSORT_NEED_GL();
  for (const data::Distribution& distribution : data::distributions()) {
    if (distribution.name == "special") continue;  // the distribution "special" contains NaNs, which blending rejects
    // Two distributions are tested with every size and both orders, all others with three sizes.
    const bool all_sizes = distribution.name == "uniform" || distribution.name == "few-distinct";
    for (const std::uint64_t n : sizes) {
      if (distribution.fixed_n && *distribution.fixed_n != n) continue;
      if (!all_sizes && !distribution.fixed_n && n != 3 && n != 33 && n != 1000) continue;
      for (const data::Order order : orders) {
        expect_verified(
            make_problem(std::string(distribution.name), data::KeyType::f32, n, data::PayloadKind::none, order));
      }
    }
  }
}

TEST(BlendMethod, SortsIntegersThatFloatsRepresentExactly) {
  TEXELSORT_NEED_GL();
  for (const std::uint64_t n : sizes) {
    for (const data::Order order : orders) {
      expect_verified(problem_of(small_integers<std::uint32_t>(n), order));
      expect_verified(problem_of(small_integers<std::int32_t>(n), order));
    }
  }
}

TEST(BlendMethod, FulfilsTheClaimOfEveryPassForEveryQuadSize) {
  TEXELSORT_NEED_GL();
  for (const char* narrowest : {"1", "3", "64"}) {
    for (const char* width : {"1", "2", "4", "16", "64"}) {
      for (const std::uint64_t n : {5, 24, 64, 257, 700, 1024}) {
        SCOPED_TRACE(std::string("narrowest ") + narrowest + ", width " + width);
        expect_verified(make_problem("few-distinct", data::KeyType::f32, n),
                        {{"narrowest", narrowest}, {"width", width}});
        expect_verified(problem_of(small_integers<std::int32_t>(n), data::Order::descending),
                        {{"narrowest", narrowest}, {"width", width}});
      }
    }
  }
}

TEST(BlendMethod, SortsInfinities) {
  TEXELSORT_NEED_GL();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> keys{infinity, 1, -infinity, infinity, 0, -infinity, std::numeric_limits<float>::max(), -3, 2};
  for (const data::Order order : orders) expect_verified(problem_of(keys, order));
}

/// However the device treats zeros and denormals, keys are sorted or rejected with a reason, never sorted wrongly.
TEST(BlendMethod, SortsOrRejectsDenormalsAndZerosOfBothSigns) {
  TEXELSORT_NEED_GL();
  const BlendFaults& faults = blend_faults(gpu::test_device());
  EXPECT_FALSE(faults.ordinary);
  const float tiny = std::numeric_limits<float>::denorm_min();
  struct Case {
    std::vector<float> keys;
    bool refused;
  };
  for (const Case& one :
       {Case{{0.0f, -0.0f, 1.0f, -0.0f, 0.0f, -1.0f}, faults.two_zeros || faults.negative_zero},
        Case{{-0.0f, 0.0f, -0.0f, 0.0f, -0.0f}, faults.two_zeros || faults.negative_zero},
        Case{{-0.0f, 2.0f, -0.0f, -1.0f}, faults.negative_zero}, Case{{0.0f, 2.0f, 0.0f, -1.0f}, false},
        Case{{tiny, 0.0f, -tiny, 3 * tiny, 1.0f}, faults.denormals}}) {
    for (const data::Order order : orders) {
      if (one.refused) {
        EXPECT_THROW(start(blend(), problem_of(one.keys, order)), UsageError);
      } else {
        expect_verified(problem_of(one.keys, order));
      }
    }
  }
}

TEST(BlendMethod, RejectsOnlyKeysThatTheDeviceWouldChange) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const data::Keys both = std::vector<float>{0.0f, -0.0f}, positive = std::vector<float>{0.0f, 1.0f},
                   negative = std::vector<float>{-0.0f, 1.0f}, denormal = std::vector<float>{tiny, 1.0f};
  EXPECT_FALSE(refused_key(both, {}));
  EXPECT_FALSE(refused_key(denormal, {}));
  const BlendFaults two_zeros{.two_zeros = true}, flushes{.denormals = true}, signless{.negative_zero = true};
  EXPECT_TRUE(refused_key(both, two_zeros));
  EXPECT_FALSE(refused_key(positive, two_zeros));
  EXPECT_FALSE(refused_key(negative, two_zeros));
  EXPECT_TRUE(refused_key(negative, signless));
  EXPECT_FALSE(refused_key(positive, signless));
  EXPECT_TRUE(refused_key(denormal, flushes));
  EXPECT_FALSE(refused_key(positive, flushes));
  EXPECT_TRUE(refused_key(positive, {.ordinary = true}));
}

TEST(BlendMethod, RejectsIntegersBeyond24BitsAndPayloads) {
  TEXELSORT_NEED_GL();
  const auto message = [](data::Keys keys) -> std::string {
    try {
      start(blend(), problem_of(std::move(keys)));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()}).find("key 1 is NaN"),
            std::string::npos);
  EXPECT_NE(message(std::vector<std::uint32_t>{1, 2, (1u << 24) + 1}).find("key 2 is 16777217"), std::string::npos);
  EXPECT_NE(message(std::vector<std::int32_t>{-(1 << 24) - 1}).find("key 0 is -16777217"), std::string::npos);
  EXPECT_NE(message(std::vector<double>{1, 2}).find("sorts u32, i32 and f32, not f64"), std::string::npos);
  EXPECT_EQ(message(std::vector<std::int32_t>{-(1 << 24)}), "");
  EXPECT_THROW(start(blend(), make_problem("zero", data::KeyType::f32, 4, data::PayloadKind::index)), UsageError);
}

/// A check skips a case whose keys the method rejects. This is not a failure.
TEST(BlendMethodCheck, IsSkippedWhenTheMethodRejectsTheKeys) {
  TEXELSORT_NEED_GL();
  const CheckResult result = run_check(tests::device(), {.algorithm = &blend(), .distribution = "uniform", .n = 100});
  EXPECT_EQ(result.outcome, Outcome::skipped);
  EXPECT_NE(result.message.find("2^24"), std::string::npos) << result.message;
  EXPECT_EQ(run_check(tests::device(),
                      {.algorithm = &blend(), .type = data::KeyType::f32, .distribution = "uniform", .n = 100})
                .outcome,
            Outcome::passed);
}

/// Returns the odd-even transposition network, which has no blocks of powers of two. Some of its steps have two
/// patterns.
network::Network transposition(std::uint64_t n) {
  network::Network made{"transposition", n, {}};
  for (std::uint64_t round = 0; round < n; ++round) {
    network::Step step{"round", {{round % 2, 4, 1, 1, false}, {round % 2 + 2, 4, 1, 1, false}}, {}};
    step.claim = {"neighbours are ordered", [](auto) { return std::nullopt; }};
    made.stages.push_back({"stage", {step}});
  }
  return made;
}

TEST(BlendMethod, RunsANetworkThatIsNotInTheRegistry) {
  TEXELSORT_NEED_GL();
  static const network::Family family{"transposition", "Transposition", {}, transposition};
  const auto algorithm = make_network_algorithm(family, "blend");
  for (const std::uint64_t n : {2, 9, 33, 100, 130}) {
    for (const data::Order order : orders) {
      const auto problem = make_problem("gaussian", data::KeyType::f32, n, data::PayloadKind::none, order);
      const auto run = start(*algorithm, problem);
      const auto failure = verify_every_pass(*run, *problem, false);
      EXPECT_FALSE(failure) << n << ": " << text(*failure);
    }
  }
}

/// The quads of a pass must cover the position of every key exactly once. At this size, the quads determine the role of
/// each fragment.
TEST(BlendMethod, ReportsQuadsThatCoverEveryKeyOnce) {
  TEXELSORT_NEED_GL();
  for (const char* network : {"bitonic", "bitonic-alternating", "odd-even-merge", "odd-even-transposition",
                              "periodic-balanced", "pairwise"}) {
    for (const std::uint64_t n : {256, 352}) {  // the four lists have 64 or 88 positions each
      const auto run = start(find_algorithm(std::string(network) + "/blend"),
                             make_problem("uniform", data::KeyType::f32, n), {{"width", "8"}});
      while (const auto record = run->step()) {
        std::vector<int> drawn(n, 0);
        for (const Quad& quad : record->quads()) {
          EXPECT_NE(quad.role, Role::decide) << network << ", " << record->header.label;
          for (std::uint32_t y = quad.rect.y; y < quad.rect.y + quad.rect.height; ++y) {
            for (std::uint32_t x = quad.rect.x; x < quad.rect.x + quad.rect.width; ++x) ++drawn.at(y * 8 + x);
          }
        }
        EXPECT_EQ(std::ranges::count(drawn, 1), static_cast<std::ptrdiff_t>(n))
            << network << ", " << n << ", " << record->header.label;
      }
    }
  }
}

/// In bitonic merges, each step compares every key.
TEST(BlendMethod, CountsTheComparatorsOfEachPass) {
  TEXELSORT_NEED_GL();
  const auto run = start(blend(), make_problem("uniform", data::KeyType::f32, 256), {{"width", "8"}});
  while (const auto record = run->step()) EXPECT_EQ(record->counters.comparators, 128u);
}

/// The passes of every network must fulfil their claims, however its steps are drawn.
TEST(BlendMethod, FulfilsTheClaimOfEveryPassForEveryNetwork) {
  TEXELSORT_NEED_GL();
  for (const char* network : {"bitonic-alternating", "odd-even-merge", "odd-even-transposition", "pairwise"}) {
    for (const char* narrowest : {"1", "3", "64"}) {
      for (const char* width : {"1", "4", "16"}) {
        for (const std::uint64_t n : {64, 192, 448}) {
          // The network has one step per position, which would be too slow for 448 keys.
          if (n == 448 && network == std::string_view("odd-even-transposition")) continue;
          const auto problem = make_problem("few-distinct", data::KeyType::f32, n);
          const auto run = start(find_algorithm(std::string(network) + "/blend"), problem,
                                 {{"narrowest", narrowest}, {"width", width}});
          const auto failure = verify_every_pass(*run, *problem, false);
          EXPECT_FALSE(failure) << network << ", narrowest " << narrowest << ", width " << width << ", n " << n << ": "
                                << text(*failure);
        }
      }
    }
  }
}

TEST(BlendMethod, ContinuesFromSnapshotsAndRewinds) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("gaussian", data::KeyType::f32, 777);
  const auto run = start(blend(), problem);
  EXPECT_EQ(run->known_passes().size(), run->total_passes());
  for (int i = 0; i < 17; ++i) run->step();
  const Snapshot snapshot = run->save();
  while (run->step()) {
  }
  const data::Keys sorted = run->read().keys;
  EXPECT_FALSE(data::find_disorder(sorted, data::Order::ascending));
  run->rewind();
  EXPECT_EQ(run->passes_done(), 0u);
  EXPECT_EQ(run->read().keys, problem->keys);
  run->restore(snapshot);
  EXPECT_EQ(run->passes_done(), 17u);
  EXPECT_EQ(run->read().keys, snapshot.state.keys);
  run->finish();
  EXPECT_EQ(run->passes_done(), run->total_passes());
  EXPECT_EQ(run->read().keys, sorted);
}

/// The checks must find a deliberately broken shader, and name the wrong pass, index and comparator.
TEST(BlendMethodCheck, NamesThePassIndexAndComparatorThatABrokenShaderSpoils) {
  TEXELSORT_NEED_GL();
  struct Mutation {
    std::string shader, find, replace, narrowest;
  };
  for (const Mutation& mutation :
       {Mutation{"networks/blend.frag", "COORDINATE)", "own_coordinate)", "1"},
        Mutation{"networks/blend.frag", ".SWIZZLE", "", "1"},
        Mutation{"networks/blend_deciding.frag", "gets_smaller != (draw_smaller != flipped)",
                 "gets_smaller == (draw_smaller != flipped)", "64"},
        Mutation{"networks/blend_deciding.frag", "if (flipped != 0u) partner = n - 1u - partner;", "", "64"}}) {
    const tests::TemporaryFolder folder;
    tests::write_changed_shader(folder, mutation.shader, mutation.find, mutation.replace);
    {
      const auto device = gpu::Device::headless({.debug = false, .shader_directory = folder.path(), .egl_device = {}});
      const auto problem = make_problem("gaussian", data::KeyType::f32, 170);
      const auto prepared =
          prepare(blend(), &device->info(), problem->form(), {{"width", "4"}, {"narrowest", mutation.narrowest}});
      const auto run = prepared.start(device.get(), problem);
      const auto failure = verify_every_pass(*run, *problem, false);
      ASSERT_TRUE(failure) << mutation.find;
      EXPECT_TRUE(failure->pass && failure->index && failure->comparator) << text(*failure);
    }
    tests::device()->make_current();
  }
}

/// After every pass, the view must show the exact bits of the keys, for any key type.
TEST(BlendMethod, ShowsKeysInTheOrderOfTheArray) {
  TEXELSORT_NEED_GL();
  const auto expect_shown = [](const data::Keys& keys) {
    const auto run = start(blend(), problem_of(keys));
    do {
      const View view = run->views().at(0);
      EXPECT_EQ(view.name(), "keys");
      EXPECT_EQ(view.count, data::size(keys));
      const auto* texture = std::get<const gpu::Texture*>(view.holder);
      const gpu::Extent extent = texture->extent();
      std::vector<std::uint32_t> texels(std::size_t{extent.width} * extent.height);
      texture->read({0, 0, extent.width, extent.height}, std::as_writable_bytes(std::span(texels)));
      const data::State state = run->read();
      EXPECT_TRUE(std::ranges::equal(data::bytes(state.keys),
                                     std::as_bytes(std::span(texels)).first(data::bytes(state.keys).size())));
    } while (run->step());
  };
  expect_shown(data::generate("gaussian", data::KeyType::f32, 77, 1));
  expect_shown(small_integers<std::uint32_t>(100));
  expect_shown(small_integers<std::int32_t>(100));
}

}  // namespace
}  // namespace texelsort::algorithms
