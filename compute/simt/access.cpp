// Checks of the memory accesses of kernels on the CPU. A thread may access only certain addresses, and accesses must
// not race.
#include <fmt/format.h>
#include <pthread.h>

#include "compute/simt/arrays.h"
#include "compute/simt/execution.h"
#include "compute/simt/source_place.h"

/// Linker symbols for the start and the end of the program in memory.
extern "C" const char __executable_start, _end;

namespace texelsort::simt {
namespace {

struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool has(std::uintptr_t address, std::uint64_t bytes) const { return address >= begin && address + bytes <= end; }
};

/// Returns the stack of the system thread that launched the kernel.
Range own_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &bytes);
  pthread_attr_destroy(&attributes);
  return {reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(begin) + bytes};
}

}  // namespace

void Execution::access(std::uintptr_t address, std::uint64_t bytes, bool write, bool atomic, const void* code) {
  Thread& thread = *thread_;
  if (address - reinterpret_cast<std::uintptr_t>(thread.stack) < Stacks::bytes) return;
  count_step(code);
  if (recorder_ != nullptr) {
    const Event::Kind kind = atomic ? Event::Kind::atomic : write ? Event::Kind::write : Event::Kind::read;
    recorder_->note_access(*block_, thread.index, kind, address, bytes, code);
  }
  const data::Access access{thread.stamp, code, 0, write, atomic};
  const std::uint64_t in_shared = address - reinterpret_cast<std::uintptr_t>(block_->shared());
  if (in_shared < Block::most_shared_bytes) return check_shared(in_shared, bytes, access);
  if (grid_.early && !thread.waited && find_array(address) != nullptr) {
    report_early(code, write ? "writes an array" : "reads an array");
  }
  check_array(address, bytes, access);
}

void Execution::check_shared(std::uint64_t offset, std::uint64_t bytes, data::Access access) {
  if (!block_->has(offset, bytes)) {
    report(Violation::outside, source_place(access.code),
           fmt::format("{} {} bytes at byte {} of shared memory, which is outside all variables of the block",
                       access.write ? "writes" : "reads", bytes, offset));
    abandon();
  }
  data::for_each_word(offset, bytes, [&](std::size_t word, std::uint8_t mask) {
    access.bytes = mask;
    data::WordHistory& history = block_->words[word];
    if (!access.write && !history.is_written(mask, block_->epoch) && reported_.insert({access.code, nullptr}).second) {
      report(Violation::unwritten, source_place(access.code),
             fmt::format("reads {} bytes at byte {} of shared memory, which no thread has written", bytes, offset));
    }
    const auto earlier =
        history.take(access, block_->epoch, [this](const data::Stamp& stamp) { return is_before(stamp); });
    if (earlier) {
      const std::uint64_t byte = word * data::word_bytes;
      report_race(access, *earlier, reinterpret_cast<std::uintptr_t>(block_->shared()) + byte,
                  fmt::format("byte {} of shared memory", byte));
    }
  });
}

void Execution::check_array(std::uintptr_t address, std::uint64_t bytes, data::Access access) {
  Array* array = find_array(address);
  if (array == nullptr && may_touch_elsewhere(address, bytes, access.write)) return;
  if (array == nullptr || address < array->first || address + bytes > array->last)
    report_outside(address, bytes, access);
  data::for_each_word(address - array->begin, bytes, [&](std::size_t word, std::uint8_t mask) {
    access.bytes = mask;
    const auto earlier =
        array->words[word].take(access, epoch_, [this](const data::Stamp& stamp) { return is_before(stamp); });
    if (earlier) {
      const std::uintptr_t at = array->begin + word * data::word_bytes;
      report_race(access, *earlier, at, fmt::format("byte {} of {}", at - array->first, array->what));
    }
  });
}

/// Returns whether a kernel may access an address outside all arrays. This is true for reads of program constants, and
/// of launch arguments on the launching thread's stack.
bool Execution::may_touch_elsewhere(std::uintptr_t address, std::uint64_t bytes, bool write) const {
  if (write) return false;
  const Range program{reinterpret_cast<std::uintptr_t>(&__executable_start), reinterpret_cast<std::uintptr_t>(&_end)};
  thread_local const Range stack = own_stack();
  return program.has(address, bytes) || stack.has(address, bytes);
}

}  // namespace texelsort::simt
