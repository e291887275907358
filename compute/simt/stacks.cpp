#include "compute/simt/stacks.h"

#include <new>

#include <sys/mman.h>

namespace texelsort::simt {
namespace {

constexpr std::size_t page = 4096;

}  // namespace

Stacks::~Stacks() {
  for (std::byte* stack : all_) munmap(stack - page, bytes + page);
}

std::byte* Stacks::take() {
  if (!idle_.empty()) {
    std::byte* stack = idle_.back();
    idle_.pop_back();
    return stack;
  }
  void* memory =
      mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, page, PROT_NONE);
  all_.push_back(static_cast<std::byte*>(memory) + page);
  return all_.back();
}

}  // namespace texelsort::simt
