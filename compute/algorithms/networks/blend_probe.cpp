#include "compute/algorithms/networks/blend_probe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>

#include "compute/algorithms/networks/quad_groups.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

using Limits = std::numeric_limits<float>;

constexpr std::array probed_values{-Limits::infinity(),      Limits::lowest(),      -1.0f,         -Limits::min(),
                                   -Limits::min() / 2,       -Limits::denorm_min(), -0.0f,         0.0f,
                                   Limits::denorm_min(),     Limits::min() / 2,     Limits::min(), 1.0f,
                                   1.0f + Limits::epsilon(), 16'777'216.0f,         Limits::max(), Limits::infinity()};
constexpr auto side = static_cast<std::uint32_t>(probed_values.size());

bool is_denormal(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL;
}

bool is_negative_zero(float value) {
  return value == 0 && std::signbit(value);
}

float value_at(std::size_t texel, bool first) {
  return probed_values[first ? texel / side : texel % side];
}

/// Returns a texture with one operand for all pairs of values. Texel (x, y) contains value y in all four channels for
/// the first operand, and value x for the second.
gpu::Texture operand(bool first) {
  std::vector<float> texels;
  for (std::size_t i = 0; i < std::size_t{side} * side; ++i) texels.insert(texels.end(), 4, value_at(i, first));
  gpu::Texture texture({side, side}, gpu::TexelFormat::rgba32f, "blend probe");
  texture.write({0, 0, side, side}, std::as_bytes(std::span(texels)));
  return texture;
}

void record(BlendFaults& faults, float a, float b) {
  if (is_denormal(a) || is_denormal(b)) {
    faults.denormals = true;
  } else if (a == 0 && b == 0 && std::signbit(a) != std::signbit(b)) {
    faults.two_zeros = true;
  } else if (is_negative_zero(a) || is_negative_zero(b)) {
    faults.negative_zero = true;
  } else {
    faults.ordinary = true;
  }
}

BlendFaults probe(gpu::Device& device) {
  const gpu::Texture first = operand(true), second = operand(false);
  gpu::Texture target({side, side}, gpu::TexelFormat::rgba32f, "blend probe");
  // The probe uses the program and the quads of the blending method, because softpipe flushes denormals only in
  // primitives that it does not clip.
  gpu::DrawCall call;
  call.program = &device.draw_program("networks/grouped_quads.vert", "networks/blend.frag",
                                      {{"COORDINATE", "own_coordinate"}, {"SWIZZLE", "rgba"}});
  call.uniforms = {{"texel_size", glm::vec2(1.0f / side)}};
  set_quads(call, whole_rows(Role::keep, side, side));
  call.targets = {&target};
  BlendFaults faults;
  for (const gpu::Blend blend : {gpu::Blend::minimum, gpu::Blend::maximum}) {
    call.blend = gpu::Blend::none;
    call.textures = {{"lists_in", &first}};
    device.executor().draw(call);
    call.blend = blend;
    call.textures = {{"lists_in", &second}};
    device.executor().draw(call);
    std::vector<float> seen(std::size_t{4} * side * side);
    target.read({0, 0, side, side}, std::as_writable_bytes(std::span(seen)));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const float a = value_at(i / 4, true), b = value_at(i / 4, false);
      const auto code = [](float key) { return data::encode(key, data::Order::ascending); };
      // An initializer list, because std::minmax of two temporaries would return dangling references.
      const auto [low, high] = std::minmax({code(a), code(b)});
      if (code(seen[i]) != (blend == gpu::Blend::minimum ? low : high)) record(faults, a, b);
    }
  }
  return faults;
}

std::optional<std::string> refused_float(std::span<const float> keys, const BlendFaults& faults) {
  std::array<std::optional<std::size_t>, 2> zeros;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const float key = keys[i];
    if (faults.denormals && is_denormal(key)) {
      return fmt::format("key {} is denormal, which blending on this device flushes to zero", i);
    }
    if (key != 0) continue;
    if (faults.negative_zero && std::signbit(key)) {
      return fmt::format("key {} is -0, which blending on this device turns into +0", i);
    }
    zeros[std::signbit(key)] = i;
    if (faults.two_zeros && zeros[0] && zeros[1]) {
      return fmt::format("keys {} and {} are +0 and -0, which blending on this device treats as equal", *zeros[0],
                         *zeros[1]);
    }
  }
  return std::nullopt;
}

template <typename Key>
std::optional<std::string> refused_integer(std::span<const Key> keys) {
  constexpr std::int64_t exact = 1 << Limits::digits;  // above this integer, neighbouring integers have the same float
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto key = static_cast<std::int64_t>(keys[i]);
    if (key > exact || key < -exact) {
      return fmt::format(
          "key {} is {}, but blending sorts integers as floats, which are exact only up to a magnitude of 2^{}", i, key,
          Limits::digits);
    }
  }
  return std::nullopt;
}

}  // namespace

const BlendFaults& blend_faults(gpu::Device& device) {
  using Identity = std::tuple<std::string, std::string, std::string, std::string>;
  thread_local std::map<Identity, BlendFaults> known;  // one map per thread, because each thread has its own devices
  const gpu::DeviceInfo& info = device.info();
  const Identity identity{info.vendor, info.renderer, info.version, info.platform};
  if (const auto found = known.find(identity); found != known.end()) return found->second;
  return known.emplace(identity, probe(device)).first->second;
}

std::optional<std::string> refused_key(const data::Keys& keys, const BlendFaults& faults) {
  if (faults.ordinary)
    return "this device does not blend 32-bit floats and infinities with MIN and MAX as OpenGL specifies";
  return std::visit(
      [&faults]<typename Key>(const std::vector<Key>& column) -> std::optional<std::string> {
        if constexpr (std::is_same_v<Key, float>) return refused_float(column, faults);
        if constexpr (std::is_integral_v<Key> && sizeof(Key) == 4) return refused_integer<Key>(column);
        throw InternalError("blending of keys that have more than 32 bits");
      },
      keys);
}

}  // namespace texelsort::algorithms
