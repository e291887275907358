#pragma once

#include <cstdint>
#include <string_view>

/// Error checks of all CUDA calls and launches. A result is a cudaError_t converted to int, so that these headers need
/// none of CUDA's.
namespace texelsort::cuda {

/// Throws if a call failed, with the call, the last launched kernel and the reason. Throws UnavailableError if this
/// machine does not support the call, otherwise InternalError.
void check(int result, std::string_view call);

/// Checks a call that allocates `bytes` bytes of device memory for `what`. Out-of-memory errors include the free
/// memory.
void check_allocation(int result, std::string_view call, std::string_view what, std::uint64_t bytes);

/// Checks a launch; must directly follow it. With TEXELSORT_CUDA_SYNCHRONOUS=1, waits for the kernel, so that its
/// faults are reported with its name.
void check_launch(std::string_view kernel);

/// Throws UnavailableError with absence(), for the functions of absent.cpp.
[[noreturn]] void throw_absent();

/// Returns "this texelsort was built without CUDA: ...".
std::string_view absence();

}  // namespace texelsort::cuda
