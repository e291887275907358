#include "compute/cuda/device.h"

#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "compute/cuda/choice.h"
#include "compute/cuda/error.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/data/error.h"
#include "tests/support/cuda.h"
#include "tests/support/environment.h"

namespace texelsort::cuda {
namespace {

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == std::string::npos;
}

struct Told {
  ExitCode code = ExitCode::good;
  std::string message;
};

template <typename Work>
Told told(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {};
}

TEST(CudaDevices, ContainAUsableDeviceOrTheReasonWhyThereIsNone) {
  const DeviceList& list = devices();
  bool fit = false;
  for (const DeviceInfo& one : list.devices) fit = fit || one.unfit.empty();
  EXPECT_EQ(fit, list.reason.empty());
  EXPECT_TRUE(fit || is_one_line(list.reason)) << list.reason;
  EXPECT_EQ(list.runtime_version == 0, list.reason == absence());
}

TEST(CudaDevices, HaveANameAndPlausibleLimits) {
  TEXELSORT_NEED_CUDA();
  for (const DeviceInfo& one : devices().devices) {
    EXPECT_FALSE(one.name.empty());
    EXPECT_GE(one.max_shared_bytes, 48u << 10);  // every CUDA device has at least 48 KiB of shared memory per block
    EXPECT_GT(one.multiprocessors, 0u);
    EXPECT_EQ(&device(one.ordinal), &one);
    const Memory memory = cuda::memory(one.ordinal);
    EXPECT_GT(memory.free, 0u);
    EXPECT_LE(memory.free, memory.total);
  }
}

TEST(CudaVersion, IsFormattedAsMajorDotMinor) {
  EXPECT_EQ(version_text(13000), "13.0");
  EXPECT_EQ(version_text(12080), "12.8");
}

TEST(CudaDeviceChoice, IsTheCpuWhenRequestedOrWithoutADevice) {
  const bool none = !devices().reason.empty();
  EXPECT_EQ(choose({}, {}).ordinal == cpu_ordinal, none);
  const Choice choice = choose({}, {.engine = Engine::cpu});
  EXPECT_EQ(choice.ordinal, cpu_ordinal);
  EXPECT_EQ(choice.sharing, Sharing::staged);
  EXPECT_EQ(device(choice.ordinal).engine, Engine::cpu);
  EXPECT_GT(memory(choice.ordinal).free, 0u);
}

TEST(CudaDeviceChoice, CopiesKeysViaTheHostForASoftwareRenderer) {
  TEXELSORT_NEED_CUDA();
  gpu::DeviceInfo software;
  software.renderer = "llvmpipe";
  const Choice choice = choose(software, {});
  EXPECT_NE(choice.ordinal, cpu_ordinal);
  EXPECT_EQ(choice.sharing, Sharing::staged);
  EXPECT_NE(choice.reason.find("llvmpipe"), std::string::npos) << choice.reason;
}

TEST(CudaDeviceChoice, SharesMemoryWithTheDeviceThatOpenGlUses) {
  TEXELSORT_NEED_CUDA();
  const tests::Environment unset("TEXELSORT_CUDA_INTEROP", "");
  for (const DeviceInfo& one : devices().devices) {
    if (!one.unfit.empty()) continue;
    gpu::DeviceInfo opengl;
    opengl.cuda_ordinal = one.ordinal;
    const Choice choice = choose(opengl, {});
    EXPECT_EQ(choice.ordinal, one.ordinal);
    // This OpenGL cannot import memory, so its arrays are mapped.
    EXPECT_EQ(choice.sharing, Sharing::mapped) << choice.reason;
    opengl.imports_memory = true;
    const bool exports = no_exportable_memory(one.ordinal).empty();
    EXPECT_EQ(choose(opengl, {}).sharing, exports ? Sharing::imported : Sharing::mapped);
    const tests::Environment forced("TEXELSORT_CUDA_INTEROP", "staging");
    EXPECT_EQ(choose(opengl, {}).sharing, Sharing::staged);
    EXPECT_EQ(choose(opengl, {}).ordinal, one.ordinal);
    const tests::Environment copies("TEXELSORT_CUDA_INTEROP", "copies");
    EXPECT_EQ(choose(opengl, {}).sharing, Sharing::copied);
    const tests::Environment mapped("TEXELSORT_CUDA_INTEROP", "mapped");
    EXPECT_EQ(choose(opengl, {}).sharing, Sharing::mapped);
  }
}

TEST(CudaDeviceChoice, RejectsAnUnknownKindOfOpenGlInterop) {
  const tests::Environment wrong("TEXELSORT_CUDA_INTEROP", "telepathy");
  const Told error = told([] { choose({}, {}); });
  EXPECT_EQ(error.code, ExitCode::usage);
  EXPECT_NE(error.message.find("telepathy"), std::string::npos) << error.message;
}

TEST(CudaErrors, NameTheFailedCallAndTheReason) {
  if (devices().runtime_version == 0) {
    const Told absent = told([] { check(0, "cudaMalloc"); });
    EXPECT_EQ(absent.code, ExitCode::unavailable);
    EXPECT_EQ(absent.message, absence());
    return;
  }
  // CUDA error numbers: 1 is cudaErrorInvalidValue, and 2 is cudaErrorMemoryAllocation.
  EXPECT_EQ(told([] { check(0, "cudaMalloc"); }).code, ExitCode::good);
  const Told invalid = told([] { check(1, "cudaMemcpyAsync"); });
  EXPECT_EQ(invalid.code, ExitCode::internal);
  EXPECT_NE(invalid.message.find("cudaMemcpyAsync"), std::string::npos) << invalid.message;
  EXPECT_NE(invalid.message.find("cudaErrorInvalidValue"), std::string::npos) << invalid.message;
  const Told full = told([] { check_allocation(2, "cudaMalloc", "the table", 12345); });
  EXPECT_EQ(full.code, ExitCode::unavailable);
  EXPECT_NE(full.message.find("not enough device memory for the table: 12345 bytes are needed"), std::string::npos)
      << full.message;
  for (const Told& each : {invalid, full}) EXPECT_TRUE(is_one_line(each.message));
}

}  // namespace
}  // namespace texelsort::cuda
