#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/selection/counting.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/algorithms/selection/twin.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

CountingRules rules_of(const DepthSettings& settings, std::uint64_t n) {
  const gpu::Extent keys = TexelArrays::extent(n, settings.width, 0);
  const gpu::Extent blocks = depth_extent(keys, {.codes = {}, .shift = 0, .folded = true}, settings.fold);
  return {settings.bits, depth_bits, settings.fold, std::uint64_t{blocks.width} * blocks.height};
}

/// A draw of a plane at `place` / 2^24 against a depth buffer: the texels that are at least as deep pass.
gpu::DrawCall plane_draw(gpu::Device& device, const gpu::Texture& depth, std::uint32_t place, Counting counting) {
  gpu::DrawCall call;
  call.program = &device.draw_program("selection/plane.vert", "selection/plane.frag", counting_defines(counting));
  call.depth = {&depth, gpu::DepthTarget::Use::test, std::nullopt};
  call.uniforms = {{"plane_depth", depth_of(place)}};
  return call;
}

class DepthRun final : public CountingRun {
 public:
  DepthRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const DepthSettings& settings)
      : CountingRun(device, problem, settings.width, settings.key_bits, rules_of(settings, problem->n()),
                    settings.count) {
    depth_ = gpu::Texture(arrays_.extent(), gpu::TexelFormat::depth32f, "depth");
    gpu::Defines defines = key_defines(problem->type(), problem->order, problem->payload);
    defines["WINDOW_BITS"] = std::to_string(depth_bits);
    copy_ = &device.draw_program("common/fullscreen.vert", "selection/copy_to_depth.frag", defines);
    if (rules().fold == 1) return;
    folded_ =
        gpu::Texture(extent({.codes = {}, .shift = 0, .folded = true}), gpu::TexelFormat::depth32f, "folded depth");
    defines["FOLD"] = std::to_string(rules().fold);
    defines.merge(counting_defines(counting()));
    fold_ = &device.draw_program("common/fullscreen.vert", "selection/fold_to_depth.frag", defines);
  }

  std::vector<View> views() const override {
    std::vector<View> views = arrays_.views();
    if (!shown_) return views;
    const gpu::Extent shown = extent(*shown_);
    const gpu::Texture* depth = shown_->folded ? &folded_ : &depth_;
    views.push_back(
        {tables::Depth{}, data::KeyType::f32, std::uint64_t{shown.width} * shown.height, shown.width, depth, 0});
    return views;
  }

 private:
  gpu::Extent extent(const DepthWindow& window) const { return depth_extent(arrays_.extent(), window, rules().fold); }
  const gpu::Texture& present() const { return plan().window()->folded ? folded_ : depth_; }

  void fill(const DepthWindow& window, FragmentCounter& counter) override {
    gpu::DrawCall call;
    call.program = window.folded ? fold_ : copy_;
    arrays_.bind_sources(call);
    call.uniforms.push_back({"window_low", code_words(window.codes.low)});
    call.uniforms.push_back({"window_last", code_words(window.codes.last())});
    call.uniforms.push_back({"window_shift", window.shift});
    call.depth = {window.folded ? &folded_ : &depth_, gpu::DepthTarget::Use::replace, std::nullopt};
    if (window.folded) {
      call.depth.clear = 0.0f;
      counter.draw(std::move(call), extent(window));
    } else {
      device_.executor().draw(call);
    }
    shown_ = window;
  }

  void draw(std::uint64_t threshold, FragmentCounter& counter) override {
    counter.draw(plane_draw(device_, present(), place_in(*plan().window(), threshold), counting()), present().extent());
  }

  gpu::Extent extent_filled(const DepthWindow& window) const override { return extent(window); }
  gpu::Extent extent_drawn() const override { return shown_ ? extent(*shown_) : arrays_.extent(); }
  std::uint64_t bytes_drawn() const override { return sizeof(float); }

  gpu::Texture depth_, folded_;
  const gpu::Program *copy_ = nullptr, *fold_ = nullptr;
  std::optional<DepthWindow> shown_;
};

/// Neighbours on both sides of every power of two and of some numbers in between: where a rounding would show.
std::vector<std::uint32_t> probed_places() {
  constexpr std::uint32_t end = std::uint32_t{1} << depth_bits;
  std::set<std::uint32_t> places;
  const auto add_around = [&](std::uint32_t place) {
    for (std::uint32_t near = place - 1; near != place + 2; ++near) {
      if (near > 0 && near < end) places.insert(near);
    }
  };
  for (unsigned bit = 0; bit <= depth_bits; ++bit) add_around(std::uint32_t{1} << bit);
  for (std::uint32_t i = 1; i < 32; ++i) add_around(i * 2'654'435'769u >> (32 - depth_bits));  // Knuth, TAOCP 3, 6.4
  return {places.begin(), places.end()};
}

/// probe_depth_planes(), tried once for each kind of device.
bool depth_planes_are_exact(gpu::Device& device, Counting counting) {
  using Identity = std::tuple<std::string, std::string, std::string, std::string, Counting>;
  thread_local std::map<Identity, bool> known;  // a thread has devices of its own
  const gpu::DeviceInfo& info = device.info();
  const Identity identity{info.vendor, info.renderer, info.version, info.platform, counting};
  if (const auto found = known.find(identity); found != known.end()) return found->second;
  return known.emplace(identity, probe_depth_planes(device, counting)).first->second;
}

}  // namespace

bool probe_depth_planes(gpu::Device& device, Counting counting) {
  constexpr std::uint32_t side = 16;
  const std::vector<std::uint32_t> places = probed_places();
  std::vector<float> depths(std::size_t{side} * side, 0.0f);
  for (std::size_t i = 0; i < std::min(places.size(), depths.size()); ++i) depths[i] = depth_of(places[i]);
  gpu::Texture buffer({side, side}, gpu::TexelFormat::depth32f, "depth probe");
  buffer.write({0, 0, side, side}, std::as_bytes(std::span(depths)));
  FragmentCounter counter(device, counting, std::make_shared<MarkTextures>());
  for (const std::uint32_t place : places) {
    counter.draw(plane_draw(device, buffer, place, counting), {side, side}, true);
    const auto deeper = std::ranges::count_if(depths, [place](float depth) { return depth >= depth_of(place); });
    if (counter.read() != static_cast<std::uint64_t>(deeper)) return false;
  }
  return true;
}

std::unique_ptr<Run> make_depth_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const DepthSettings& settings) {
  if (!depth_planes_are_exact(device, settings.count)) {
    throw UnavailableError("select/depth@fragment cannot run here: this device does not draw planes at exact depths");
  }
  return std::make_unique<DepthRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms
