#include "compute/gpu/device.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

TEST(Device, ReportsItsLimitsAndTheReasonForItsClock) {
  TEXELSORT_NEED_GL();
  const DeviceInfo& info = test_device().info();
  EXPECT_FALSE(info.renderer.empty());
  EXPECT_GE(info.major * 10 + info.minor, 33);
  EXPECT_GE(info.max_texture_extent, 1024u);  // OpenGL 3.3 guarantees textures of 1,024 texels per side
  EXPECT_GE(info.max_draw_buffers, 8u);
  EXPECT_FALSE(info.clock_reason.empty());
  if (info.compute) {
    EXPECT_GE(info.max_workgroup_size, 1024u);  // OpenGL 4.3 guarantees workgroups of 1,024 invocations
    EXPECT_GE(info.max_workgroups, 65'535u);
    EXPECT_GE(info.max_shared_bytes, 32'768u);
  }
}

TEST(Device, UsesTheWallClockForSoftwareRenderers) {
  TEXELSORT_NEED_GL();
  const DeviceInfo& info = test_device().info();
  if (!info.software) GTEST_SKIP() << "no software renderer";
  EXPECT_EQ(info.clock, Clock::fenced_wall);
}

TEST(DeviceListing, ContainsTheOutcomeOfEveryTriedContext) {
  TEXELSORT_NEED_GL();
  const DeviceListing listing = list_devices();
  test_device().make_current();
  ASSERT_FALSE(listing.trials.empty());
  EXPECT_GE(listing.devices.size(), 1u);
  for (const ContextTrial& trial : listing.trials) EXPECT_FALSE(trial.outcome.empty()) << trial.what;
}

TEST(Texture, ReadsBackTheTexelsThatWereWritten) {
  TEXELSORT_NEED_GL();
  for (const TexelFormat format : {TexelFormat::r32ui, TexelFormat::rg32ui, TexelFormat::rgba8}) {
    Texture texture({5, 3}, format, "test");
    std::vector<std::byte> texels(15 * texel_bytes(format));
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 7 + 1);
    texture.write({0, 0, 5, 3}, texels);
    std::vector<std::byte> row(2 * texel_bytes(format));
    texture.read({3, 1, 2, 1}, row);
    const std::size_t start = (5 + 3) * texel_bytes(format);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), texels.begin() + static_cast<std::ptrdiff_t>(start)));
  }
}

/// Tests a buffer beyond the size limit of one OpenGL object, with a small limit instead of the real one.
TEST(Buffer, ConsistsOfSeveralObjectsWhenItIsLarge) {
  TEXELSORT_NEED_GL();
  // Sizes in bytes; with a limit of 63, the buffer consists of parts of 32 bytes.
  constexpr std::uint64_t most = 63, size = 200;
  Buffer buffer(size, "large", most), other(size, "copy", most);
  EXPECT_FALSE(buffer.is_one());
  EXPECT_TRUE(Buffer(most, "small", most).is_one());
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i);
  buffer.write(0, bytes);
  other.write(0, std::vector<std::byte>(size));
  other.copy_from(buffer, 20, 150);
  for (const auto& [first, count] :
       {std::pair(0u, 200u), std::pair(31u, 2u), std::pair(32u, 32u), std::pair(199u, 1u)}) {
    std::vector<std::byte> part(count);
    buffer.read(first, part);
    EXPECT_TRUE(std::ranges::equal(part, std::span(bytes).subspan(first, count))) << first;
    other.read(first, part);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = first + i;
      EXPECT_EQ(part[i], at >= 20 && at < 170 ? bytes[at] : std::byte{0}) << at;
    }
  }
}

TEST(Buffer, ReadsBackTheBytesThatWereWritten) {
  TEXELSORT_NEED_GL();
  Buffer buffer(64, "test");
  std::vector<std::byte> bytes(64);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  buffer.write(0, bytes);
  std::vector<std::byte> part(5);
  buffer.read(30, part);
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], static_cast<std::byte>(30 + i));
}

TEST(MemoryUse, CountsBuffersAndTexturesUntilTheyAreDestroyed) {
  TEXELSORT_NEED_GL();
  const std::uint64_t before = memory_use().now;
  {
    const Buffer buffer(1000, "a");
    Texture texture({16, 4}, TexelFormat::rg32ui, "b");
    EXPECT_EQ(memory_use().now, before + 1000 + 16 * 4 * 8);
    texture = Texture({2, 2}, TexelFormat::r32ui, "c");
    EXPECT_EQ(memory_use().now, before + 1000 + 2 * 2 * 4);
  }
  EXPECT_EQ(memory_use().now, before);
  EXPECT_GE(memory_use().peak, before + 1000 + 16 * 4 * 8);
}

