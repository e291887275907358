#include "tests/support/spirv/watch.h"

#include <algorithm>
#include <regex>
#include <span>

#include "compute/gpu/texel_buffer.h"

namespace texelsort::spirv {
namespace {

/// Returns each buffer once, however many blocks refer to it.
std::vector<const gpu::Buffer*> buffers_of(const gpu::DispatchCall& call) {
  std::vector<const gpu::Buffer*> buffers;
  for (const gpu::BufferBinding& binding : call.buffers) {
    if (std::ranges::find(buffers, binding.buffer) == buffers.end()) buffers.push_back(binding.buffer);
  }
  return buffers;
}

std::vector<std::vector<std::uint32_t>> words_of(const std::vector<const gpu::Buffer*>& buffers) {
  std::vector<std::vector<std::uint32_t>> memories;
  for (const gpu::Buffer* buffer : buffers) {
    std::vector<std::uint32_t>& words = memories.emplace_back(buffer->size() / sizeof(std::uint32_t));
    buffer->read(0, std::as_writable_bytes(std::span(words)));
  }
  return memories;
}

Dispatch::Image image_of(const gpu::Texture& texture) {
  Dispatch::Image image{texture.extent(), texture.format() == gpu::TexelFormat::rg32ui ? 2u : 1u, {}};
  image.words.resize(std::size_t{image.extent.width} * image.extent.height * image.channels);
  texture.read({0, 0, image.extent.width, image.extent.height}, std::as_writable_bytes(std::span(image.words)));
  return image;
}

/// Adds the contents of buffer samplers, each a row of as many texels as its buffer has.
void add_texel_buffers(Dispatch& dispatch) {
  static const std::regex declared(R"(uniform usamplerBuffer (\w+);)");
  const std::string& text = dispatch.source.text;
  for (std::sregex_iterator found(text.begin(), text.end(), declared), end; found != end; ++found) {
    const auto unit = dispatch.uniforms.find((*found)[1].str());
    if (unit == dispatch.uniforms.end()) continue;
    gpu::ShownTexels shown = gpu::shown_texels(std::get<std::int32_t>(unit->second));
    const auto width = static_cast<std::uint32_t>(shown.all.size() / shown.words);
    dispatch.images.emplace(unit->first, Dispatch::Image{{width, 1}, shown.words, std::move(shown.all)});
  }
}

}  // namespace

Watch::Watch(gpu::Device& device) : device_(device) {
  device_.executor().observe(this);
}

Watch::~Watch() {
  device_.executor().observe(nullptr);
}

void Watch::before(const gpu::DispatchCall& call, std::uint32_t columns, std::uint32_t rows) {
  Dispatch dispatch;
  dispatch.shader = call.program->label();
  dispatch.source = device_.compute_source(*call.program);
  for (const gpu::Uniform& uniform : call.uniforms) {
    dispatch.uniforms.insert_or_assign(std::string(uniform.name), uniform.value);
  }
  const auto buffers = buffers_of(call);
  dispatch.memories = words_of(buffers);
  for (const gpu::BufferBinding& binding : call.buffers) {
    const auto memory = static_cast<std::size_t>(std::ranges::find(buffers, binding.buffer) - buffers.begin());
    const std::uint64_t size = binding.size != 0 ? binding.size : binding.buffer->size() - binding.offset;
    dispatch.blocks.insert_or_assign(binding.binding, Dispatch::Block{memory, binding.offset, size});
  }
  for (const gpu::TextureBinding& binding : call.textures) {
    if (binding.texture != nullptr) dispatch.images.emplace(binding.sampler, image_of(*binding.texture));
  }
  add_texel_buffers(dispatch);
  dispatch.columns = columns;
  dispatch.rows = rows;
  dispatch.rounds = call.rounds;
  seen_.push_back({std::move(dispatch), {}});
}

void Watch::after(const gpu::DispatchCall& call) {
  seen_.back().after = words_of(buffers_of(call));
}

}  // namespace texelsort::spirv
