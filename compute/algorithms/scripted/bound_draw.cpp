#include "compute/algorithms/scripted/bound_draw.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/scripted/input_values.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::algorithms::scripted {
namespace {

using Output = gpu::DrawInterface::Output;
using Sampler = gpu::DrawInterface::Sampler;
using spirv::Number;

/// Vertices of the shapes that Executor draws: one triangle, or a strip that makes a quad.
constexpr std::uint32_t triangle = 3, strip = 4;

/// Returns the position after a word from a position on. Returns npos if the text does not have the word there.
std::size_t end_of_word(std::string_view text, std::string_view word, std::size_t from) {
  const auto is_letter = [](char one) { return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_'; };
  for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return end;
  }
  return std::string_view::npos;
}

/// Returns whether a text without comments has a declaration of a uniform with this name.
bool declares_uniform(std::string_view text, std::string_view name) {
  for (std::size_t end = end_of_word(text, "uniform", 0); end != std::string_view::npos;
       end = end_of_word(text, "uniform", end)) {
    const std::string_view declaration = text.substr(end, text.find(';', end) - end);
    if (end_of_word(declaration, name, 0) != std::string_view::npos) return true;
  }
  return false;
}

std::string samplers_text(const std::vector<Sampler>& samplers) {
  if (samplers.empty()) return "no samplers";
  std::vector<std::string> texts;
  for (const Sampler& sampler : samplers) texts.push_back(sampler.type + " " + sampler.name);
  return fmt::format("the samplers {}", fmt::join(texts, ", "));
}

std::string outputs_text(const std::vector<Output>& outputs) {
  if (outputs.empty()) return "no outputs";
  std::vector<std::string> texts;
  for (const Output& output : outputs) {
    texts.push_back(fmt::format("{} {} at location {}", spirv::text(output.value), output.value.name, output.location));
  }
  return fmt::format("the outputs {}", fmt::join(texts, ", "));
}

const gpu::Program& program_of(gpu::Device& device, const Description& description, const PassCall& call) {
  try {
    return device.foreign_draw_program(description.shader(call), call.vertex);
  } catch (const gpu::ShaderError& error) {
    throw script::ScriptError(error.what());  // an error of the user's shader is an error of the input
  }
}

std::string_view sampler_of(Number number) {
  return number == Number::float32 ? "sampler2D" : number == Number::int32 ? "isampler2D" : "usampler2D";
}

}  // namespace

bool BoundDraw::uses_signed_integers(gpu::Device& device, const Description& description, const PassCall& call) {
  const gpu::DrawInterface interface = gpu::draw_interface(program_of(device, description, call));
  return std::ranges::find(interface.samplers, sampler_of(Number::int32), &Sampler::type) != interface.samplers.end();
}

BoundDraw::BoundDraw(gpu::Device& device, const Description& description, std::shared_ptr<const PassCall> call,
                     const Problem& problem, const KeyTextures& textures)
    : device_(device),
      description_(description),
      call_(std::move(call)),
      type_(problem.type()),
      payload_(problem.payload),
      has_signed_keys_(textures.is_signed()),
      extent_(textures.extent()),
      front_names_(textures.front_names()),
      rounds_(call_->rounds.value_or(default_rounds(device.info()))) {
  choose_targets();
  choose_rectangles();
  if (call_->blend != gpu::Blend::none) require_blending(device);
  if (call_->count && !device.info().counts_samples) {
    throw UnavailableError(
        description_.script().at(call_->line, "pass: occlusion queries of this device do not count fragments"));
  }
  if (call_->vertex.empty() && call_->instances != 1) {
    refuse(fmt::format("instances is {}, but only an own vertex shader draws more than one", call_->instances));
  }
  program_ = &program_of(device, description, *call_);
  interface_ = gpu::draw_interface(*program_);
  if (!interface_.blocks.empty()) {
    refuse(fmt::format("{} has the block '{}', but fragment passes have only uniforms and samplers", shaders(),
                       interface_.blocks.front()));
  }
  bind_uniforms();
  bind_samplers();
  require_outputs();
}

void BoundDraw::refuse(const std::string& message) const {
  throw script::ScriptError(description_.script().at(call_->line, "pass: " + message));
}

std::string BoundDraw::shaders() const {
  return call_->vertex.empty() ? call_->shader : fmt::format("{} with {}", call_->shader, call_->vertex);
}

