#include "compute/algorithms/default_choice.h"

#include <limits>
#include <ranges>
#include <span>

#include <fmt/format.h>

#include "compute/algorithms/registry.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms {
namespace {

/// Condition on the problem and the device under which a row of the tables below applies.
enum class Where : std::uint8_t {
  anywhere,
  floats,      ///< the keys are floats of 4 bytes
  alone,       ///< the keys have no payload
  wide,        ///< the keys have 8 bytes, and there are no records
  fieldless,   ///< there are no records
  subgroups,   ///< the device has subgroups
  processors,  ///< there is no GPU, so that only a CPU rasteriser or no device is available
  named,       ///< the user has requested NVIDIA devices
  mpi,         ///< mpirun has started several processes
};

struct Row {
  const char* id;
  std::uint64_t most_n;  ///< maximum number of keys for this row
  const char* reason;
  Where where = Where::anywhere;
};
constexpr std::uint64_t any_n = std::numeric_limits<std::uint64_t>::max();

// Rows in order of preference. texelsort chooses the first algorithm that the device has and that accepts the problem.
// Measurements with u32 keys:
// - one H200, 2^20 to 2^26 keys (docs/results/): onesweep is the fastest radix sort, 64 us to 1.4 ms, also of the
//   compute shaders if there are subgroups: 79 us to 1.7 ms; SRTS 0.18 to 2.6 ms. 2^10 to 2^13 keys: one tile 10 to 24
//   us; bitonic/compute, from 1025 keys in one dispatch to 2^12, 25 to 43 us; onesweep 50 us.
// - one H200, us, sample/ordered, prefix and onesweep: 28, 37 and 37 for 2^17 keys, 41, 42 and 53 for 2^19, 59, 46 and
//   65 for 2^20, 147, 80 and 124 for 2^22; f32 59, 70 and 67 for 2^20, 147, 131 and 127 for 2^22. sample/ordered and
//   prefix: u64 38 and 61 for 2^18, 55 and 57 for 2^19; with an index, u32 36 and 40 for 2^17, 41 and 42 for 2^18, u64
//   45 and 53 for 2^17, 50 and 57 for 2^18, 71 and 65 for 2^19. Compute shaders, prefix and onesweep, 2^20 keys: 67 and
//   81 if uniform, but 91 and 83 for f32, 114 and 95 for gaussian-4.
// - llvmpipe on two cores, ms (with no shader compiled yet: s of processor time): 2^10 keys: one tile 0.4,
//   bitonic/compute 2.1 (0.07), srts 1.8 (0.56), grouped quads 6.4 (0.21), fused 1.1 (1.27); 2^12: 0.9, 1.9 (1.7), 2.7
//   (0.56), 9.0 (0.34), 1.8; 2^16: 5.0, under 5, 32, 5.5; 2^20: 68, 15, 501, 58; 5 M: 1.3 s by srts including reading
//   and checking, 10 s by grouped quads.
// - vqsort and srts on two busy cores, ms: 2^10 0.013 and 0.9, 2^16 1.7 and 2.3, 2^20 56 and 43, 5 M 436 and 461. The
//   whole program needs 0.01 and 0.06 s of processor time for 64 keys, 0.54 and 0.57 s for a file of 5 M numbers, with
//   compiled shaders.
constexpr Row sorts[] = {
    {"sample/distributed@cuda", any_n, "sorts on the requested devices", Where::named},
    {"sample/distributed@cuda", any_n, "each process is a rank and uses a device", Where::mpi},
    {"sample/distributed@cpu", any_n, "each process is a rank", Where::mpi},
    {"radix/onesweep@cuda", 1 << 16, "the fastest measured on CUDA for up to 2^16 keys"},
    {"sample/ordered@cuda", 1 << 17, "the fastest measured on CUDA for up to 2^17 keys", Where::fieldless},
    {"sample/ordered@cuda", 1 << 18, "the fastest measured on CUDA for up to 2^18 keys of 8 bytes", Where::wide},
    {"sample/ordered@cuda", 1 << 19, "the fastest measured on CUDA for up to 2^19 keys without payload", Where::alone},
    {"sample/ordered@cuda", 1 << 20, "the fastest measured on CUDA for up to 2^20 floats of 4 bytes", Where::floats},
    {"radix/onesweep@cuda", any_n, "the fastest measured on CUDA for floats of 4 bytes", Where::floats},
    {"radix/prefix@cuda", any_n, "the fastest measured on CUDA", Where::fieldless},
    {"radix/onesweep@cuda", any_n, "the fastest measured on CUDA that moves records"},
    {"merge/sort@cuda", any_n, "the fastest measured on CUDA that accepts this problem"},
    {"hwy/vqsort@cpu", any_n, "the fastest measured on the CPU, because there is no GPU", Where::processors},
    {"radix/tile@compute", any_n, "one dispatch, because the keys fit in a workgroup's shared memory",
     Where::subgroups},
    {"radix/tile@compute", 1024, "one dispatch, the fastest measured with compute shaders for up to 1024 keys"},
    {"radix/onesweep@compute", any_n, "the fastest measured with compute shaders that have subgroups",
     Where::subgroups},
    {"radix/srts@compute", any_n, "the fastest measured with compute shaders from 1025 keys"},
    {"bitonic/compute", any_n, "accepts this problem and uses compute shaders"},
    {"bitonic/grouped-quads", 1 << 16, "the fastest to start with fragment shaders for up to 65536 keys"},
    {"bitonic/fused", any_n, "the fastest measured with fragment shaders from 65537 keys"},
    {"bitonic/grouped-quads", any_n, "accepts this problem and uses fragment shaders"},
    {"std/stable-sort@cpu", any_n, "accepts this problem without a GPU"},
};

// H200, 2^20 keys: 0.031 ms for the histograms on CUDA, 0.045 ms by compute shaders, 2.2 ms for the depth test.
// llvmpipe: 8.2 ms for the histograms and 14.8 ms for the depth test; 144 and 221 ms for 2^24.
constexpr Row selections[] = {
    {"select/histogram@cuda", any_n, "the fastest measured with CUDA"},
    {"select/histogram@compute", any_n, "the fastest measured with compute shaders"},
    {"select/depth@fragment", any_n, "the fastest measured with fragment shaders"},
    {"std/nth-element@cpu", any_n, "accepts this problem without a GPU"},
};

std::optional<Prepared> prepared_if_taken(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                          const ProblemForm& form) {
  if (!may_be_chosen(algorithm, device, form.execution)) return std::nullopt;
  try {
    Prepared prepared = prepare(algorithm, device, form, {});
    if (!prepared.refusal()) return prepared;
  } catch (const UsageError&) {
    // tuned settings are invalid for this device and problem
  }
  return std::nullopt;
}

bool counts_on(Where where, const gpu::DeviceInfo* device, const ProblemForm& form) {
  switch (where) {
    case Where::anywhere:
      break;
    case Where::floats:
      return form.type == data::KeyType::f32 && form.payload != data::PayloadKind::record;
    case Where::alone:
      return form.payload == data::PayloadKind::none;
    case Where::wide:
      return data::key_bytes(form.type) == 8 && form.payload != data::PayloadKind::record;
    case Where::fieldless:
      return form.payload != data::PayloadKind::record;
    case Where::subgroups:
      return device != nullptr && device->subgroup_lanes > 0;
    case Where::processors:
      return device == nullptr || device->software;
    case Where::named:
      return !form.execution.devices.empty();
    case Where::mpi:
      return mpi::several();
  }
  return true;
}

DefaultChoice first_that_takes(std::span<const Row> rows, const gpu::DeviceInfo* device, const ProblemForm& form) {
  for (const Row& row : rows) {
    const Algorithm& algorithm = find_algorithm(row.id);
    if (form.n > row.most_n) continue;
    if (!counts_on(row.where, device, form)) continue;
    if (auto prepared = prepared_if_taken(algorithm, device, form)) return {&algorithm, row.reason, prepared};
  }
  // No row accepts the problem. Later rows accept more problems, so the refusal of the last row explains best why.
  for (const Row& row : rows | std::views::reverse) {
    const Algorithm& algorithm = find_algorithm(row.id);
    if (may_be_chosen(algorithm, device, form.execution)) return {&algorithm, row.reason, std::nullopt};
  }
  return {&find_algorithm(rows.back().id), rows.back().reason, std::nullopt};
}

}  // namespace

