#include "compute/algorithms/selection/fragment_counter.h"

#include <array>
#include <string>

namespace texelsort::algorithms {
namespace {

/// Side in texels of the block of texels that one fragment sums.
constexpr std::uint32_t block_side = 16;

gpu::Extent blocks_of(gpu::Extent extent) {
  return {(extent.width - 1) / block_side + 1, (extent.height - 1) / block_side + 1};
}

/// Returns the extents of the textures of sums, level by level. The last texture has a single texel.
std::vector<gpu::Extent> extents_of_sums(gpu::Extent extent) {
  std::vector<gpu::Extent> extents;
  do {
    extents.push_back(extent = blocks_of(extent));
  } while (extent != gpu::Extent{1, 1});
  return extents;
}

std::uint64_t texels_of(gpu::Extent extent) {
  return std::uint64_t{extent.width} * extent.height;
}

}  // namespace

Counting counting_of(const gpu::DeviceInfo& device) {
  return device.counts_samples ? Counting::queries : Counting::marks;
}

gpu::Defines counting_defines(Counting counting) {
  return counting == Counting::marks ? gpu::Defines{{"MARKS", "1"}} : gpu::Defines{};
}

Counters counting_cost(Counting counting, gpu::Extent extent) {
  Counters cost;
  if (counting == Counting::queries) return cost;
  constexpr std::uint64_t texel = sizeof(std::uint32_t);
  std::uint64_t summed = texels_of(extent);
  cost.bytes = summed * texel;  // the cost includes clearing or writing the marks
  for (const gpu::Extent& sums : extents_of_sums(extent)) {
    cost.draws += 1;
    cost.quads += 1;
    cost.invocations += texels_of(sums);
    cost.bytes += (summed + texels_of(sums)) * texel;
    summed = texels_of(sums);
  }
  return cost;
}

void TexelSum::draw(std::vector<gpu::Texture>& textures, bool of_marks, bool aside) {
  if (textures.size() == 1) {
    for (const gpu::Extent& sums : extents_of_sums(textures.front().extent())) {
      if (sums != gpu::Extent{1, 1}) textures.emplace_back(sums, gpu::TexelFormat::r32ui, "sums of texels");
    }
  }
  for (std::size_t i = 0; i < textures.size(); ++i) {
    gpu::DrawCall sum;
    sum.program = &device_->draw_program(
        "common/fullscreen.vert", "common/count_marks.frag",
        {{"OF_MARKS", i == 0 && of_marks ? "1" : "0"}, {"BLOCK_SIDE", std::to_string(block_side)}});
    sum.targets = {i + 1 < textures.size() ? &textures[i + 1] : &total_};
    sum.textures = {{.sampler = "counted", .texture = &textures[i]}};
    const gpu::Extent counted = textures[i].extent();
    sum.uniforms = {{"counted_extent", glm::ivec2(counted.width, counted.height)}};
    aside ? device_->executor().draw_aside(sum) : device_->executor().draw(sum);
  }
}

std::uint64_t TexelSum::read() const {
  std::array<std::uint32_t, 1> total{};
  total_.read({0, 0, 1, 1}, std::as_writable_bytes(std::span(total)));
  return total.front();
}

FragmentCounter::FragmentCounter(gpu::Device& device, Counting counting, std::shared_ptr<MarkTextures> marks)
    : device_(&device), counting_(counting), marks_(std::move(marks)) {
  if (counting == Counting::marks) sum_ = TexelSum(device);
}

void FragmentCounter::draw(gpu::DrawCall call, gpu::Extent extent, bool aside) {
  const auto execute = [&](const gpu::DrawCall& drawn) {
    aside ? device_->executor().draw_aside(drawn) : device_->executor().draw(drawn);
  };
  if (counting_ == Counting::queries) {
    call.counter = &samples_;
    return execute(call);
  }
  std::vector<gpu::Texture>& textures = (*marks_)[{extent.width, extent.height}];
  if (textures.empty()) textures.emplace_back(extent, gpu::TexelFormat::rgba8, "marks");
  call.nothing.reset();
  call.targets = {&textures.front()};
  call.channels = {true, true, true, true};
  call.clear = glm::vec4(0.0f);
  execute(call);
  sum_.draw(textures, true, aside);
}

std::uint64_t FragmentCounter::read() const {
  return counting_ == Counting::queries ? samples_.read() : sum_.read();
}

}  // namespace texelsort::algorithms
