#include "compute/algorithms/scripted/pass_call.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "compute/algorithms/scripted/fields.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

constexpr std::uint64_t most_number = 0xffff'ffff;

/// Reads "SET:BINDING".
std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_place(const std::string& text) {
  std::uint32_t set = 0, binding = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, set);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, binding);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  return std::pair(set, binding);
}

BlockCall read_block(const Fields& fields, const Value& key, const Value& value) {
  BlockCall block;
  if (const auto binding = key.integer()) {
    if (*binding < 0) fields.refuse(fmt::format("blocks has the binding {}", *binding));
    block.place = {0, static_cast<std::uint32_t>(*binding)};
  } else if (const std::string* const name = key.text()) {
    block.place = parse_place(*name);
    if (!block.place) block.name = *name;
  } else {
    fields.refuse("blocks needs bindings or names as keys");
  }
  if (value.text() != nullptr) {
    block.buffer = *value.text();
  } else if (value.table() != nullptr) {
    block.contents = value;
  } else {
    fields.refuse(fmt::format("block {} is {}, but must be the name of a buffer or a table", block.text(),
                              script::kind_of(value)));
  }
  return block;
}

std::vector<BlockCall> read_blocks(const Fields& fields) {
  std::vector<BlockCall> blocks;
  const Table* const table = fields.table("blocks");
  if (table == nullptr) return blocks;
  std::int64_t binding = 0;
  for (const Value& value : table->elements) blocks.push_back(read_block(fields, ++binding, value));
  for (const auto& [key, value] : table->members) blocks.push_back(read_block(fields, key, value));
  return blocks;
}

Groups read_groups(const Fields& fields) {
  Groups groups;
  const Value* const value = fields.find("groups");
  if (value == nullptr) fields.refuse("lacks the field 'groups'");
  if (maker_of(*value) == "indirect") {
    const Fields indirect(fields.script(), table_spec("indirect"), *value, fields.line());
    groups.buffer = indirect.text("buffer");
    groups.word = indirect.natural("word", 0);
    return groups;
  }
  const Table* const list = value->table();
  if (list == nullptr) {
    groups.counts[0] = fields.natural("groups", {}, most_number);
    return groups;
  }
  if (list->elements.empty() || list->elements.size() > 3 || !list->members.empty()) {
    fields.refuse("groups must be a number, {x, y, z} or indirect{}");
  }
  for (std::size_t axis = 0; axis < list->elements.size(); ++axis) {
    const auto count = list->elements[axis].integer();
    if (!count || *count < 0 || static_cast<std::uint64_t>(*count) > most_number) {
      fields.refuse(fmt::format("groups has {}, but must have whole numbers from 0 to {}",
                                script::plain_text(list->elements[axis]), most_number));
    }
    groups.counts[axis] = static_cast<std::uint64_t>(*count);
  }
  return groups;
}

gpu::Defines read_defines(const Fields& fields) {
  gpu::Defines defines;
  const Table* const table = fields.table("defines");
  if (table == nullptr) return defines;
  for (const auto& [key, value] : table->members) {
    const std::string text = value.boolean() != nullptr ? (*value.boolean() ? "1" : "0") : script::plain_text(value);
    if (text.find('\n') != std::string::npos || script::plain_text(key).find_first_of(" \n") != std::string::npos) {
      fields.refuse(fmt::format("the macro {} must be one line", script::plain_text(key)));
    }
    defines[script::plain_text(key)] = text;
  }
  return defines;
}

std::optional<std::vector<gpu::Rect>> read_quads(const Fields& fields) {
  const Table* const list = fields.table("quads");
  if (list == nullptr) return std::nullopt;
  std::vector<gpu::Rect> quads;
  for (const Value& value : list->elements) {
    const Table* const table = value.table();
    const auto member = [&](std::string_view name) {
      const Value* const found = table == nullptr ? nullptr : table->find(name);
      const auto number = found == nullptr ? std::nullopt : found->integer();
      if (!number || *number < 0 || *number > 65'535) {
        fields.refuse("quads must be a list of {x =, y =, width =, height =} with numbers from 0 to 65535");
      }
      return static_cast<std::uint32_t>(*number);
    };
    quads.push_back({member("x"), member("y"), member("width"), member("height")});
  }
  return quads;
}

