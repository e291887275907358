#include "compute/simt/arrays.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

namespace texelsort::simt {
namespace {

constexpr std::align_val_t alignment{256};
constexpr int filling = 0xA5;

std::map<std::uintptr_t, Array>& arrays() {
  static std::map<std::uintptr_t, Array> by_begin;
  return by_begin;
}

/// Returns the mutex of the list of all arrays, because several system threads may launch kernels at the same time.
std::mutex& list_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Array that this system thread accessed last, which speeds up the search, because most accesses hit the same array.
/// The release of any array clears it.
thread_local Array* latest = nullptr;
thread_local std::uint64_t latest_since = 0;
std::atomic<std::uint64_t> releases = 0;

}  // namespace

std::byte* allocate(std::uint64_t bytes, std::string_view what) {
  auto* memory = static_cast<std::byte*>(::operator new(bytes, alignment));
  std::memset(memory, filling, bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::scoped_lock lock(list_mutex());
  arrays()[begin] = {begin, begin + bytes, begin, begin + bytes, std::string(what), nullptr};
  return memory;
}

void release(std::byte* memory) {
  if (memory == nullptr) return;
  const std::scoped_lock lock(list_mutex());
  ++releases;
  arrays().erase(reinterpret_cast<std::uintptr_t>(memory));
  ::operator delete(memory, alignment);
}

void restrict_array(const std::byte* memory, std::uint64_t offset, std::uint64_t bytes) {
  const std::scoped_lock lock(list_mutex());
  Array& array = arrays().at(reinterpret_cast<std::uintptr_t>(memory));
  array.first = array.begin + offset;
  array.last = array.first + bytes;
}

Array* find_array(std::uintptr_t address) {
  const std::uint64_t now = releases.load(std::memory_order_acquire);
  if (latest_since == now && latest != nullptr && address - latest->begin < latest->end - latest->begin) return latest;
  const std::scoped_lock lock(list_mutex());
  const auto after = arrays().upper_bound(address);
  if (after == arrays().begin()) return nullptr;
  Array& array = std::prev(after)->second;
  if (address >= array.end) return nullptr;
  if (array.words == nullptr)
    array.words = std::make_unique<data::WordHistory[]>(data::words_of(array.end - array.begin));
  latest_since = now;
  return latest = &array;
}

const Array* nearest_array(std::uintptr_t address) {
  const std::scoped_lock lock(list_mutex());
  const auto after = arrays().upper_bound(address);
  const Array* behind = after == arrays().end() ? nullptr : &after->second;
  const Array* before = after == arrays().begin() ? nullptr : &std::prev(after)->second;
  if (before == nullptr || behind == nullptr) return before == nullptr ? behind : before;
  return address - before->end < behind->begin - address ? before : behind;
}

}  // namespace texelsort::simt