bool BoundDraw::declares(const std::string& name) const {
  // Members of structures and elements of arrays belong to the uniform's name before them.
  const std::string_view base = std::string_view(name).substr(0, name.find_first_of(".["));
  const auto stages = device_.programs().source(*program_);
  return std::ranges::any_of(stages, [&](const gpu::AssembledStage& stage) {
    return declares_uniform(gpu::without_comments(stage.source.text), base);
  });
}

Number BoundDraw::number_of(const std::string& texture) const {
  if (!texture.starts_with("keys")) return Number::uint32;
  return in_float_texture(type_) ? Number::float32 : has_signed_keys_ ? Number::int32 : Number::uint32;
}

std::string BoundDraw::contents_text(const std::string& texture) const {
  const std::string_view what = texture.starts_with("keys") ? data::name(type_) : data::name(payload_);
  return fmt::format("{} has {} {} in a texture of {}", texture, what, texture.starts_with("keys") ? "keys" : "numbers",
                     number_of(texture) == Number::float32 ? "floats"
                     : number_of(texture) == Number::int32 ? "signed integers"
                                                           : "unsigned integers");
}

void BoundDraw::choose_targets() {
  std::vector<std::string> known;
  for (const std::string& name : front_names_) known.push_back(name + "_out");
  targets_ = call_->targets;
  if (targets_.empty() && !call_->count) targets_ = known;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const std::string& name = targets_[i];
    if (std::ranges::find(known, name) == known.end()) {
      refuse(fmt::format("targets has '{}', but a pass draws only to {}{}", name, fmt::join(known, ", "),
                         data::did_you_mean(name, known)));
    }
    if (std::ranges::count(targets_, name) > 1) refuse(fmt::format("targets has '{}' twice", name));
  }
  if (targets_.size() > device_.info().max_draw_buffers) {
    throw UnavailableError(description_.script().at(
        call_->line, fmt::format("pass: draws to {} textures, but this device draws to at most {} at a time",
                                 targets_.size(), device_.info().max_draw_buffers)));
  }
}

void BoundDraw::require_blending(const gpu::Device& device) const {
  if (targets_.empty()) refuse("blend needs a target to blend with");
  if (!in_float_texture(type_)) {
    refuse(
        fmt::format("blend: {} keys lie in a texture of unsigned integers, which OpenGL does not blend: only f32 "
                    "keys can be blended",
                    data::name(type_)));
  }
  if (payload_ != data::PayloadKind::none) refuse("blend: blending does not move a payload");
  if (!device.info().blends_floats) {
    throw UnavailableError(
        description_.script().at(call_->line, "pass: this device does not blend 32-bit floating-point numbers"));
  }
}

void BoundDraw::choose_rectangles() {
  const gpu::Rect whole{0, 0, extent_.width, extent_.height};
  for (const gpu::Rect& rect : call_->quads.value_or(std::vector{whole})) {
    if (rect.x + rect.width > extent_.width || rect.y + rect.height > extent_.height) {
      refuse(fmt::format("the quad of {} x {} texels at ({}, {}) leaves the texture, which has {} x {} texels",
                         rect.width, rect.height, rect.x, rect.y, extent_.width, extent_.height));
    }
    if (rect.width > 0 && rect.height > 0) rectangles_.push_back(rect);
  }
}

void BoundDraw::bind_uniforms() {
  for (const Sampler& sampler : interface_.samplers) {
    const script::Table* const given = call_->uniforms.table();
    if (given != nullptr && given->find(sampler.name) != nullptr) {
      refuse(fmt::format("uniform '{0}': {1} has the {2} {0}: name its texture in samplers", sampler.name, shaders(),
                         sampler.type));
    }
  }
  // OpenGL reports only the elements up to the last that has an effect, and ignores values of the others.
  for (spirv::Input& input : interface_.uniforms) {
    const script::Table* const given = call_->uniforms.table();
    const script::Value* const value = given == nullptr ? nullptr : given->find(input.name);
    if (!input.elements || value == nullptr) continue;
    const auto elements = number_count(*value) / (std::size_t{input.components} * input.columns);
    input.elements = std::max(*input.elements, static_cast<spirv::Word>(elements));
  }
  try {
    uniforms_ = uniform_values(call_->uniforms, interface_.uniforms, shaders(),
                               [this](const std::string& name) { return declares(name); });
  } catch (const UsageError& error) {
    refuse(error.what());
  }
}