Value table_or_nil(const Fields& fields, std::string_view name) {
  return fields.table(name) == nullptr ? Value() : *fields.find(name);
}

void read_fragment_fields(const Fields& fields, PassCall& call) {
  call.shader = fields.text("fragment");
  call.vertex = fields.text("vertex", "");
  call.samplers = table_or_nil(fields, "samplers");
  call.targets = fields.texts("targets", {});
  const std::string blend = fields.text("blend", "");
  if (!blend.empty() && blend != "min" && blend != "max") {
    fields.refuse(fmt::format("blend is '{}', but must be min or max", blend));
  }
  if (!blend.empty()) call.blend = blend == "min" ? gpu::Blend::minimum : gpu::Blend::maximum;
  call.quads = read_quads(fields);
  call.instances = static_cast<std::uint32_t>(fields.natural("instances", 1, most_number));
  call.count = fields.flag("count", false);
  const bool draws_keys =
      call.targets.empty() ? !call.count : std::ranges::find(call.targets, "keys_out") != call.targets.end();
  call.swap = fields.flag("swap", draws_keys);
}

}  // namespace

std::uint64_t default_rounds(const gpu::DeviceInfo& device) {
  constexpr std::uint64_t most = std::uint64_t{1} << 28, most_on_cpu = 65'536;
  return std::min(device.shaders_on_cpu ? most_on_cpu : most, device.max_loop_rounds);
}

std::string BlockCall::text() const {
  if (!place) return "'" + name + "'";
  return place->first == 0 ? fmt::format("{}", place->second) : fmt::format("{}:{}", place->first, place->second);
}

PassCall read_pass(const script::Script& script, const script::Request& request, bool fragments) {
  if (request.arguments.size() != 1) throw script::ScriptError(script.at(request.line, "pass: expects one table"));
  const Fields fields(script, table_spec("pass"), request.arguments.front(), request.line);
  for (const std::string_view name :
       {"fragment", "vertex", "samplers", "targets", "blend", "quads", "instances", "count"}) {
    if (!fragments && fields.has(name)) fields.refuse(fmt::format("{} needs backend = \"fragment\"", name));
  }
  for (const std::string_view name : {"shader", "entry", "push", "constants", "blocks", "groups", "clear"}) {
    if (fragments && fields.has(name)) fields.refuse(fmt::format("{} needs backend = \"compute\"", name));
  }
  PassCall call;
  call.line = request.line;
  call.defines = read_defines(fields);
  call.uniforms = table_or_nil(fields, "uniforms");
  if (fragments) {
    read_fragment_fields(fields, call);
  } else {
    call.shader = fields.text("shader");
    call.entry = fields.text("entry", "main");
    call.push = table_or_nil(fields, "push");
    call.constants = table_or_nil(fields, "constants");
    call.blocks = read_blocks(fields);
    call.groups = read_groups(fields);
    call.swap = fields.flag("swap", false);
  }
  if (fields.has("rounds")) call.rounds = fields.natural("rounds");
  if (fields.has("bytes")) call.bytes = fields.natural("bytes");
  call.clear = fields.texts("clear", {});
  call.permutes = fields.flag("permutes", true);
  call.stage = fields.text("stage", "all passes");
  call.label = fields.text("label", call.shader);
  if (const Value* const claim = fields.find("claim"); claim != nullptr && claim->function() != nullptr) {
    fields.refuse("claim is a function: call it with a table, such as sorted{}");
  }
  if (const Table* const claims = fields.table("claim")) {
    if (maker_of(*fields.find("claim")).empty()) {
      call.claims = claims->elements;
    } else {
      call.claims = {*fields.find("claim")};
    }
    for (const Value& claim : call.claims) {
      const std::string maker = maker_of(claim);
      if (maker.empty() || !table_spec(maker).claim)
        fields.refuse("claim must be a claim such as sorted{}, or a list of claims");
    }
  }
  return call;
}

}  // namespace texelsort::algorithms::scripted