TEST(Device, NamesTheFileAndTheLineOfAShaderCompileError) {
  TEXELSORT_NEED_GL();
  const tests::TemporaryFolder folder;
  folder.write("common/keys.glsl", "uint fine;\nuint broken = ;\n");
  {
    const auto device = Device::headless({.debug = false, .shader_directory = folder.path(), .egl_device = {}});
    try {
      device->draw_program("common/fullscreen.vert", "networks/single_quad.frag");
      ADD_FAILURE() << "compiled";
    } catch (const InternalError& error) {
      EXPECT_NE(std::string(error.what()).find("common/keys.glsl:2:"), std::string::npos) << error.what();
    }
  }
  test_device().make_current();
}

TEST(Device, CompilesEveryShaderProgramOnce) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  const Program& first = test_device().compute_program("common/clock_probe.comp");
  EXPECT_EQ(&first, &test_device().compute_program("common/clock_probe.comp"));
}

TEST(Executor, TimesEveryPassInOrder) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  const Program& program = test_device().compute_program("common/clock_probe.comp");
  Executor& executor = test_device().executor();
  Buffer sink(256, "sink");
  constexpr int repeats = 5;
  const auto long_work =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(1u << 22, test_device().info().max_loop_rounds));
  executor.time_passes(true);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (const std::uint32_t rounds : {1u << 8, long_work, 1u << 8}) {
      executor.begin_pass("probe");
      executor.dispatch(
          {.program = &program, .buffers = {{0, &sink}}, .uniforms = {{"rounds", rounds}}, .rounds = rounds});
      executor.end_pass();
    }
  }
  const std::vector<double> times = executor.take_pass_times();
  executor.time_passes(false);
  ASSERT_EQ(times.size(), 3u * repeats);
  // The expected ratio is at least 255, so precision does not matter. The minimum of several times excludes delays of a
  // short pass on a busy machine.
  const auto least = [&](std::size_t place) {
    double result = times[place];
    for (std::size_t i = place; i < times.size(); i += 3) result = std::min(result, times[i]);
    return result;
  };
  EXPECT_GT(least(1), least(0));
  EXPECT_GT(least(1), least(2));
  EXPECT_TRUE(executor.take_pass_times().empty());
}

TEST(Executor, TimesNoPassUnlessRequested) {
  TEXELSORT_NEED_GL();
  Executor& executor = test_device().executor();
  executor.begin_pass("empty");
  executor.end_pass();
  EXPECT_TRUE(executor.take_pass_times().empty());
}

TEST(Executor, RunsEveryWorkgroupOnceWhenADispatchExceedsOneAxis) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  // Dispatches more workgroups than the 65,535 per axis that OpenGL guarantees. Each must run exactly once.
  const tests::TemporaryFolder folder;
  folder.write("count.comp",
               "#include \"common/invocation.glsl\"\n"
               "layout(std430, binding = 0) buffer Counts { uint counts[]; };\n"
               "uniform uint n;\n"
               "void main() { uint i = invocation_index(); if (i < n) counts[i] += i + 1u; }\n");
  {
    const auto device = Device::headless({.debug = true, .shader_directory = folder.path(), .egl_device = {}});
    constexpr std::uint32_t n = 200'003;
    Buffer counts(n * sizeof(std::uint32_t), "counts");
    const std::vector<std::uint32_t> zeros(n);
    counts.write(0, std::as_bytes(std::span(zeros)));
    const Program& program = device->compute_program("count.comp", {{"WORKGROUP", "1"}});
    device->executor().dispatch(
        {.program = &program, .buffers = {{0, &counts}}, .uniforms = {{"n", n}}, .workgroups = n});
    std::vector<std::uint32_t> seen(n), expected(n);
    std::iota(expected.begin(), expected.end(), 1u);
    counts.read(0, std::as_writable_bytes(std::span(seen)));
    EXPECT_EQ(seen, expected);
    device->check_errors("count");
  }
  test_device().make_current();
}

}  // namespace
}  // namespace texelsort::gpu