void BoundDraw::bind_samplers() {
  static const script::Table none;
  const script::Table& given = call_->samplers.table() == nullptr ? none : *call_->samplers.table();
  if (!given.elements.empty()) refuse("samplers has values without a name");
  for (const auto& [key, value] : given.members) {
    const std::string name = script::plain_text(key);
    const std::string* const texture = value.text();
    if (texture == nullptr) {
      refuse(fmt::format("sampler '{}' is {}, but must be the name of a texture", name, script::kind_of(value)));
    }
    if (std::ranges::find(front_names_, *texture) == front_names_.end()) {
      const bool is_drawn = texture->ends_with("_out");
      refuse(fmt::format("sampler '{}' reads '{}', but a pass reads only {}{}", name, *texture,
                         fmt::join(front_names_, ", "),
                         is_drawn ? ", because it draws to the others" : data::did_you_mean(*texture, front_names_)));
    }
    const auto sampler = std::ranges::find(interface_.samplers, name, &Sampler::name);
    if (sampler == interface_.samplers.end()) {
      if (declares(name)) continue;
      std::vector<std::string> names;
      for (const Sampler& one : interface_.samplers) names.push_back(one.name);
      refuse(fmt::format("sampler '{}': {} has {}{}", name, shaders(), samplers_text(interface_.samplers),
                         data::did_you_mean(name, names)));
    }
    const std::string_view needed = sampler_of(number_of(*texture));
    if (sampler->type != needed) {
      refuse(fmt::format("sampler '{}' is a {}, but {}: use {}", name, sampler->type, contents_text(*texture), needed));
    }
    samplers_.emplace_back(name, *texture);
  }
  for (const Sampler& sampler : interface_.samplers) {
    if (given.find(sampler.name) == nullptr) {
      refuse(fmt::format("lacks a texture for the sampler '{}': {} has {}", sampler.name, shaders(),
                         samplers_text(interface_.samplers)));
    }
  }
}

void BoundDraw::require_outputs() const {
  // A pass that only counts discards its outputs.
  if (!interface_.outputs || targets_.empty()) return;
  const std::vector<Output>& outputs = *interface_.outputs;
  const auto is_one = [](const Output& output) { return !output.value.elements; };
  bool fits = outputs.size() == targets_.size() && std::ranges::all_of(outputs, is_one);
  for (std::size_t i = 0; fits && i < outputs.size(); ++i) fits = outputs[i].location == i;
  if (!fits) {
    refuse(fmt::format("{} has {}, but the pass draws to {}", shaders(), outputs_text(outputs),
                       fmt::join(targets_, ", ")));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const spirv::Input& value = outputs[i].value;
    const Number number = number_of(targets_[i]);
    const std::size_t bytes = targets_[i].starts_with("keys") ? data::key_bytes(type_) : data::payload_bytes(payload_);
    const std::size_t words = bytes / sizeof(std::uint32_t);
    if (value.number == number && value.components >= words) continue;
    refuse(fmt::format("output '{}' is a {}, but {}: use {}", value.name, spirv::text(value),
                       contents_text(targets_[i]),
                       number == Number::float32 ? "float"
                       : number == Number::int32 ? "int"
                       : words == 2              ? "uvec2"
                                                 : "uint"));
  }
}

std::vector<std::string> BoundDraw::sources() const {
  std::vector<std::string> names;
  for (const auto& [sampler, texture] : samplers_) {
    if (std::ranges::find(names, texture) == names.end()) names.push_back(texture);
  }
  return names;
}

bool BoundDraw::keeps_texels() const {
  return call_->quads || !call_->vertex.empty() || call_->blend != gpu::Blend::none;
}

gpu::DrawCall BoundDraw::draw_call(const KeyTextures& textures, const gpu::Rect& rectangle) const {
  gpu::DrawCall call;
  call.program = program_;
  for (const std::string& name : targets_) call.targets.push_back(textures.find(name));
  for (const auto& [sampler, texture] : samplers_) {
    call.textures.push_back({.sampler = sampler, .texture = textures.find(texture)});
  }
  call.uniforms = uniforms_;
  call.vertices = call_->vertex.empty() ? triangle : strip;
  call.instances = call_->instances;
  call.viewport = rectangle;
  call.blend = call_->blend;
  call.rounds = rounds_;
  return call;
}

}  // namespace texelsort::algorithms::scripted