std::optional<Backend> requested_backend(const cuda::ExecutionOptions& execution) {
  if (execution.engine == cuda::Engine::cpu) return Backend::cuda;
  return execution.shaders_on_cpu ? std::optional(Backend::compute) : std::nullopt;
}

bool may_be_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) {
  if (const auto backend = requested_backend(execution)) {
    const AlgorithmInfo& info = algorithm.info();
    return info.backend == *backend && info.owns_memory == mpi::several() && device != nullptr &&
           algorithm.availability(device, execution).available;
  }
  const bool devices = mpi::several() && cuda::devices_to_share(execution).front() != cuda::cpu_ordinal;
  const bool named = algorithm.info().owns_memory && (devices || !execution.devices.empty());
  if (named || algorithm.info().backend == Backend::cpu) return algorithm.availability(device, execution).available;
  if (device == nullptr || !algorithm.availability(device, execution).available) return false;
  return algorithm.info().backend != Backend::cuda || cuda::choose(*device, execution).ordinal != cuda::cpu_ordinal;
}

DefaultChoice default_sort(const gpu::DeviceInfo* device, const ProblemForm& form) {
  return first_that_takes(sorts, device, form);
}

DefaultChoice default_selection(const gpu::DeviceInfo* device, const ProblemForm& form) {
  return first_that_takes(selections, device, form);
}

}  // namespace texelsort::algorithms
