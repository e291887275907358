#include <gtest/gtest.h>

#include "tests/algorithms/adversarial.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

constexpr const char* warpsort_id = "merge/warpsort@cuda";
constexpr const char* warpsort_inputs[] = {"uniform", "zero", "few-distinct", "sorted", "reversed"};

void expect_warpsort_sorts(const std::string& distribution, std::uint64_t n, const Overrides& overrides,
                           data::KeyType type = data::KeyType::u32,
                           data::PayloadKind payload = data::PayloadKind::index) {
  expect_sorts(warpsort_id, distribution, n, overrides, type, payload);
}

TEST(CudaWarpsort, SortsInputsOfOneOrSeveralTiles) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  for (const char* tile : {"128", "256", "512"}) {
    for (const std::uint64_t n : {2ull, 127ull, 128ull, 129ull, 255ull, 256ull, 511ull, 512ull, 700ull}) {
      expect_warpsort_sorts("uniform", n, {{"tile", tile}}, data::KeyType::f32);
      expect_warpsort_sorts("few-distinct", n, {{"tile", tile}}, data::KeyType::i64, data::PayloadKind::none);
    }
  }
}

/// Sorts tiles and merges them until one sequence is left.
TEST(CudaWarpsort, MergesItsTilesDownToOneSequence) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  for (const char* input : warpsort_inputs) {
    for (const char* t : {"64", "128", "512"}) {
      expect_warpsort_sorts(input, 1999, {{"l", "1"}, {"t", t}, {"warps", "3"}});
    }
  }
}

TEST(CudaWarpsort, DividesSequencesIntoPartsAndMergesThem) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  for (const char* input : warpsort_inputs) {
    for (const auto& [l, s] : {std::pair("2", "2"), {"5", "7"}, {"64", "16"}}) {
      expect_warpsort_sorts(input, 3001, {{"l", l}, {"s", s}, {"sample", "3"}, {"t", "64"}});
      expect_warpsort_sorts(input, 3000, {{"l", l}, {"s", s}}, data::KeyType::f64, data::PayloadKind::none);
    }
  }
  expect_sorts_adversarial(warpsort_id, 3002, {{"l", "5"}, {"s", "7"}, {"t", "64"}});
}

/// Rounds skip parts whose keys are all equal. These keys must be at their final positions in both arrays, after an odd
/// and after an even number of rounds.
TEST(CudaWarpsort, SortsWhenAPartHasOnlyEqualKeys) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  for (const auto& [type, n] : {std::pair{data::KeyType::u32, 3100u}, {data::KeyType::f64, 3101u}}) {
    for (const char* input : {"zero", "few-distinct"}) {
      for (const char* l : {"2", "4", "8", "16"}) {
        expect_warpsort_sorts(input, n, {{"l", l}, {"s", "16"}}, type);
      }
      expect_warpsort_sorts(input, n, {{"l", "16"}, {"s", "16"}, {"t", "64"}}, type, data::PayloadKind::none);
    }
  }
}

/// Parts of equal keys must have similar sizes, as parts of sorted keys have. Otherwise, a single warp would merge all
/// keys.
TEST(CudaWarpsort, DividesEqualKeysIntoPartsOfSimilarSizes) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  const auto problem = make_problem("zero", data::KeyType::u32, 8192, data::PayloadKind::index);
  const auto run = start(find_algorithm(warpsort_id), problem, {{"l", "8"}, {"s", "16"}, {"sample", "8"}});
  for (std::uint64_t pass = 0; pass < 7; ++pass) ASSERT_TRUE(run->step());
  const auto views = run->views();
  const auto places = read_view(*find_view(views, tables::PartPlaces{}));
  ASSERT_EQ(places.size(), 16u * 8 + 1);
  for (std::size_t part = 0; part < 16; ++part) {
    EXPECT_LE(places[8 * part + 8] - places[8 * part], 6u * 8192 / 16) << part;
  }
  EXPECT_EQ(read_view(*find_view(views, tables::PartsOfOneValue{})), std::vector<std::uint64_t>(16, 1));
}

TEST(CudaWarpsort, SortsByMagnitudeAndByTheNumberOfOneBits) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  for (const data::Comparison comparison : {data::Comparison::magnitude, data::Comparison::ones}) {
    Problem compared = *make_problem("uniform", data::KeyType::i32, 3000, data::PayloadKind::index);
    compared.comparison = comparison;
    const auto problem = std::make_shared<const Problem>(compared);
    const auto failure = verify_every_pass(*start(find_algorithm(warpsort_id), problem, {{"l", "6"}}), *problem, false);
    EXPECT_FALSE(failure) << text(*failure);
  }
}

TEST(CudaWarpsort, ContinuesFromASnapshotOfEveryPass) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(warpsort_id));
  const auto problem = make_problem("few-distinct", data::KeyType::f32, 2000, data::PayloadKind::index);
  const auto run = start(find_algorithm(warpsort_id), problem, {{"l", "4"}});
  std::vector<Snapshot> snapshots{run->save()};
  while (run->step()) snapshots.push_back(run->save());
  EXPECT_EQ(run->total_passes(), snapshots.size() - 1);
  const auto sorted = run->read();
  for (const Snapshot& snapshot : snapshots) {
    run->restore(snapshot);
    run->finish();
    EXPECT_EQ(run->read().payload, sorted.payload) << snapshot.passes_done;
  }
}

}  // namespace
}  // namespace texelsort::algorithms
