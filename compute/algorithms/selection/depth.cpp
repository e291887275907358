#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/selection/counting.h"
#include "compute/algorithms/selection/reference.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

CountingRules rules_of(const DepthSettings& settings, std::uint64_t n) {
  const gpu::Extent keys = TexelArrays::extent(n, settings.width, 0);
  const auto blocks = [&](DepthWindow::Form form, std::uint32_t side) {
    const gpu::Extent extent = depth_extent(keys, {.codes = {}, .shift = 0, .form = form}, side);
    return std::uint64_t{extent.width} * extent.height;
  };
  return {.bits_per_round = settings.bits,
          .window_bits = depth_bits,
          .fold = settings.fold,
          .sample = settings.sample,
          .fold_blocks = blocks(DepthWindow::Form::folded, settings.fold),
          .samples = settings.sample > 1 ? blocks(DepthWindow::Form::sampled, settings.sample) : 0};
}

/// Returns the draw of a plane at depth `place` / 2^24. The depth test passes texels that are at least as deep as the
/// plane.
gpu::DrawCall plane_draw(gpu::Device& device, const gpu::Texture& depth, std::uint32_t place, Counting counting) {
  gpu::DrawCall call;
  call.program = &device.draw_program("selection/plane.vert", "selection/plane.frag", counting_defines(counting));
  call.depth = {&depth, gpu::DepthTarget::Use::test, std::nullopt};
  call.uniforms = {{"plane_depth", depth_of(place)}};
  return call;
}

using Form = DepthWindow::Form;

