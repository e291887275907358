#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/networks/buffer_arrays.h"
#include "compute/algorithms/networks/method.h"
#include "compute/algorithms/networks/shader_keys.h"

namespace texelsort::algorithms {
namespace {

class ComputeRun final : public NetworkRun {
 public:
  ComputeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::shared_ptr<const Schedule> schedule,
             std::uint32_t workgroup)
      : NetworkRun(problem, std::move(schedule), std::make_unique<GlPassTimer>(device)),
        device_(device),
        arrays_(device, *problem),
        workgroup_(workgroup) {
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    defines["WORKGROUP"] = std::to_string(workgroup);
    defines["PATTERNS"] = "1";
    program_ = &device.compute_program("networks/step.comp", defines);
    ComputeRun::load(input());
  }

 private:
  static std::uint64_t lanes(const network::Pattern& pattern) { return std::bit_ceil(pattern.length); }

  std::uint64_t invocations(const network::Pattern& pattern) const {
    if (n() <= pattern.first) return 0;
    const std::uint64_t blocks = (n() - pattern.first + pattern.period - 1) / pattern.period;
    return blocks * lanes(pattern);
  }

  /// A dispatch a pattern: the patterns of a step are disjoint, so their order does not matter.
  void execute(const network::Step& step) override {
    for (const network::Pattern& pattern : step.patterns) dispatch(pattern);
  }

  void dispatch(const network::Pattern& pattern) {
    gpu::DispatchCall call;
    call.program = program_;
    call.buffers = arrays_.bindings();
    append_pattern_uniforms(call.uniforms, {&pattern, 1}, n());
    call.uniforms.push_back({"log2_lanes", static_cast<std::uint32_t>(std::countr_zero(lanes(pattern)))});
    call.workgroups = static_cast<std::uint32_t>((invocations(pattern) + workgroup_ - 1) / workgroup_);
    device_.executor().dispatch(call);
  }

  Counters count(const network::Step& step) const override {
    Counters counters;
    counters.dispatches = step.patterns.size();
    for (const network::Pattern& pattern : step.patterns) counters.fragments += invocations(pattern);
    counters.comparators = network::count_comparators(step, n());
    counters.texels_fetched = 2 * counters.comparators;
    const std::uint64_t element =
        data::key_bytes(problem().type()) + (problem().payload == data::PayloadKind::index ? sizeof(std::uint32_t) : 0);
    counters.bytes = 4 * counters.comparators * element;
    return counters;
  }

  std::vector<Quad> quads(const network::Step&) const override { return {}; }
  bool draws_quads() const override { return false; }
  void load(const data::State& state) override { arrays_.load(state); }
  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return arrays_.find_guard_damage(); }

  gpu::Device& device_;
  BufferArrays arrays_;
  std::uint32_t workgroup_;
  const gpu::Program* program_ = nullptr;
};

class ComputeMethod final : public Method {
 public:
  std::string id() const override { return "compute"; }
  std::string title() const override { return "compute shader"; }
  std::string summary() const override {
    return "One dispatch a step, in place in a storage buffer: an invocation a comparator, each reading and writing "
           "two keys.";
  }
  network::Citation citation() const override { return {}; }
  Backend backend() const override { return Backend::compute; }

  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        {"workgroup", "invocations", PowersOfTwo{1, 1024}, "256", "",
         "Invocations a workgroup; OpenGL 4.3 promises 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)."}};
    return specs;
  }
  Availability availability(const gpu::DeviceInfo* device) const override {
    if (device == nullptr) return {false, "needs OpenGL 4.3, and no OpenGL context can be made here"};
    if (!device->compute) {
      return {false, fmt::format("needs compute shaders (OpenGL 4.3); this device has OpenGL {}.{}", device->major,
                                 device->minor)};
    }
    return {};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind, const Parameters& parameters) const override {
    const std::uint64_t bytes = n * data::key_bytes(type);
    if (bytes > device->max_storage_bytes) {
      return fmt::format("n = {} needs a storage block of {} bytes, and this device's limit is {}: at most n = {}", n,
                         bytes, device->max_storage_bytes, device->max_storage_bytes / data::key_bytes(type));
    }
    // Shaders count places in 32 bits.
    if (n > (std::uint64_t{1} << 31)) return fmt::format("n = {} is beyond this method's limit of 2^31 keys", n);
    if (parameters.integer("workgroup") > device->max_workgroup_size) {
      return fmt::format("workgroup = {} is beyond this device's limit of {} invocations",
                         parameters.integer("workgroup"), device->max_workgroup_size);
    }
    return std::nullopt;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t, data::KeyType) const override {
    return {};
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                std::shared_ptr<const Schedule> schedule, const Parameters& parameters) const override {
    return std::make_unique<ComputeRun>(*device, std::move(problem), std::move(schedule),
                                        static_cast<std::uint32_t>(parameters.integer("workgroup")));
  }
};

}  // namespace

std::unique_ptr<Method> make_compute_method() {
  return std::make_unique<ComputeMethod>();
}

}  // namespace texelsort::algorithms
