#include "compute/algorithms/selection/depth_probe.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "compute/algorithms/selection/depth_window.h"

namespace texelsort::algorithms {
namespace {

constexpr std::uint32_t side = 16;

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

}  // namespace

gpu::DrawCall plane_draw(gpu::Device& device, const gpu::Texture& depth, std::uint32_t place,
                         const gpu::SampleCounter& counter) {
  gpu::DrawCall call;
  call.program = &device.draw_program("selection/plane.vert", "selection/plane.frag");
  call.depth = {&depth, gpu::DepthTarget::Use::test, std::nullopt};
  call.uniforms = {{"plane_depth", depth_of(place)}};
  call.counter = &counter;
  return call;
}

bool probe_depth_planes(gpu::Device& device) {
  const std::vector<std::uint32_t> places = probed_places();
  std::vector<float> depths(std::size_t{side} * side, 0.0f);
  for (std::size_t i = 0; i < std::min(places.size(), depths.size()); ++i) depths[i] = depth_of(places[i]);
  gpu::Texture buffer({side, side}, gpu::TexelFormat::depth32f, "depth probe");
  buffer.write({0, 0, side, side}, std::as_bytes(std::span(depths)));
  const gpu::SampleCounter counter;
  for (const std::uint32_t place : places) {
    device.executor().draw_aside(plane_draw(device, buffer, place, counter));
    const auto deeper = std::ranges::count_if(depths, [place](float depth) { return depth >= depth_of(place); });
    if (counter.read() != static_cast<std::uint64_t>(deeper)) return false;
  }
  return true;
}

bool depth_planes_are_exact(gpu::Device& device) {
  using Identity = std::tuple<std::string, std::string, std::string, std::string>;
  static std::map<Identity, bool> known;
  const gpu::DeviceInfo& info = device.info();
  const Identity identity{info.vendor, info.renderer, info.version, info.platform};
  if (const auto found = known.find(identity); found != known.end()) return found->second;
  return known.emplace(identity, probe_depth_planes(device)).first->second;
}

}  // namespace texelsort::algorithms