class DepthRun final : public CountingRun {
 public:
  DepthRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const DepthSettings& settings)
      : CountingRun(device, problem, settings.width, settings.key_bits, rules_of(settings, problem->n()),
                    settings.count) {
    // Programs are compiled before the first pass, so that no timed pass includes a compilation.
    program(Form::whole);
    if (rules().fold > 1) program(Form::folded);
    if (rules().samples == 0) return;
    program(Form::sampled);
    within_ = TexelSum(device);
    beyond_ = TexelSum(device);
    for (const std::uint32_t layers : {4u, 16u}) {
      gathering(layers);
      spreading(layers);
    }
  }

  std::vector<View> views() const override {
    std::vector<View> views = arrays_.views();
    if (!shown_) return views;
    const gpu::Texture* depth = &depths_.at(key(*shown_));
    const gpu::Extent shown = depth->extent();
    views.push_back(
        {tables::Depth{}, data::KeyType::f32, std::uint64_t{shown.width} * shown.height, shown.width, depth, 0});
    return views;
  }

 private:
  using Key = std::pair<Form, std::uint32_t>;
  static Key key(const DepthWindow& window) { return {window.form, window.layers}; }

  gpu::Extent extent(const DepthWindow& window) const {
    return depth_extent(arrays_.extent(), window, rules().block_side(window.form));
  }
  const gpu::Texture& buffer(const DepthWindow& window) {
    const auto found = depths_.find(key(window));
    if (found != depths_.end()) return found->second;
    return depths_.emplace(key(window), gpu::Texture(extent(window), gpu::TexelFormat::depth32f, "depth"))
        .first->second;
  }

  gpu::Defines defines(Form form) const {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    defines["WINDOW_BITS"] = std::to_string(depth_bits);
    defines[form == Form::folded ? "FOLD" : "SIDE"] = std::to_string(rules().block_side(form));
    return defines;
  }
  const gpu::Program& program(Form form) {
    gpu::Defines all = defines(form);
    if (form == Form::folded) all.merge(counting_defines(counting()));
    const char* name = form == Form::whole    ? "selection/copy_to_depth.frag"
                       : form == Form::folded ? "selection/fold_to_depth.frag"
                                              : "selection/sample_to_depth.frag";
    return device_.draw_program("common/fullscreen.vert", name, all);
  }
  const gpu::Program& gathering(std::uint32_t layers) {
    gpu::Defines all = defines(Form::gathered);
    all.merge(counting_defines(Counting::marks));  // needs its own colour targets
    all["LAYERS"] = std::to_string(layers);
    return device_.draw_program("common/fullscreen.vert", "selection/gather.frag", all);
  }
  const gpu::Program& spreading(std::uint32_t layers) {
    gpu::Defines all = counting_defines(counting());
    all["LAYERS_SIDE"] = layers == 16 ? "4" : "2";
    return device_.draw_program("common/fullscreen.vert", "selection/gathered_to_depth.frag", all);
  }

  gpu::DrawCall reading_keys(const gpu::Program& program, const DepthWindow& window) const {
    gpu::DrawCall call;
    call.program = &program;
    arrays_.bind_sources(call);
    call.uniforms.push_back({"window_low", code_words(window.codes.low)});
    call.uniforms.push_back({"window_last", code_words(std::min(window.codes.last(), largest_code()))});
    call.uniforms.push_back({"window_shift", window.shift});
    call.uniforms.push_back({"keys_extent", glm::uvec2(arrays_.extent().width, arrays_.extent().height)});
    call.uniforms.push_back({"n", static_cast<std::uint32_t>(n())});
    return call;
  }

  void fill(const DepthWindow& window, FragmentCounter& counter) override {
    gpu::DrawCall call = window.form == Form::gathered ? gather(window) : reading_keys(program(window.form), window);
    call.depth = {&buffer(window), gpu::DepthTarget::Use::replace, std::nullopt};
    if (window.excerpt()) {
      call.depth.clear = 0.0f;
      counter.draw(std::move(call), extent(window));
    } else {
      device_.executor().draw(call);
    }
    shown_ = window;
  }

  /// Writes the gathered keys to textures and sums their counts. Returns the draw that fills a depth buffer from these
  /// textures.
  gpu::DrawCall gather(const DepthWindow& window) {
    const gpu::Extent blocks = extent({.codes = {}, .shift = 0, .form = Form::sampled});
    const std::size_t textures = window.layers / 4;
    while (counts_.size() < 2) counts_.emplace_back().emplace_back(blocks, gpu::TexelFormat::r32ui, "keys of blocks");
    while (gathered_.size() < textures) gathered_.emplace_back(blocks, gpu::TexelFormat::rgba32f, "candidates");
    gpu::DrawCall call = reading_keys(gathering(window.layers), window);
    call.targets = {&counts_[0].front(), &counts_[1].front()};
    for (std::size_t i = 0; i < textures; ++i) call.targets.push_back(&gathered_[i]);
    device_.executor().draw(call);
    within_.draw(counts_[0], false);
    beyond_.draw(counts_[1], false);
    gpu::DrawCall spread;
    spread.program = &spreading(window.layers);
    constexpr std::array names{"gathered_0", "gathered_1", "gathered_2", "gathered_3"};
    for (std::size_t i = 0; i < textures; ++i) spread.textures.push_back({names[i], &gathered_[i]});
    return spread;
  }
  std::pair<std::uint64_t, std::uint64_t> within_and_beyond() const override {
    return {within_.read(), beyond_.read()};
  }

  void draw(std::uint64_t threshold, FragmentCounter& counter) override {
    const gpu::Texture& present = buffer(*plan().window());
    counter.draw(plane_draw(device_, present, place_in(*plan().window(), threshold), counting()), present.extent());
  }

  gpu::Extent extent_filled(const DepthWindow& window) const override { return extent(window); }
  gpu::Extent extent_drawn() const override { return shown_ ? extent(*shown_) : arrays_.extent(); }
  std::uint64_t bytes_drawn() const override { return sizeof(float); }

  std::map<Key, gpu::Texture> depths_;
  std::deque<gpu::Texture> gathered_;
  /// Textures with two numbers per block: of keys within the window, and above it. Smaller textures have their sums.
  std::vector<std::vector<gpu::Texture>> counts_;
  TexelSum within_, beyond_;
  std::optional<DepthWindow> shown_;
};

/// Returns depths for a test: the neighbours of every power of two, and some numbers in between. Rounding errors would
/// show at these depths.
std::vector<std::uint32_t> probed_places() {
  constexpr std::uint32_t end = std::uint32_t{1} << depth_bits;
  std::set<std::uint32_t> places;
  const auto add_around = [&](std::uint32_t place) {
    for (std::uint32_t near = place - 1; near != place + 2; ++near) {
      if (near > 0 && near < end) places.insert(near);
    }
  };
  for (unsigned bit = 0; bit <= depth_bits; ++bit) add_around(std::uint32_t{1} << bit);
  // multiplicative hashing by Knuth, TAOCP 3, section 6.4
  for (std::uint32_t i = 1; i < 32; ++i) add_around(i * 2'654'435'769u >> (32 - depth_bits));
  return {places.begin(), places.end()};
}

/// Returns the result of probe_depth_planes(), which runs once per kind of device.
bool depth_planes_are_exact(gpu::Device& device, Counting counting) {
  using Identity = std::tuple<std::string, std::string, std::string, std::string, Counting>;
  thread_local std::map<Identity, bool> known;  // one map per thread, because each thread has its own devices
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
