#include "compute/algorithms/default_choice.h"

#include <gtest/gtest.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {
namespace {

gpu::DeviceInfo fragment_device() {
  gpu::DeviceInfo info;
  info.major = info.minor = 3;
  info.max_texture_extent = 16384;
  info.max_draw_buffers = 8;
  return info;
}

gpu::DeviceInfo compute_device() {
  gpu::DeviceInfo info = fragment_device();
  info.major = 4;
  info.compute = true;
  info.max_storage_bytes = std::uint64_t{1} << 27;
  info.max_workgroup_size = 1024;
  info.max_workgroups = 65535;
  info.max_shared_bytes = 32768;
  return info;
}

std::string sort_of(const gpu::DeviceInfo* device, const ProblemForm& form) {
  const DefaultChoice choice = default_sort(device, form);
  EXPECT_FALSE(choice.reason.empty());
  return choice.algorithm->info().id;
}

TEST(DefaultAlgorithm, DependsOnTheDeviceAndTheNumberOfKeys) {
  const gpu::DeviceInfo compute = compute_device(), fragment = fragment_device();
  EXPECT_EQ(sort_of(&compute, {.n = 64}), "radix/tile@compute");
  EXPECT_EQ(sort_of(&compute, {.n = 1024}), "radix/tile@compute");
  EXPECT_EQ(sort_of(&compute, {.n = 1025}), "radix/srts@compute");
  EXPECT_EQ(sort_of(&compute, {.n = 5'000'000}), "radix/srts@compute");
  EXPECT_EQ(sort_of(&fragment, {.n = 64}), "bitonic/grouped-quads");
  EXPECT_EQ(sort_of(&fragment, {.n = 5'000'000}), "bitonic/fused");
}

TEST(DefaultAlgorithm, IsACpuSortWithoutAGpu) {
  gpu::DeviceInfo software = compute_device();
  software.software = true;
  for (const gpu::DeviceInfo* device : std::vector<const gpu::DeviceInfo*>{&software, nullptr}) {
    EXPECT_EQ(sort_of(device, {.n = 64}), "hwy/vqsort@cpu");
    EXPECT_EQ(sort_of(device, {.n = 5'000'000}), "hwy/vqsort@cpu");
    EXPECT_EQ(sort_of(device, {.n = 5000, .type = data::KeyType::f64, .payload = data::PayloadKind::index64}),
              "hwy/vqsort@cpu");
  }
  EXPECT_EQ(sort_of(nullptr, {.n = 5000, .comparison = data::Comparison::magnitude}), "std/stable-sort@cpu");
}

TEST(DefaultAlgorithm, RunsOnTheRequestedDevice) {
  if (!cuda::cpu_absence().empty()) GTEST_SKIP() << cuda::cpu_absence();
  gpu::DeviceInfo software = compute_device();
  software.software = true;
  const cuda::ExecutionOptions kernels{.engine = cuda::Engine::cpu}, shaders{.shaders_on_cpu = true};
  EXPECT_EQ(sort_of(&software, {.n = 64, .execution = kernels}), "radix/onesweep@cuda");
  EXPECT_EQ(sort_of(&software, {.n = 64, .execution = shaders}), "radix/tile@compute");
  EXPECT_EQ(sort_of(&software, {.n = 5000, .comparison = data::Comparison::magnitude, .execution = kernels}),
            "sample/ordered@cuda");
  EXPECT_EQ(default_selection(&software, {.n = 64, .execution = kernels}).algorithm->info().id,
            "select/histogram@cuda");
  EXPECT_EQ(default_selection(&software, {.n = 64, .execution = shaders}).algorithm->info().id,
            "select/histogram@compute");
  // The device rejects these inputs, and no other device replaces it.
  const auto many = default_sort(&software, {.n = cuda::most_keys_on_cpu + 1, .execution = kernels});
  EXPECT_EQ(many.algorithm->info().backend, Backend::cuda);
  EXPECT_FALSE(many.prepared);
  const auto compared = default_sort(&software, {.n = 64, .payload = data::PayloadKind::index64, .execution = shaders});
  EXPECT_EQ(compared.algorithm->info().backend, Backend::compute);
  EXPECT_FALSE(compared.prepared);
}

TEST(DefaultAlgorithm, IsOnesweepForLargeInputsWhenShadersHaveSubgroups) {
  gpu::DeviceInfo device = compute_device();
  device.subgroup_lanes = 32;
  EXPECT_EQ(sort_of(&device, {.n = 64}), "radix/tile@compute");
  EXPECT_EQ(sort_of(&device, {.n = 4096}), "radix/tile@compute");
  EXPECT_EQ(sort_of(&device, {.n = 16'384}), "radix/onesweep@compute");  // 64 KiB of keys are enough for Onesweep
  EXPECT_EQ(sort_of(&device, {.n = 5'000'000, .payload = data::PayloadKind::index}), "radix/onesweep@compute");
}

// SwiftShader is a software renderer without a known loop limit, so that the sort must not reject large inputs.
TEST(DeterministicSampleSort, AcceptsLargeInputsOnASoftwareRendererWithoutALoopLimit) {
  gpu::DeviceInfo device = compute_device();
  device.software = true;
  ASSERT_EQ(device.max_loop_rounds + 1, 0u);
  const Algorithm& sort = find_algorithm("sample/deterministic@compute");
  EXPECT_EQ(prepare(sort, &device, {.n = std::uint64_t{1} << 20}, {}).refusal(), std::nullopt);
}

TEST(DefaultAlgorithm, IsNeverAnAlgorithmThatRejectsTheInput) {
  const gpu::DeviceInfo compute = compute_device();
  const auto id = [&](const ProblemForm& form) { return sort_of(&compute, form); };
  EXPECT_EQ(id({.n = 5000, .type = data::KeyType::f64, .payload = data::PayloadKind::index}), "radix/srts@compute");
  EXPECT_EQ(id({.n = 5000, .payload = data::PayloadKind::index64}), "std/stable-sort@cpu");
  EXPECT_EQ(id({.n = 5000, .comparison = data::Comparison::magnitude}), "std/stable-sort@cpu");
  EXPECT_NE(id({.n = std::uint64_t{1} << 30}), "radix/srts@compute") << "the keys are larger than a storage block";
  gpu::DeviceInfo small = compute;
  small.max_workgroup_size = small.max_shared_bytes = 1;
  EXPECT_EQ(sort_of(&small, {.n = 5000}), "bitonic/grouped-quads") << "no workgroup is small enough";
}

TEST(DefaultAlgorithm, AcceptsEveryInputSizeKeyTypeAndPayload) {
  const gpu::DeviceInfo compute = compute_device(), fragment = fragment_device();
  for (const gpu::DeviceInfo* device : {&compute, &fragment, static_cast<const gpu::DeviceInfo*>(nullptr)}) {
    for (const auto type : data::all_key_types) {
      for (const auto payload : {data::PayloadKind::none, data::PayloadKind::index, data::PayloadKind::record}) {
        for (const std::uint64_t n : {0, 1, 2, 1000, 1024, 1025, 65536, 65537, 5'000'000}) {
          ProblemForm form{.n = n, .type = type, .payload = payload};
          if (payload == data::PayloadKind::record) form.shape.fields = 3;
          for (const auto& choice : {default_sort(device, form), default_selection(device, form)}) {
            const bool selects = choice.algorithm->info().task == Task::select;
            // Selections reject inputs without keys, and payloads.
            if (selects && (n == 0 || payload != data::PayloadKind::none)) continue;
            const auto refusal = prepare(*choice.algorithm, device, form, {}).refusal();
            EXPECT_FALSE(refusal) << choice.algorithm->info().id << " n " << n << ": " << *refusal;
          }
        }
      }
    }
  }
}

TEST(DefaultSelectionAlgorithm, DependsOnTheDevice) {
  const gpu::DeviceInfo compute = compute_device(), fragment = fragment_device();
  const auto id = [](const gpu::DeviceInfo* device) {
    return default_selection(device, {.n = 1000}).algorithm->info().id;
  };
  EXPECT_EQ(id(&compute), "select/histogram@compute");
  EXPECT_EQ(id(&fragment), "select/depth@fragment");
  EXPECT_EQ(id(nullptr), "std/nth-element@cpu");
}

}  // namespace
}  // namespace texelsort::algorithms
