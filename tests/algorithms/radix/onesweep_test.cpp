// Tests of Onesweep by compute shaders: its requirements, and that no tile depends on the progress of other tiles.

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "tests/algorithms/problems.h"
#include "tests/support/changed_shader.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

/// Device with a changed shader, in which tiles publish nothing to later tiles.
class UnresponsiveOnesweepTiles : public ::testing::Test {
 protected:
  void SetUp() override {
    if (tests::device() == nullptr) GTEST_SKIP() << "no OpenGL";
    tests::write_changed_shader(folder_, "radix/onesweep.comp", "#if TELLING", "#if 0");
    device_ = gpu::Device::headless({.debug = false, .shader_directory = folder_.path(), .egl_device = {}});
  }
  void TearDown() override {
    device_.reset();
    if (tests::device() != nullptr) tests::device()->make_current();
  }

  const tests::TemporaryFolder folder_;
  std::unique_ptr<gpu::Device> device_;
};

// Neither OpenGL nor CUDA guarantees that another workgroup makes progress. After waiting in vain, a tile must count
// the keys of the earlier tile itself.
TEST_F(UnresponsiveOnesweepTiles, AreCountedByTheTilesThatWaitForThem) {
  const Algorithm& onesweep = find_algorithm("radix/onesweep@compute");
  if (!onesweep.availability(&device_->info(), {}).available) GTEST_SKIP() << "cannot run here";
  for (const char* look_back_reads : {"0", "3"}) {
    for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
      const auto problem = make_problem("uniform", type, 1500, data::PayloadKind::index);
      const auto run =
          prepare(onesweep, &device_->info(), problem->form(),
                  {{"digit", "4"}, {"tile", "64"}, {"workgroup", "32"}, {"look_back_reads", look_back_reads}})
              .start(device_.get(), problem);
      run->finish();
      const auto failure = verify_result(*run, *problem, true);
      EXPECT_FALSE(failure) << data::name(type) << ", look_back_reads " << look_back_reads << ": " << text(*failure);
    }
  }
}

gpu::DeviceInfo device_with(std::uint32_t subgroup_lanes) {
  gpu::DeviceInfo device;
  device.compute = true;
  device.max_storage_bytes = std::uint64_t{1} << 31;
  device.max_workgroup_size = 1024;
  device.max_workgroups = 65'535;
  device.max_shared_bytes = 48 * 1024;
  device.subgroup_lanes = subgroup_lanes;
  return device;
}

TEST(OnesweepTuning, NeverGivesParametersThatAreRejected) {
  const Algorithm& onesweep = find_algorithm("radix/onesweep@compute");
  for (const std::uint32_t lanes : {0, 32}) {
    for (const bool software : {false, true}) {
      gpu::DeviceInfo device = device_with(lanes);
      device.software = software;
      if (software) device.max_loop_rounds = 65'535;
      for (const data::KeyType type : data::all_key_types) {
        for (const std::uint64_t n : {0, 1, 100, 1024, 1025, 65'536, 1 << 20, 1 << 24}) {
          for (const Overrides& given :
               {Overrides{}, Overrides{{"tile", "64"}}, Overrides{{"workgroup", "16"}}, Overrides{{"digit", "8"}},
                Overrides{{"workgroup", "1024"}}, Overrides{{"ranking", "matching"}}}) {
            const auto prepared = prepare(onesweep, &device, {n, type, data::PayloadKind::index}, given);
            EXPECT_EQ(prepared.refusal().value_or(""), "") << n << ' ' << lanes;
          }
        }
      }
    }
  }
}

TEST(OnesweepRefusal, NamesTheExceededLimitOrTheMissingExtension) {
  const Algorithm& onesweep = find_algorithm("radix/onesweep@compute");
  const auto refusal = [&](const gpu::DeviceInfo& device, std::uint64_t n, const Overrides& overrides) {
    return refusal_beside_defaults(onesweep, &device, {n}, overrides);
  };
  EXPECT_NE(refusal(device_with(0), 5000, {{"ranking", "subgroups"}}).find("KHR_shader_subgroup"), std::string::npos);
  EXPECT_EQ(refusal(device_with(32), 5000, {{"ranking", "subgroups"}}), "");
  EXPECT_NE(refusal(device_with(32), 5000, {{"ranking", "subgroups"}, {"workgroup", "16"}}).find("workgroup = 16"),
            std::string::npos);
  EXPECT_NE(refusal(device_with(0), 5000, {{"digit", "8"}, {"workgroup", "128"}}).find("256 values"),
            std::string::npos);
  gpu::DeviceInfo large = device_with(0);
  large.max_storage_bytes = std::uint64_t{1} << 40;
  EXPECT_NE(refusal(large, (std::uint64_t{1} << 30) + 1, {}).find("2^30"), std::string::npos);
  gpu::DeviceInfo software = device_with(0);
  software.max_loop_rounds = 65'535;
  EXPECT_NE(refusal(software, 5000, {{"look_back_reads", "100000"}}).find("65535"), std::string::npos);
}

// Tiles look back at the status words of earlier tiles, as in the paper. After the pass, the last tile's words contain
// the number of keys per digit.
TEST(OnesweepRun, StoresTheNumberOfAllKeysPerDigitInTheStatusOfTheLastTile) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("few-distinct", data::KeyType::u32, 1500);
  const auto run =
      start(find_algorithm("radix/onesweep@compute"), problem, {{"digit", "4"}, {"tile", "64"}, {"workgroup", "32"}});
  // Executes three passes: histograms, the scan of the histograms, and the first digit.
  for (int pass = 0; pass < 3; ++pass) run->step();
  const auto status = read_view(run->views().at(1));
  constexpr std::uint64_t number = (std::uint64_t{1} << 30) - 1;
  std::uint64_t all = 0;
  for (std::size_t i = status.size() - 16; i < status.size(); ++i) all += status[i] & number;
  EXPECT_EQ(all, 1500u);
}

}  // namespace
}  // namespace texelsort::algorithms
