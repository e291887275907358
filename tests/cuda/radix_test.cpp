#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/reference.h"
#include "compute/cuda/choice.h"
#include "compute/data/keys/order.h"
#include "compute/gpu/memory_use.h"
#include "tests/algorithms/records/record_problem.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

constexpr const char* ids[] = {"radix/srts@cuda", "radix/grs@cuda", "radix/onesweep@cuda"};

CudaRadixPlan plan_of(const std::string& id, std::uint64_t n, data::KeyType type, const Overrides& overrides) {
  if (id == ids[0]) return srts_plan({n, type}, cuda_srts_settings().chosen({}, overrides));
  if (id == ids[1]) return grs_plan({n, type}, cuda_grs_settings().chosen({}, overrides));
  return onesweep_plan({n, type}, cuda_onesweep_settings().chosen({}, overrides));
}

class CudaRadixSort : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, CudaRadixSort, ::testing::ValuesIn(ids),
                         [](const auto& info) { return test_name(info.param); });

TEST_P(CudaRadixSort, AssignsEveryBitToOneDigit) {
  for (const data::KeyType type : {data::KeyType::f32, data::KeyType::i64}) {
    for (int bits = 1; bits <= 8; ++bits) {
      const CudaRadixPlan plan = plan_of(GetParam(), 100'000, type, {{"digit", std::to_string(bits)}});
      std::uint32_t next = 0;
      for (std::uint64_t i = 0; i < plan.digits(); ++i) {
        const DigitPass digit = plan.digit(i);
        EXPECT_EQ(digit.shift, next);
        EXPECT_LE(digit.bits, static_cast<std::uint32_t>(bits));
        next += digit.bits;
      }
      EXPECT_EQ(next, 8 * data::key_bytes(type));
    }
  }
}

TEST_P(CudaRadixSort, DividesTheArrayCompletelyIntoColumns) {
  for (const std::uint64_t n : {2ull, 4096ull, 4097ull, 1'000'000ull, 5'000'000'000ull}) {
    const DigitPass digit = plan_of(GetParam(), n, data::KeyType::u32, {{"shape", "256x16"}}).digit(0);
    EXPECT_GE(digit.columns * digit.column_keys, n);
    EXPECT_LT((digit.columns - 1) * digit.column_keys, n);
    EXPECT_EQ(digit.column_keys % 4096, 0u);
  }
}

TEST_P(CudaRadixSort, RejectsBlockShapesForWhichThereIsNoKernel) {
  const CudaRadixPlan plan = plan_of(GetParam(), 1000, data::KeyType::u32, {{"digit", "8"}, {"shape", "64x16"}});
  const auto refusal = shape_refusal(plan, 1 << 20);
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("64x16"), std::string::npos) << *refusal;
  EXPECT_NE(refusal->find("256x32"), std::string::npos) << *refusal;
}

/// Default digits must equal those of the papers. GRS also has the paper's tiles of 1,024 keys and blocks of 64 threads
/// (section VI).
TEST(CudaRadixPaperValues, EqualThoseOfThePapers) {
  for (const auto& [id, digits, tile] :
       {std::tuple("radix/srts@cuda", 8u, 4096u), std::tuple("radix/grs@cuda", 8u, 1024u),
        std::tuple("radix/onesweep@cuda", 4u, 8192u)}) {
    const Overrides values = paper_values(find_algorithm(id).parameters());
    const CudaRadixPlan plan = plan_of(id, 1 << 20, data::KeyType::u32, values);
    EXPECT_EQ(plan.digits(), digits) << id;
    EXPECT_EQ(plan.shape.tile(), tile) << id;
    EXPECT_EQ(plan.counting, !plan.sweeps) << id;
  }
}

constexpr const char* counting_ids[] = {"radix/srts@cuda", "radix/grs@cuda"};

/// The paper states "there are only 16 different radix values for 4 bits" (section V). No thread has more than 16
/// counters.
TEST(CudaRadixRankingByCounters, RejectsDigitsOfMoreThanFourBits) {
  for (const std::string id : counting_ids) {
    for (int bits = 1; bits <= 8; ++bits) {
      const Overrides overrides{{"ranking", "counters"}, {"digit", std::to_string(bits)}};
      const auto refusal = shape_refusal(plan_of(id, 1000, data::KeyType::u64, overrides), 1 << 20);
      EXPECT_EQ(refusal.has_value(), bits > 4) << bits;
      const std::string numbers = fmt::format("of up to 4 bits, but digit = {} needs {} counters", bits, 1 << bits);
      EXPECT_NE(refusal.value_or(numbers).find(numbers), std::string::npos) << *refusal;
      const CudaRadixPlan matching = plan_of(id, 1000, data::KeyType::u64, {{"digit", std::to_string(bits)}});
      EXPECT_FALSE(shape_refusal(matching, 1 << 20));
    }
  }
}

TEST(CudaRadixRankingByCounters, AcceptsTheTunedDigitWidthForEveryInputSize) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(ids[0]));
  for (const std::string id : counting_ids) {
    for (const data::KeyType type : data::all_key_types) {
      for (const std::uint64_t n : {0, 100, 1025, 1 << 18}) {
        const ProblemForm form{n, type, data::PayloadKind::index64};
        const auto prepared = prepare(find_algorithm(id), &gpu::test_device().info(), form, {{"ranking", "counters"}});
        EXPECT_EQ(prepared.refusal().value_or(""), "") << id << ' ' << n;
        EXPECT_EQ(prepared.parameters().integer("digit"), 4);
      }
    }
  }
}

