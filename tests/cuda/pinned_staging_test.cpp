// Tests of transfers between host and device by threads, for the CPU as a device and for NVIDIA devices.
#include "compute/cuda/pinned_staging.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "compute/cuda/buffer.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/driver.h"
#include "compute/data/error.h"
#include "compute/gpu/transfer_log.h"
#include "tests/support/cuda.h"

namespace texelsort::cuda {
namespace {

constexpr PinnedStaging::Form small{.chunk_bytes = 64, .threads = 3};
constexpr std::uint64_t guard = 16;

/// Returns bytes in which adjacent chunks differ, so that exchanged chunks are detected.
std::vector<std::byte> pattern(std::uint64_t bytes, unsigned seed = 1) {
  std::vector<std::byte> made(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    // Multiplicative hashing with an odd multiplier near 2^32 divided by the golden ratio (Knuth, TAOCP 3, section
    // 6.4).
    made[i] = static_cast<std::byte>((static_cast<std::uint32_t>(i + seed) * 2'654'435'761u) >> 24);
  }
  return made;
}

/// Reads the whole buffer by CUDA's own copy functions.
std::vector<std::byte> all_of(const Buffer& buffer, const Stream& stream) {
  std::vector<std::byte> bytes(buffer.size());
  buffer.read(stream, 0, bytes);
  return bytes;
}

/// Tests transfers with the CPU as a device, and with the first NVIDIA device.
class PinnedStagingRings : public ::testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    if (GetParam() == Engine::cuda) TEXELSORT_NEED_CUDA();
    if (GetParam() == Engine::cuda) ordinal = devices().devices.front().ordinal;
    on_device.emplace(ordinal);
  }
  int ordinal = cpu_ordinal;
  std::optional<DeviceGuard> on_device;
};

void expect_there_and_back(PinnedStaging& ring, int ordinal, std::uint64_t bytes) {
  SCOPED_TRACE(bytes);
  const Stream stream(ordinal);
  Buffer device(bytes + 2 * guard, "bytes");
  device.write(stream, 0, pattern(bytes + 2 * guard, 77));
  std::vector<std::byte> expected = all_of(device, stream);
  const std::vector<std::byte> sent = pattern(bytes);
  std::ranges::copy(sent, expected.begin() + guard);
  ring.write(device.data() + guard, sent);
  EXPECT_TRUE(all_of(device, stream) == expected);
  std::vector<std::byte> back(bytes + 2 * guard, std::byte{0x5A});
  ring.read(std::span(back).subspan(guard, bytes), device.data() + guard);
  EXPECT_TRUE(std::ranges::equal(std::span(back).subspan(guard, bytes), sent));
  EXPECT_TRUE(std::ranges::all_of(std::span(back).first(guard), [](std::byte b) { return b == std::byte{0x5A}; }));
  EXPECT_TRUE(std::ranges::all_of(std::span(back).last(guard), [](std::byte b) { return b == std::byte{0x5A}; }));
}

TEST_P(PinnedStagingRings, TransferEveryByteInBothDirections) {
  PinnedStaging ring(ordinal, small);
  EXPECT_TRUE(ring.has_chunks());
  const std::uint64_t round = 2 * small.threads * small.chunk_bytes;
  for (const std::uint64_t bytes : {std::uint64_t{1}, small.chunk_bytes - 1, small.chunk_bytes, small.chunk_bytes + 1,
                                    round - 1, round, round + 1, 50 * round + 13}) {
    expect_there_and_back(ring, ordinal, bytes);
  }
}

TEST_P(PinnedStagingRings, TransferEveryByteWithASingleThread) {
  PinnedStaging ring(ordinal, {.chunk_bytes = 64, .threads = 1});
  expect_there_and_back(ring, ordinal, 1000);
}

TEST_P(PinnedStagingRings, CopyBytesDirectlyWhenThereIsNoPinnedMemory) {
  PinnedStaging ring(ordinal, {.chunk_bytes = std::uint64_t{1} << 55, .threads = 2});
  EXPECT_FALSE(ring.has_chunks());
  expect_there_and_back(ring, ordinal, 1000);
}

TEST_P(PinnedStagingRings, TransferBytesOfSeveralCallingThreadsOneAfterAnother) {
  PinnedStaging ring(ordinal, small);
  std::vector<std::vector<std::byte>> back(4, std::vector<std::byte>(10'000));
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < back.size(); ++i) {
      threads.emplace_back([&, i] {
        const DeviceGuard device(ordinal);
        const Buffer buffer(back[i].size(), "bytes");
        ring.write(buffer.data(), pattern(back[i].size(), i));
        ring.read(back[i], buffer.data());
      });
    }
  }
  for (unsigned i = 0; i < back.size(); ++i) EXPECT_TRUE(back[i] == pattern(back[i].size(), i)) << i;
}

TEST_P(PinnedStagingRings, ExistOncePerDeviceWhileTheyAreUsed) {
  std::shared_ptr<PinnedStaging> one = PinnedStaging::of(ordinal);
  const std::weak_ptr<PinnedStaging> seen = one;
  std::shared_ptr<PinnedStaging> own;
  EXPECT_EQ(PinnedStaging::for_copy(own, ordinal, PinnedStaging::worth_it - 1), nullptr);
  EXPECT_EQ(own, nullptr);
  EXPECT_EQ(PinnedStaging::for_copy(own, ordinal, PinnedStaging::worth_it), one.get());
  one.reset();
  EXPECT_FALSE(seen.expired());
  own.reset();
  EXPECT_TRUE(seen.expired());
}

TEST_P(PinnedStagingRings, TransferTheContentsOfLargeBuffers) {
  const Stream stream(ordinal);
  const std::uint64_t bytes = PinnedStaging::worth_it + 4097;
  const gpu::TransferLog before = gpu::transfers();
  Buffer buffer(bytes + guard, "bytes");
  const std::vector<std::byte> sent = pattern(bytes);
  buffer.write(stream, guard, sent);
  std::vector<std::byte> back(bytes);
  buffer.read(stream, guard, back);
  EXPECT_TRUE(back == sent);
  EXPECT_EQ(gpu::transfers().to_device_bytes - before.to_device_bytes, bytes);
  EXPECT_EQ(gpu::transfers().from_device_bytes - before.from_device_bytes, bytes);
}

INSTANTIATE_TEST_SUITE_P(Engines, PinnedStagingRings, ::testing::Values(Engine::cpu, Engine::cuda),
                         [](const auto& info) { return std::string(info.param == Engine::cpu ? "cpu" : "cuda"); });

TEST(PinnedStagingRingOfTheCpu, IsNotBlockedByAHangingStream) {
  const DeviceGuard device(cpu_ordinal);
  const std::shared_ptr<PinnedStaging> ring = PinnedStaging::of(cpu_ordinal);
  Stream hanging(cpu_ordinal);
  const Stream other(cpu_ordinal);
  hanging.driver().hang(hanging.handle());
  Buffer buffer(PinnedStaging::worth_it, "bytes");
  std::vector<std::byte> bytes(PinnedStaging::worth_it);
  // These calls would wait forever. The CPU's driver reports this as an error.
  EXPECT_THROW(buffer.write(hanging, 0, bytes), InternalError);
  EXPECT_THROW(buffer.read(hanging, 0, bytes), InternalError);
  const std::vector<std::byte> sent = pattern(PinnedStaging::worth_it);
  buffer.write(other, 0, sent);
  buffer.read(other, 0, bytes);
  EXPECT_TRUE(bytes == sent);
}

}  // namespace
}  // namespace texelsort::cuda
