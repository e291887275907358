// Tests of the papers' values, the tuned values and the rejections of radix sorts.
#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

gpu::DeviceInfo large_device() {
  gpu::DeviceInfo device;
  device.compute = true;
  device.max_storage_bytes = std::uint64_t{1} << 31;
  device.max_workgroup_size = 1024;
  device.max_shared_bytes = 49'152;
  return device;
}

TEST(RadixPaperValues, EqualThoseOfThePapers) {
  const Overrides grs = paper_values(find_algorithm("radix/grs@compute").parameters());
  EXPECT_EQ(grs.at("digit"), "4");
  EXPECT_EQ(grs.at("tile"), "1024");
  EXPECT_EQ(grs.at("workgroup"), "64");
  EXPECT_EQ(paper_values(find_algorithm("radix/srts@compute").parameters()).at("digit"), "4");
}

std::string refusal(const std::string& id, const gpu::DeviceInfo& device, std::uint64_t n, const Overrides& overrides) {
  return refusal_beside_defaults(find_algorithm(id), &device, {n, data::KeyType::u64, data::PayloadKind::index},
                                 overrides);
}

TEST(RadixRefusal, NamesTheRequiredMemoryAndTheLimitOfTheDevice) {
  const std::string srts = "radix/srts@compute", grs = "radix/grs@compute";
  const gpu::DeviceInfo device = large_device();
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  // Expected bytes of shared memory. 24,576 bytes are for a counter and two masks per digit (256) and group of
  // invocations (8), and later for the tile. The others are two arrays of 256 digits, the end, and two words per
  // invocation (256).
  gpu::DeviceInfo small = device;
  small.max_shared_bytes = 16'384;
  for (const char* tile : {"2048", "4096"}) {
    EXPECT_TRUE(has(refusal(srts, small, 10, {{"tile", tile}}), "28676")) << refusal(srts, small, 10, {{"tile", tile}});
    EXPECT_TRUE(has(refusal(srts, small, 10, {{"tile", tile}}), "16384"));
    EXPECT_EQ(refusal(srts, device, 10, {{"tile", tile}}), "");
  }
  // Ranking by counters needs one word of shared memory per digit (256) and invocation (256).
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"ranking", "counters"}}), "shared memory"));
  EXPECT_EQ(refusal(grs, device, 10, {{"ranking", "counters"}, {"digit", "4"}}), "");
  // The serial form accepts any digit, because its invocations need no shared memory.
  EXPECT_EQ(refusal(grs, device, 10, {{"form", "serial"}}), "");

  gpu::DeviceInfo narrow = device;
  narrow.max_workgroup_size = 128;
  EXPECT_TRUE(has(refusal(grs, narrow, 10, {{"tile", "1024"}}), "128 invocations"));
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"tile", "128"}}), "128 keys for 256 invocations"));
  EXPECT_TRUE(has(refusal(grs, device, 10, {{"tile", "4096"}, {"workgroup", "32"}}), "choose 1 to 64 keys"));

  gpu::DeviceInfo short_blocks = device;
  short_blocks.max_storage_bytes = 1 << 20;
  EXPECT_TRUE(has(refusal(srts, short_blocks, 131'073, {}), "1048584 bytes for the keys"));
  EXPECT_EQ(refusal(srts, short_blocks, 131'072, {}), "");
  EXPECT_TRUE(
      has(refusal(grs, short_blocks, 131'072, {{"tile", "64"}, {"workgroup", "64"}}), "2097152 bytes for the table"));
  EXPECT_TRUE(has(refusal(srts, device, (1ull << 31) + 1, {}), "2^31"));

  gpu::DeviceInfo software = device;
  software.software = true;
  software.max_loop_rounds = 65'535;
  const Overrides long_loop{{"form", "serial"}, {"workgroup", "8"}, {"workgroups", "1"}};
  EXPECT_TRUE(has(refusal(srts, software, 8 * 131'072, long_loop), "65535")) << "two 64-bit keys an iteration";
  EXPECT_EQ(refusal(srts, software, 8 * 129'000, long_loop), "");
  EXPECT_EQ(refusal(srts, device, 8 * 131'072, long_loop), "");
  const Overrides many_tiles{{"tile", "64"}, {"workgroup", "64"}, {"workgroups", "1"}};
  EXPECT_TRUE(has(refusal(srts, software, 1 << 20, many_tiles), "65535"));
  EXPECT_EQ(refusal(srts, device, 1 << 20, many_tiles), "");
}

TEST(RadixTuning, NeverGivesParametersThatAreRejected) {
  for (const bool software : {false, true}) {
    gpu::DeviceInfo device = large_device();
    device.software = software;
    if (software) device.max_shared_bytes = 32'768;
    if (software) device.max_loop_rounds = 65'535;
    for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
      for (const data::KeyType type : data::all_key_types) {
        for (const std::uint64_t n : {0, 1, 100, 1024, 1025, 65'536, 1 << 20, 1 << 27}) {
          const ProblemForm form{n, type, data::PayloadKind::index};
          EXPECT_EQ(prepare(find_algorithm(id), &device, form, {}).refusal().value_or(""), "");
        }
      }
    }
  }
}

TEST(RadixTuning, CompletesGivenParametersWithValuesThatAreAccepted) {
  const std::vector<Overrides> given{{{"form", "cooperative"}},
                                     {{"form", "serial"}},
                                     {{"tile", "128"}, {"form", "cooperative"}},
                                     {{"workgroup", "16"}, {"form", "cooperative"}},
                                     {{"ranking", "counters"}, {"form", "cooperative"}}};
  for (const bool software : {false, true}) {
    gpu::DeviceInfo device = large_device();
    device.software = software;
    if (software) device.max_shared_bytes = 32'768;
    if (software) device.max_loop_rounds = 65'535;
    for (const char* id : {"radix/srts@compute", "radix/grs@compute"}) {
      for (const Overrides& overrides : given) {
        for (const std::uint64_t n : {100, 65'536, 1 << 20, 1 << 25}) {
          const auto& algorithm = find_algorithm(id);
          const Prepared prepared = prepare(algorithm, &device, {n}, overrides);
          const std::string refusal = prepared.refusal().value_or("");
          // On a software renderer, several values together may need more loop rounds than allowed. The algorithm must
          // then reject them.
          const bool too_long = software && overrides.size() > 1;
          EXPECT_TRUE(refusal.empty() || (too_long && refusal.find("choose more workgroups") != refusal.npos))
              << refusal;
          for (const auto& [name, value] : overrides) EXPECT_EQ(prepared.parameters().text(name), value);
        }
      }
    }
  }
}

TEST(RadixTuning, AdaptsItsParametersToTheRequestedForm) {
  gpu::DeviceInfo software = large_device();
  software.software = true;
  const auto chosen = [&](const Overrides& overrides) {
    return prepare(find_algorithm("radix/srts@compute"), &software, {1 << 20}, overrides).parameters();
  };
  EXPECT_EQ(chosen({}), chosen({{"form", "serial"}}));
  // The tuned values include 8 invocations per workgroup for the serial form. These are too few for the cooperative
  // form.
  EXPECT_EQ(chosen({}).integer("workgroup"), 8);
  EXPECT_EQ(chosen({{"form", "cooperative"}}).integer("workgroup"), 128);
  EXPECT_EQ(chosen({{"form", "cooperative"}}).integer("tile"), 4096);
  EXPECT_GT(chosen({{"form", "cooperative"}}).integer("workgroups"), chosen({}).integer("workgroups"));
}

TEST(RadixRefusal, IsThrownBeforeTheRunStarts) {
  TEXELSORT_NEED_GL();
  const auto problem = make_problem("uniform", data::KeyType::u32, 100);
  EXPECT_THROW(
      start(find_algorithm("radix/grs@compute"), problem,
            {{"form", "cooperative"}, {"ranking", "counters"}, {"digit", "8"}, {"tile", "256"}, {"workgroup", "256"}}),
      UsageError);
}

}  // namespace
}  // namespace texelsort::algorithms