/// Result of a pass of Onesweep, made by hand: 5 tiles of 4 keys.
struct Swept {
  std::vector<std::uint64_t> before{3, 1, 2, 0, 1, 1, 1, 3, 2, 2, 0, 0, 3, 3, 3, 3, 1, 0}, after, status;
  DigitPass pass{0, 2, 5, 4};

  Swept() {
    for (const std::uint64_t from : radix::move(before, pass)) after.push_back(before[from]);
    const auto counts = radix::count(before, pass);
    for (std::uint64_t tile = 0; tile < pass.columns; ++tile) {
      for (std::uint64_t digit = 0; digit < 4; ++digit) {
        const auto row = counts.begin() + static_cast<std::ptrdiff_t>(digit * pass.columns);
        const auto end = row + static_cast<std::ptrdiff_t>(tile + 1);
        status.push_back((std::uint64_t{2} << 30) | std::accumulate(row, end, std::uint64_t{0}));
      }
    }
  }
  std::optional<Violation> violation(std::uint64_t portion_tiles = 100) const {
    const auto table = [this](const TableKind&) { return status; };
    return swept_claim(pass, portion_tiles, false).find_violation({before, after, {}, {}, table});
  }
};

TEST(CudaOnesweepClaims, HoldOnlyAfterACorrectPass) {
  EXPECT_FALSE(Swept().violation());
  Swept moved;
  std::swap(moved.after[0], moved.after[9]);
  EXPECT_TRUE(moved.violation());
  Swept counted;
  counted.status[6] ^= std::uint64_t{3} << 30;  // stores the tile's own count instead of the sum over all earlier tiles
  EXPECT_EQ(counted.violation().value().index, 6u);
  Swept wrong;
  ++wrong.status[13];
  EXPECT_EQ(wrong.violation().value().index, 13u);
  EXPECT_TRUE(Swept().violation(2));  // wrong, because the sums continue in the next portion of tiles
}

TEST(CudaOnesweepClaims, DetectWrongUpfrontCountsOfAnyDigit) {
  const std::vector<std::uint64_t> codes{0x00, 0x13, 0x31, 0x13};
  std::vector<std::uint64_t> table(2 * 16);
  for (const std::uint64_t code : codes) {
    ++table[code & 15];
    ++table[16 + (code >> 4)];
  }
  const auto found = [&] {
    return all_digits_claim(2, 4, false).find_violation({codes, codes, {}, {}, [&](auto) { return table; }});
  };
  EXPECT_FALSE(found());
  ++table[17];
  EXPECT_EQ(found().value().index, 17u);
  --table[17];
  const auto found_without_first = [&] {
    return all_digits_claim(2, 4, false, 1).find_violation({codes, codes, {}, {}, [&](auto) { return table; }});
  };
  EXPECT_EQ(found_without_first().value().index, 0u) << "the first digit is not counted";
  std::fill_n(table.begin(), 16, 0);
  EXPECT_FALSE(found_without_first());
}

void expect_sorted(const std::string& id, data::KeyType type, data::PayloadKind payload,
                   const std::string& distribution, std::uint64_t n, const Overrides& overrides,
                   data::Order order = data::Order::ascending) {
  const auto problem = make_problem(distribution, type, n, payload, order);
  const auto failure = verify_every_pass(*start(find_algorithm(id), problem, overrides), *problem, true);
  EXPECT_FALSE(failure) << id << ' ' << distribution << ' ' << n << ' ' << name(order) << ": " << text(*failure);
}

