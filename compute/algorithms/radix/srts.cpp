#include <algorithm>

#include "compute/algorithms/radix/radix.h"
#include "compute/algorithms/radix/radix_algorithm.h"

namespace texelsort::algorithms {
namespace {

/// Serial invocations fetch 16 bytes at a time, see shaders/radix/serial.glsl.
constexpr std::uint64_t quad_keys = 4;

class Srts final : public RadixAlgorithm {
 public:
  Srts()
      : RadixAlgorithm(
            {.id = "radix/srts@compute",
             .title = "Radix sort SRTS (Merrill & Grimshaw), compute shaders",
             .family = {},
             .summary =
                 "Least significant digit first. A fixed number of workgroups count the digits of their shares of the "
                 "array, the counts are scanned, and each workgroup puts tile after tile in order in shared memory and "
                 "scatters it. On software rendering an invocation goes over its own share by itself (form = serial). "
                 "Memory: two arrays and a table of 4 bytes for every digit and share.",
             .citation = {"D. Merrill, A. Grimshaw", "Revisiting Sorting for GPGPU Stream Architectures",
                          "University of Virginia, CS2010-03", 2010, "sections 3 and 4"}},
            {"bottom-level reduction", "top-level scan", "bottom-level scan and scatter"},
            {{"tile", "keys", PowersOfTwo{1, 16'384}, "4096", "",
              "Keys that a workgroup puts in order at a time; each invocation holds tile / workgroup of them. Serial "
              "invocations have no tiles.",
              only_with("form", {"cooperative"})},
             {"workgroup", "invocations", PowersOfTwo{1, 1024}, "256", "",
              "Invocations a workgroup; OpenGL 4.3 promises 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."},
             {"workgroups", "workgroups", IntegerRange{1, 65'535}, "2048", "",
              "How many workgroups share the array, whatever its size; few tiles take fewer. The source takes as many as "
              "fill the multiprocessors."}}) {}

  RadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                 const Parameters& parameters) const override {
    RadixPlan plan = radix_plan(n, type, payload, parameters);
    const auto workgroups = static_cast<std::uint64_t>(parameters.integer("workgroups"));
    const std::uint64_t shares = plan.serial ? workgroups * plan.workgroup : workgroups;
    const std::uint64_t unit = plan.serial ? quad_keys : plan.tile;  // shares are whole ones
    const std::uint64_t units = (n + unit - 1) / unit;
    plan.column_keys = std::max<std::uint64_t>((units + shares - 1) / shares, 1) * unit;
    plan.columns = (n + plan.column_keys - 1) / plan.column_keys;
    return plan;
  }

  std::map<std::string, std::string> tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                                  const std::map<std::string, std::string>& given) const override {
    if (device == nullptr) return {};
    std::map<std::string, std::string> values = tuned_radix(*device, n, type, given);
    // Software: enough for the cores of a small machine, and few enough keys a share for its loops to end: up to 2^16
    // for each of a workgroup's 8 serial invocations, 2^14 for one whose invocations work together.
    const std::uint64_t share = serial_form(*device, given) ? 8 << 16 : 1 << 14;
    const std::uint64_t software = std::clamp<std::uint64_t>((n + share - 1) / share, 4, 65'535);
    values["workgroups"] = device->software ? std::to_string(software) : "2048";
    return values;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_srts() {
  return std::make_unique<Srts>();
}

}  // namespace texelsort::algorithms
