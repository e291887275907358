#include "compute/cuda/pinned_staging.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <thread>

#include "compute/cuda/device_selection.h"
#include "compute/cuda/driver.h"
#include "compute/data/error.h"
#include "compute/data/parallel_tasks.h"

namespace texelsort::cuda {

class PinnedStaging::ByteRanges {
 public:
  /// Divides host memory into ranges for threads. Ranges end at multiples of `each` bytes, so that no two threads share
  /// a large page.
  ByteRanges(const std::byte* host, std::uint64_t bytes, std::uint64_t each)
      : lead_(reinterpret_cast<std::uintptr_t>(host) % each), end_(lead_ + bytes), each_(each) {}
  std::uint64_t count() const { return (end_ + each_ - 1) / each_; }
  std::optional<ByteRange> take() {
    const std::uint64_t first = taken_.fetch_add(each_);
    if (first >= end_) return std::nullopt;
    const std::uint64_t begin = std::max(first, lead_);
    return ByteRange{begin - lead_, std::min(first + each_, end_) - begin};
  }

 private:
  std::uint64_t lead_, end_, each_;
  std::atomic<std::uint64_t> taken_ = 0;
};

unsigned PinnedStaging::Form::usual_threads() {
  // Maximum number of copying threads. More threads gain little. On machines with H100s, 12 threads copy results 1.15
  // times as fast as 8 threads.
  constexpr unsigned most = 12;
  return std::clamp(std::thread::hardware_concurrency(), 1u, most);
}

PinnedStaging::PinnedStaging(int ordinal, Form form) : ordinal_(ordinal), form_(form) {
  const DeviceGuard device(ordinal);
  try {
    chunks_ = PinnedBuffer(2 * form.threads * form.chunk_bytes);
  } catch (const UnavailableError&) {
    form_.threads = 1;  // without pinned memory, one thread lets CUDA copy everything
  }
  for (unsigned i = 0; i < form_.threads; ++i) {
    Lane& lane = lanes_.emplace_back(Lane{Stream(ordinal), {}, {}});
    if (!has_chunks()) continue;
    for (unsigned slot = 0; slot < 2; ++slot) {
      lane.chunks[slot] = chunks_.data().subspan((2 * i + slot) * form_.chunk_bytes, form_.chunk_bytes);
    }
  }
}

std::shared_ptr<PinnedStaging> PinnedStaging::of(int ordinal) {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<PinnedStaging>> rings;
  const std::lock_guard lock(mutex);
  std::shared_ptr<PinnedStaging> ring = rings[ordinal].lock();
  if (ring == nullptr) rings[ordinal] = ring = std::make_shared<PinnedStaging>(ordinal);
  return ring;
}

PinnedStaging* PinnedStaging::for_copy(std::shared_ptr<PinnedStaging>& own, int ordinal, std::uint64_t bytes) {
  if (bytes < worth_it) return nullptr;
  if (own == nullptr) own = of(ordinal);
  return own.get();
}

void PinnedStaging::write(std::byte* to, std::span<const std::byte> from) {
  if (!has_chunks()) return copy_plainly(to, from.data(), from.size(), true);
  each(from, [&](Lane& lane, ByteRanges& ranges) { write(lane, ranges, to, from.data()); });
}

void PinnedStaging::read(std::span<std::byte> to, const std::byte* from) {
  if (!has_chunks()) return copy_plainly(to.data(), from, to.size(), false);
  each(to, [&](Lane& lane, ByteRanges& ranges) { read(lane, ranges, to.data(), from); });
}

void PinnedStaging::each(std::span<const std::byte> host, const std::function<void(Lane&, ByteRanges&)>& work) {
  const std::lock_guard lock(mutex_);
  ByteRanges ranges(host.data(), host.size(), form_.chunk_bytes);
  data::parallel_tasks(std::min<std::uint64_t>(lanes_.size(), ranges.count()), [&](std::uint64_t i) {
    const DeviceGuard device(ordinal_);
    work(lanes_[i], ranges);
  });
}

void PinnedStaging::write(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from) {
  for (unsigned slot = 0;; slot ^= 1) {
    const auto range = ranges.take();
    if (!range) break;
    lane.copied[slot].wait();
    std::byte* const chunk = lane.chunks[slot].data();
    std::memcpy(chunk, from + range->offset, range->size);
    lane.stream.driver().copy(lane.stream.handle(), to + range->offset, chunk, range->size, Driver::Way::to_device);
    lane.copied[slot].record(lane.stream);
  }
  lane.stream.wait();
}

void PinnedStaging::read(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from) {
  std::array<std::optional<ByteRange>, 2> under_way;
  const auto ask = [&](unsigned slot) {
    under_way[slot] = ranges.take();
    if (!under_way[slot]) return;
    const auto [offset, size] = *under_way[slot];
    lane.stream.driver().copy(lane.stream.handle(), lane.chunks[slot].data(), from + offset, size,
                              Driver::Way::from_device);
    lane.copied[slot].record(lane.stream);
  };
  ask(0);
  ask(1);
  for (unsigned slot = 0; under_way[slot]; slot ^= 1) {
    const auto [offset, size] = *under_way[slot];
    lane.copied[slot].wait();
    std::memcpy(to + offset, lane.chunks[slot].data(), size);
    ask(slot);
  }
}

void PinnedStaging::copy_plainly(void* to, const void* from, std::uint64_t bytes, bool to_device) {
  const std::lock_guard lock(mutex_);
  const DeviceGuard device(ordinal_);
  const Stream& stream = lanes_.front().stream;
  stream.driver().copy(stream.handle(), to, from, bytes, to_device ? Driver::Way::to_device : Driver::Way::from_device);
  stream.wait();
}

}  // namespace texelsort::cuda