// Tests one key type and order per digit width. In both word sizes of keys, some widths divide the key and others do
// not. AssignsEveryBitToOneDigit tests every width with both word sizes.
TEST_P(CudaRadixSort, SortsByDigitsOfOneToEightBits) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  for (int bits = 1; bits <= 8; ++bits) {
    const Overrides overrides{{"digit", std::to_string(bits)}};
    if (bits % 2 == 1 || bits == 4) {
      expect_sorted(GetParam(), data::KeyType::f32, data::PayloadKind::index64, "uniform", 9217, overrides);
    }
    if (bits % 2 == 0) {
      expect_sorted(GetParam(), data::KeyType::i64, data::PayloadKind::index, "few-distinct", 5000, overrides,
                    data::Order::descending);
    }
  }
}

/// Tests a tile that is not full, and an input of two tiles and one key.
TEST_P(CudaRadixSort, SortsWithEveryBlockShape) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  for (const auto& [shape, tile, digit, type] :
       {std::tuple("64x16", 1024u, "4", data::KeyType::u32), std::tuple("256x16", 4096u, "4", data::KeyType::f64),
        std::tuple("256x16", 4096u, "8", data::KeyType::u32), std::tuple("256x32", 8192u, "8", data::KeyType::f32),
        std::tuple("384x24", 9216u, "8", data::KeyType::i32), std::tuple("384x16", 6144u, "8", data::KeyType::u64)}) {
    const Overrides overrides{{"shape", shape}, {"digit", digit}};
    ASSERT_EQ(plan_of(GetParam(), 1000, type, overrides).shape.tile(), tile) << shape;
    expect_sorted(GetParam(), type, data::PayloadKind::index, "uniform", tile - 1, overrides, data::Order::descending);
    expect_sorted(GetParam(), type, data::PayloadKind::index, "uniform", 2 * tile + 1, overrides);
  }
}

/// Tests SRTS with more tiles than blocks, so that each block processes several tiles.
TEST(CudaSrtsRadixSort, SortsWithSeveralTilesPerThreadBlock) {
  const std::string id = ids[0];
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  const Overrides overrides{{"shape", "64x16"}, {"digit", "4"}, {"blocks", "2"}};
  for (const std::uint64_t n : {5 * 1024ull - 1, 6 * 1024ull + 1}) {
    expect_sorted(id, data::KeyType::u32, data::PayloadKind::index, "uniform", n, overrides, data::Order::descending);
  }
}

/// Every shape is tested with every digit width. Shapes with fewer threads than digit values have no kernel.
TEST_P(CudaRadixSort, SortsOrRejectsEveryCombinationOfBlockShapeAndDigitWidth) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  int sorted = 0;
  for (int bits = 1; bits <= 8; ++bits) {
    for (const char* shape : {"64x16", "256x16", "256x32", "384x24", "384x16"}) {
      const Overrides overrides{{"digit", std::to_string(bits)}, {"shape", shape}};
      const CudaRadixPlan plan = plan_of(GetParam(), 3000, data::KeyType::u32, overrides);
      EXPECT_TRUE(shape_refusal(plan, 1 << 20) || plan.shape.threads >= 1u << bits) << bits << ' ' << shape;
      if (shape_refusal(plan, 1 << 20)) continue;
      expect_sorted(GetParam(), data::KeyType::u32, data::PayloadKind::none, "uniform", 3000, overrides);
      ++sorted;
    }
  }
  EXPECT_EQ(sorted, 6 + 7 + 3);  // 6 widths with 64 threads, 7 widths with 256x16, and 8 bits with three shapes
}

/// For every way of ranking, tests keys for which lanes access the same word, and keys for which they access different
/// words.
TEST_P(CudaRadixSort, RanksEqualSortedAndRandomKeysCorrectly) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  for (const char* distribution : {"zero", "sorted", "few-distinct", "uniform"}) {
    expect_sorted(GetParam(), data::KeyType::u32, data::PayloadKind::index, distribution, 10'000, {{"digit", "8"}});
  }
}

/// Tests every shape of blocks that rank by counters, with partial tiles, several tiles, and a narrower digit at the
/// end of the key.
TEST(CudaRadixRankingByCounters, SortsWithEveryBlockShape) {
  for (const std::string id : counting_ids) {
    TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
    for (const char* shape : {"64x16", "256x16"}) {
      for (const char* digit : {"1", "3", "4"}) {
        const Overrides overrides{{"ranking", "counters"}, {"shape", shape}, {"digit", digit}};
        expect_sorted(id, data::KeyType::u32, data::PayloadKind::none, "few-distinct", 1025, overrides);
        if (digit == std::string("1")) continue;  // with digits of 1 bit, 64-bit keys would need 64 passes
        expect_sorted(id, data::KeyType::f64, data::PayloadKind::index64, "uniform", 4097, overrides,
                      data::Order::descending);
      }
      const Overrides paper{{"ranking", "counters"}, {"shape", shape}, {"digit", "4"}};
      expect_sorted(id, data::KeyType::i32, data::PayloadKind::index, "zero", 9217, paper);
    }
  }
}

