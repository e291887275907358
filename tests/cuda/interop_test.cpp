#include "compute/cuda/interop.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/event.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/data/error.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/transfer_log.h"
#include "tests/support/cuda.h"
#include "tests/support/environment.h"

namespace texelsort::cuda {
namespace {

using algorithms::map_keys;

constexpr std::uint64_t n = 1000;

/// Complements u32 keys by a kernel, because their descending encoding is the complement. Tests can check this effect
/// easily.
void complement(void* keys, const Stream& stream) {
  map_keys(true, keys, n, data::KeyType::u32, data::Order::descending, stream.handle());
}

std::vector<std::uint32_t> numbers() {
  std::vector<std::uint32_t> words(n);
  std::iota(words.begin(), words.end(), 7u);
  return words;
}

std::vector<std::uint32_t> read(const gpu::Buffer& buffer) {
  std::vector<std::uint32_t> words(n);
  buffer.read(0, std::as_writable_bytes(std::span(words)));
  return words;
}

/// Checks a round trip: OpenGL writes numbers, CUDA complements them, and OpenGL reads them.
void expect_complements(SharedBuffers& shared, gpu::Buffer& buffer, const Stream& stream) {
  std::vector<std::uint32_t> words = numbers();
  buffer.write(0, std::as_bytes(std::span(words)));
  shared.map();
  complement(shared.pointer(buffer), stream);
  shared.unmap();
  for (std::uint32_t& word : words) word = ~word;
  EXPECT_EQ(read(buffer), words);
}

/// Tests all ways of sharing arrays with OpenGL. These are imported memory, mapping and copies within the device, if
/// the OpenGL device allows them, and copies via the host.
class CudaOpenGlInterop : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_CUDA();
    TEXELSORT_NEED_GL();
    forced_.emplace("TEXELSORT_CUDA_INTEROP", GetParam());
    choice_ = choose(gpu::test_device().info(), {});
    if (!staged() && choice_.sharing == Sharing::staged) GTEST_SKIP() << choice_.reason;
  }
  static bool staged() { return std::string_view(GetParam()) == "staging"; }
  std::optional<tests::Environment> forced_;
  Choice choice_;
};

TEST_P(CudaOpenGlInterop, LetsOpenGlReadDataWrittenByCuda) {
  const Stream stream(choice_.ordinal);
  SharedBuffers shared(choice_, stream);
  gpu::Buffer one = shared.make(4 * n, "one"), other = shared.make(4 * n, "other");
  std::vector<std::uint32_t> expected = numbers();
  one.write(0, std::as_bytes(std::span(expected)));
  other.write(0, std::as_bytes(std::span(expected)));
  shared.add(one, "one", 0);
  shared.add(other, "other", 0);
  for (int round = 0; round < 3; ++round) {
    const gpu::TransferLog before = gpu::transfers();
    shared.map();
    shared.map();  // the second call must have no effect
    complement(shared.pointer(one), stream);
    shared.unmap();
    shared.unmap();
    const gpu::TransferLog after = gpu::transfers();
    EXPECT_EQ(after.maps - before.maps, 1u);
    EXPECT_EQ(after.unmaps - before.unmaps, 1u);
    // Two buffers are copied in and out. With staging, both OpenGL and CUDA copy them to and from the host.
    const std::uint64_t copied = staged() ? 2 * 4 * n : 0;
    EXPECT_EQ(after.staged_bytes - before.staged_bytes, 2 * copied);
    EXPECT_EQ(after.to_device_bytes - before.to_device_bytes, 2 * copied);
    EXPECT_EQ(after.from_device_bytes - before.from_device_bytes, 2 * copied);
    for (std::uint32_t& word : expected) word = ~word;
    EXPECT_EQ(read(one), expected);
    EXPECT_EQ(read(other), numbers());
  }
  EXPECT_EQ(shared.staging_reason().empty(), !staged());
  EXPECT_GT(shared.cost().map_ms, 0.0);
  shared.reset_cost();
  EXPECT_EQ(shared.cost().map_ms, 0.0);
  EXPECT_EQ(shared.sharing(), choice_.sharing);
  shared.release();
}

