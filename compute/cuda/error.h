#pragma once

#include <cstdint>
#include <string_view>

/// Error checks of all CUDA calls and kernel launches. Error codes have type int instead of cudaError_t, so that this
/// header does not include CUDA's.
namespace texelsort::cuda {

/// Throws an error if a CUDA call has failed. The message contains the call, the last launched kernel and the reason.
/// Throws UnavailableError if this machine does not support the call, and otherwise InternalError.
void check(int result, std::string_view call);

/// Checks the result of a call that allocates `bytes` bytes of device memory for `what`. Out-of-memory errors contain
/// the size of the free memory.
void check_allocation(int result, std::string_view call, std::string_view what, std::uint64_t bytes);

/// Checks a kernel launch, and must directly follow the launch. With TEXELSORT_CUDA_SYNCHRONOUS=1, waits for the
/// kernel, so that errors name the faulty kernel.
void check_launch(std::string_view kernel);

/// Throws UnavailableError with the text of absence(). Programs that were built without CUDA call it.
[[noreturn]] void throw_absent();

/// Returns the reason why CUDA is unavailable, such as "this texelsort was built without CUDA: ...".
std::string_view absence();

}  // namespace texelsort::cuda