TEST_P(CudaRadixSort, AllocatesOnlyTwoArraysAndItsTables) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  constexpr std::uint64_t n = 100'000;
  const std::uint64_t before = gpu::memory_use().now;
  gpu::reset_peak();
  const auto run = start(find_algorithm(GetParam()), make_problem("uniform", data::KeyType::u32, n));
  run->finish();
  const std::uint64_t used = gpu::memory_use().peak - before, arrays = 2 * 4 * n;
  EXPECT_GE(used, arrays);
  // Tables may need at most as many bytes as the arrays. If CUDA and OpenGL share no memory, both have a copy of the
  // keys.
  const bool shares = cuda::choose(tests::device()->info(), {}).sharing != cuda::Sharing::staged;
  EXPECT_LE(used, arrays + arrays + (shares ? 0 : arrays));
}

TEST(CudaOnesweep, SortsWhenTilesCountTheTilesThatTheyWaitFor) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm("radix/onesweep@cuda"));
  // Several tiles must run at the same time. On a GPU, all 61 tiles do.
  const std::uint64_t n = cuda::devices().reason.empty() ? 250'000 : 40'000;
  for (const char* look_back_reads : {"0", "1", "1048576"}) {
    expect_sorted("radix/onesweep@cuda", data::KeyType::u32, data::PayloadKind::none, "uniform", n,
                  {{"passes", "all"}, {"digit", "8"}, {"look_back_reads", look_back_reads}, {"shape", "256x16"}});
  }
}

/// More than 2^30 keys need several launches per digit, each of which continues where the previous one ended.
TEST(CudaOnesweep, SortsWhenEachDigitNeedsSeveralLaunches) {
  const std::string id = ids[2];
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(id));
  constexpr std::uint64_t n = 3 * 4096 + 5;  // n keys are three full tiles and a partial one
  const auto sort_in_portions = [&](const char* distribution, data::KeyType type, data::PayloadKind payload,
                                    const char* passes) {
    const Overrides overrides{{"shape", "256x16"}, {"digit", "8"}, {"passes", passes}};
    CudaRadixPlan plan = onesweep_plan({n, type, payload}, cuda_onesweep_settings().chosen({}, overrides));
    for (const std::uint64_t portion_tiles : {1, 3, 4}) {
      plan.portion_tiles = portion_tiles;
      const auto problem = make_problem(distribution, type, n, payload, data::Order::ascending);
      const auto run = make_sweep_run(gpu::test_device(), problem, plan);
      const auto failure = verify_every_pass(*run, *problem, true);
      EXPECT_FALSE(failure) << distribution << ' ' << portion_tiles << ": " << text(*failure);
    }
  };
  // The keys alone decide which passes are needed.
  for (const char* distribution : {"uniform", "narrow", "reversed"}) {
    sort_in_portions(distribution, data::KeyType::u32, data::PayloadKind::none, "needed");
  }
  sort_in_portions("uniform", data::KeyType::i64, data::PayloadKind::index64, "all");
}

TEST_P(CudaRadixSort, MovesWholeRecordsInADirectSort) {
  TEXELSORT_NEED_BACKEND_OF(find_algorithm(GetParam()));
  const Algorithm& algorithm = find_algorithm(GetParam());
  for (const data::Layout layout : {data::Layout::by_field, data::Layout::hybrid}) {
    for (const std::uint32_t fields : {1u, 2u, 5u, 20u}) {
      const auto problem = record_problem(data::KeyType::i32, 9217, {fields, layout});
      for (const char* rearrange : {"gather", "group"}) {
        const bool group = std::string(rearrange) == "group", by_field = layout == data::Layout::by_field;
        if (by_field && group) continue;
        // The method gather works for any number of fields, one after another. The method group depends on the number.
        if (!group && by_field == (fields == 2 || fields == 20)) continue;
        std::vector<Overrides> rankings{{{"digit", "8"}}};
        // Ranking by counters is tested with only one number of fields, because moving fields depends only on the
        // ranks.
        if (algorithm.info().id != "radix/onesweep@cuda" && fields == 5) rankings.push_back({{"ranking", "counters"}});
        for (Overrides overrides : rankings) {
          overrides.insert({{"records", "direct"}, {"rearrange", rearrange}});
          const auto prepared = prepare(algorithm, &gpu::test_device().info(), problem->form(), overrides);
          const auto run = prepared.start(tests::device(), problem);
          const auto failure = verify_every_pass(*run, *problem, true);
          EXPECT_FALSE(failure) << fields << ' ' << rearrange << ": " << text(*failure);
        }
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
