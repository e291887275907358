#pragma once

#include "app/problem/problem_spec.h"

/// Problems that several tests open.
namespace texelsort::app {

/// Options that make the CPU execute kernels, even on machines with a GPU.
inline const cuda::ExecutionOptions cpu_kernels{.engine = cuda::Engine::cpu};

inline ProblemSpec uniform(std::uint64_t n) {
  ProblemSpec spec;
  spec.n = n;
  return spec;
}

/// Returns a problem with n records, which have uniform u32 keys and `fields` fields.
inline ProblemSpec records(std::uint64_t n, std::uint32_t fields, data::Layout layout) {
  ProblemSpec spec = uniform(n);
  spec.payload = data::PayloadKind::record;
  spec.fields = fields;
  spec.layout = layout;
  return spec;
}

}  // namespace texelsort::app
