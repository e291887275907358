#pragma once

#include <cstdint>
#include <string_view>

/// Every CUDA call and launch goes through these. A result is a cudaError_t, which converts to int; so headers of this
/// layer need none of CUDA's.
namespace texelsort::cuda {

/// Throws if a call failed, with the call, the kernel launched last and the reason: UnavailableError where this machine
/// cannot do it, InternalError else.
void check(int result, std::string_view call);

/// The same for a call that takes `bytes` of device memory for `what`: says how much is free when there is not enough.
void check_allocation(int result, std::string_view call, std::string_view what, std::uint64_t bytes);

/// Right after a launch, with the kernel's name. With TEXELSORT_CUDA_SYNCHRONOUS=1 it waits for the kernel, so that a
/// fault inside is reported with the right name.
void check_launch(std::string_view kernel);

/// For what stands in absent.cpp: throws UnavailableError with absence().
[[noreturn]] void throw_absent();

/// "this texelsort was built without CUDA: ..."
std::string_view absence();

}  // namespace texelsort::cuda
