// Functions that compilers insert into kernels for ThreadSanitizer and for coverage: calls before each memory access,
// and in each basic block. This program implements them instead of linking ThreadSanitizer. Their names are in LLVM's
// compiler-rt/lib/tsan/rtl/tsan_interface.h.
#include <cstdint>

#include "compute/simt/execution.h"

namespace {

using texelsort::simt::Execution;

inline void touch(const void* address, std::uint64_t bytes, bool write, const void* code) {
  Execution* execution = Execution::running();
  if (execution == nullptr) return;
  execution->access(reinterpret_cast<std::uintptr_t>(address), bytes, write, false, code);
}

}  // namespace

#define TEXELSORT_ACCESS(bytes)                                \
  void __tsan_read##bytes(void* address) {                     \
    touch(address, bytes, false, __builtin_return_address(0)); \
  }                                                            \
  void __tsan_write##bytes(void* address) {                    \
    touch(address, bytes, true, __builtin_return_address(0));  \
  }                                                            \
  void __tsan_unaligned_read##bytes(void* address) {           \
    touch(address, bytes, false, __builtin_return_address(0)); \
  }                                                            \
  void __tsan_unaligned_write##bytes(void* address) {          \
    touch(address, bytes, true, __builtin_return_address(0));  \
  }

extern "C" {

TEXELSORT_ACCESS(1)
TEXELSORT_ACCESS(2)
TEXELSORT_ACCESS(4)
TEXELSORT_ACCESS(8)
TEXELSORT_ACCESS(16)

void __tsan_read_range(void* address, unsigned long bytes) {
  touch(address, bytes, false, __builtin_return_address(0));
}
void __tsan_write_range(void* address, unsigned long bytes) {
  touch(address, bytes, true, __builtin_return_address(0));
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __sanitizer_cov_trace_pc() {
  if (Execution* execution = Execution::running(); execution != nullptr)
    execution->count_step(__builtin_return_address(0));
}

}  // extern "C"

#undef TEXELSORT_ACCESS