TEST_P(CudaOpenGlInterop, LetsCudaReadDataWrittenByOpenGl) {
  const Stream stream(choice_.ordinal);
  SharedBuffers shared(choice_, stream);
  gpu::Buffer buffer = shared.make(4 * n, "buffer");
  shared.add(buffer, "buffer", 0);
  shared.map();
  shared.unmap();
  expect_complements(shared, buffer, stream);
  shared.release();
}

/// Maps some buffers in OpenGL's memory and some in CUDA's memory together.
TEST_P(CudaOpenGlInterop, MapsBuffersOfOpenGlAndOfCudaTogether) {
  const Stream stream(choice_.ordinal);
  SharedBuffers shared(choice_, stream);
  gpu::Buffer theirs(4 * n, "OpenGL's"), ours = shared.make(4 * n, "of the best kind");
  EXPECT_EQ(ours.foreign() != nullptr, choice_.sharing == Sharing::imported);
  shared.add(theirs, "theirs", 0);
  shared.add(ours, "ours", 0);
  for (int round = 0; round < 2; ++round) {
    expect_complements(shared, theirs, stream);
    expect_complements(shared, ours, stream);
  }
  EXPECT_EQ(shared.sharing(), std::max(choice_.sharing, Sharing::mapped));
  shared.release();
}

/// Buffers larger than the limit of one OpenGL object consist of several objects.
TEST_P(CudaOpenGlInterop, JoinsSeveralOpenGlObjectsIntoOneCudaArray) {
  const Stream stream(choice_.ordinal);
  gpu::Buffer buffer(4 * n, "buffer", 1023), small(4 * n, "small");
  ASSERT_EQ(buffer.parts().size(), 8u);
  const std::vector<std::uint32_t> words = numbers();
  small.write(0, std::as_bytes(std::span(words)));
  SharedBuffers shared(choice_, stream);
  shared.add(buffer, "buffer", 0);
  shared.add(small, "small", 0);
  const std::uint64_t staged_before = gpu::transfers().staged_bytes;
  for (int round = 0; round < 2; ++round) {
    expect_complements(shared, buffer, stream);
    EXPECT_EQ(read(small), words);
  }
  EXPECT_TRUE(staged() || gpu::transfers().staged_bytes == staged_before);
}

TEST_P(CudaOpenGlInterop, GivesAddressesOnlyWhileBuffersAreMapped) {
  const Stream stream(choice_.ordinal);
  SharedBuffers shared(choice_, stream);
  gpu::Buffer buffer = shared.make(64, "buffer"), stranger(64, "stranger");
  shared.add(buffer, "buffer", 0);
  EXPECT_THROW(shared.pointer(buffer), InternalError);
  shared.map();
  EXPECT_NE(shared.pointer(buffer), nullptr);
  EXPECT_THROW(shared.pointer(stranger), InternalError);
  EXPECT_THROW(shared.add(stranger, "stranger", 0), InternalError);
  shared.release();
}

INSTANTIATE_TEST_SUITE_P(Ways, CudaOpenGlInterop, ::testing::Values("auto", "mapped", "copies", "staging"),
                         [](const auto& info) { return info.param; });

