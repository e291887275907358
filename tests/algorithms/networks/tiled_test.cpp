// Tests of the single-quad method with keys in square tiles of texels.
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/check/run_check.h"
#include "compute/data/keys/check.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

Overrides tiles_of(const std::string& tile, const std::string& width) {
  return {{"mapping", "tiled"}, {"tile", tile}, {"width", width}};
}

TEST(TiledTexture, StoresTilesRowByRow) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 100);
  const TexelArrays arrays(gpu::test_device(), *problem, 16, 2);
  EXPECT_EQ(arrays.extent(), (gpu::Extent{16, 8}));
  // Compares the place of each texel: its tile, and its position in the tile.
  std::set<std::uint64_t> seen;
  for (std::uint64_t y = 0; y < 8; ++y) {
    for (std::uint64_t x = 0; x < 16; ++x) {
      const std::uint64_t i = (y / 4 * 4 + x / 4) * 16 + y % 4 * 4 + x % 4;
      EXPECT_EQ(arrays.place_of(i), y * 16 + x) << i;
      seen.insert(i);
    }
  }
  EXPECT_EQ(seen.size(), 128u);
}

TEST(TiledTexture, ConsistsOfWholeTiles) {
  EXPECT_EQ(TexelArrays::extent(0, 1, 3), (gpu::Extent{8, 8}));
  EXPECT_EQ(TexelArrays::extent(64, 8, 3), (gpu::Extent{8, 8}));
  EXPECT_EQ(TexelArrays::extent(65, 8, 3), (gpu::Extent{8, 16}));
  EXPECT_EQ(TexelArrays::extent(1000, 32, 3), (gpu::Extent{32, 32}));
  EXPECT_EQ(TexelArrays::extent(1000, 32, 0), (gpu::Extent{32, 32}));
  EXPECT_EQ(TexelArrays::extent(992, 32, 0), (gpu::Extent{32, 31}));
  EXPECT_EQ(TexelArrays::extent(0, 4, 0), (gpu::Extent{4, 1}));
}

TEST(TiledTextureSort, SortsAnyNumberOfKeysOfEveryType) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/single-quad");
  for (const CheckCase& each : check_matrix(algorithm, Depth::quick)) {
    if (each.distribution != "special" && each.distribution != "uniform") continue;
    CheckCase tiled = each;
    tiled.parameters = {{"mapping", "tiled"}, {"tile", each.n % 2 == 0 ? "2" : "8"}};
    const CheckResult result = run_check(&gpu::test_device(), tiled);
    EXPECT_EQ(result.outcome, Outcome::passed) << text(tiled) << ": " << result.message;
  }
}

TEST(TiledTextureSort, SortsKeysForEveryTextureWidthAndTileSize) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("bitonic/single-quad");
  for (const char* tile : {"2", "4", "64"}) {
    for (const char* width : {"1", "4", "16", "256"}) {
      for (const std::uint64_t n : {1u, 63u, 64u, 65u, 300u}) {
        const auto problem = make_problem("uniform", data::KeyType::u64, n, data::PayloadKind::index);
        const auto run = start(algorithm, problem, tiles_of(tile, width));
        const auto failure = verify_every_pass(*run, *problem, false);
        EXPECT_FALSE(failure) << "tile " << tile << " width " << width << " n " << n << ": " << text(*failure);
      }
    }
  }
}

TEST(TiledTextureSort, ShowsKeysInTheOrderOfTheArray) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u64, 1000, data::PayloadKind::index);
  const Algorithm& algorithm = find_algorithm("bitonic/single-quad");
  const auto run = start(algorithm, problem, tiles_of("8", "32"));
  const auto reference = start(find_algorithm("bitonic/reference@cpu"), problem);
  const auto expect_same = [&] {
    const data::State expected = reference->read();
    EXPECT_EQ(run->read().keys, expected.keys);
    const auto views = run->views();
    ASSERT_EQ(views.size(), 2u);
    data::State seen{data::make_keys(data::KeyType::u64, 1000), {}};
    EXPECT_EQ(views[0].width, 32u);
    read_elements(*std::get<const gpu::Texture*>(views[0].holder), 0, 1000, data::bytes(seen.keys));
    seen.payload = read_view(views[1]);
    EXPECT_EQ(seen.keys, expected.keys);
    EXPECT_EQ(seen.payload, expected.payload);
    for (const auto& [first, count] : {std::pair{0u, 1u}, {5u, 3u}, {60u, 10u}, {250u, 400u}, {999u, 1u}, {7u, 0u}}) {
      EXPECT_EQ(run->read(first, count).keys, reference->read(first, count).keys) << first << ' ' << count;
      EXPECT_EQ(run->read(first, count).payload, reference->read(first, count).payload) << first << ' ' << count;
    }
  };
  expect_same();
  for (int pass = 0; pass < 3; ++pass) {
    run->step();
    reference->step();
    expect_same();
  }
  run->rewind();
  reference->rewind();
  expect_same();
}

TEST(TiledTextureSort, ContinuesFromASnapshot) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::f32, 500, data::PayloadKind::index);
  const auto run = start(find_algorithm("bitonic/single-quad"), problem, tiles_of("4", "16"));
  for (int pass = 0; pass < 7; ++pass) run->step();
  const Snapshot snapshot = run->save();
  run->finish();
  const data::State sorted = run->read();
  run->restore(snapshot);
  EXPECT_EQ(run->passes_done(), 7u);
  EXPECT_EQ(run->read().keys, snapshot.state.keys);
  run->finish();
  EXPECT_EQ(run->read().keys, sorted.keys);
  EXPECT_EQ(run->read().payload, sorted.payload);
}

}  // namespace
}  // namespace texelsort::algorithms