/// Buffers larger than the limit of one OpenGL object consist of several parts.
TEST(CudaExportableMemory, JoinsSeveralAllocationsIntoOneArray) {
  TEXELSORT_NEED_CUDA();
  TEXELSORT_NEED_GL();
  const Choice choice = choose(gpu::test_device().info(), {});
  if (choice.sharing != Sharing::imported) GTEST_SKIP() << "CUDA's memory cannot be imported";
  const Stream stream(choice.ordinal);
  constexpr std::uint64_t megabyte = 1 << 20, words = 9 * megabyte / 4;
  const auto memory = std::make_shared<ExportableMemory>(choice.ordinal, 4 * words, "numbers", 4 * megabyte);
  gpu::Buffer buffer(memory, "numbers");
  EXPECT_GT(buffer.parts().size(), 2u);
  std::vector<std::uint32_t> written(words), back(words);
  std::iota(written.begin(), written.end(), 1u);
  buffer.write(0, std::as_bytes(std::span(written)));
  gpu::finish();
  map_keys(true, memory->data(), words, data::KeyType::u32, data::Order::descending, stream.handle());
  stream.wait();
  buffer.read(0, std::as_writable_bytes(std::span(back)));
  for (std::uint32_t& word : written) word = ~word;
  EXPECT_EQ(back, written);
}

TEST(CudaExportableMemory, NamesTheRequiredBytesWhenAnAllocationFails) {
  TEXELSORT_NEED_CUDA();
  const DeviceInfo& device = devices().devices.front();
  const Stream stream(device.ordinal);
  if (!no_exportable_memory(device.ordinal).empty()) GTEST_SKIP() << no_exportable_memory(device.ordinal);
  const std::uint64_t bytes = 2 * device.memory_bytes;
  try {
    const ExportableMemory too_large(device.ordinal, bytes, "the table");
    FAIL();
  } catch (const UnavailableError& error) {
    EXPECT_NE(std::string(error.what()).find(std::to_string(bytes) + " bytes are needed"), std::string::npos)
        << error.what();
  }
  // The failed allocation before must not leave an error in CUDA's state.
  EXPECT_NO_THROW(ExportableMemory(device.ordinal, 4, "a word"));
}

TEST(CudaBuffer, ReadsBackTheDataThatWasWritten) {
  const Stream stream(choose({}, {}).ordinal);
  Buffer buffer(4 * n, "numbers");
  const std::vector<std::uint32_t> words = numbers();
  buffer.write(stream, 0, std::as_bytes(std::span(words)));
  std::vector<std::uint32_t> back(n);
  buffer.read(stream, 0, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, words);
}

TEST(CudaBuffer, NamesTheRequiredBytesWhenAnAllocationFails) {
  const DeviceInfo& device = cuda::device(choose({}, {}).ordinal);
  const Stream stream(device.ordinal);
  const std::uint64_t bytes = 2 * device.memory_bytes;
  try {
    Buffer too_large(bytes, "the table");
    FAIL();
  } catch (const UnavailableError& error) {
    EXPECT_NE(std::string(error.what()).find(std::to_string(bytes) + " bytes are needed"), std::string::npos)
        << error.what();
  }
  EXPECT_NO_THROW(Buffer(4, "a word"));  // the failed allocation before must not leave an error in CUDA's state
}

TEST(CudaSpanTimer, TimesSpansInOrderWithoutBlockingTheHost) {
  TEXELSORT_NEED_CUDA();
  const Stream stream(devices().devices.front().ordinal);
  const Buffer keys(4 * n, "keys");
  SpanTimer timer;
  // Minimum of several rounds: other programs on the device may lengthen a time span, but cannot shorten it.
  std::array<double, 3> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (int round = 0; round < 20; ++round) {
    for (const int launches : {1, 400, 1}) {
      timer.begin(stream);
      for (int i = 0; i < launches; ++i) complement(keys.data(), stream);
      timer.end(stream);
    }
    const std::vector<double> times = timer.take();
    ASSERT_EQ(times.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) least[i] = std::min(least[i], times[i]);
  }
  EXPECT_GT(least[0], 0.0);
  EXPECT_GT(least[1], least[0]);
  EXPECT_GT(least[1], least[2]);
  EXPECT_TRUE(timer.take().empty());
}

}  // namespace
}  // namespace texelsort::cuda
