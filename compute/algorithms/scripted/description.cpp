#include "compute/algorithms/scripted/description.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/scripted/fields.h"
#include "compute/algorithms/scripted/pass_call.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

constexpr std::uint64_t most_keys = std::uint64_t{1} << 32, usual_most_keys = std::uint64_t{1} << 24;

script::Script::Names names() {
  script::Script::Names result;
  for (const TableSpec& spec : table_specs()) {
    if (spec.name != "parameter" && spec.name != "buffer" && spec.name != "records" && spec.name != "pass") {
      result.makers.emplace_back(spec.name);
    }
  }
  result.requests = {"pass", "read", "read_count"};
  return result;
}

std::string read_script(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw UsageError(fmt::format("{}: no such folder; 'texelsort init {}' makes a sort of your own", folder.string(),
                                 folder.string()));
  }
  const std::filesystem::path file = folder / script_name;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    throw UsageError(fmt::format("{} has no {}, which describes its sort; 'texelsort init' makes such a folder",
                                 folder.string(), script_name));
  }
  return data::read_document(file.string());
}

int line_of(const Value& value) {
  const Table* const table = value.table();
  const Value* const line = table == nullptr ? nullptr : table->find("line");
  return line == nullptr ? 0 : static_cast<int>(line->integer().value_or(0));
}

/// Reads a list of names by a function that returns null for an unknown name.
template <typename Parse>
auto parsed(const Fields& fields, std::string_view field, std::vector<std::string> missing, std::string_view all,
            Parse parse) {
  std::vector<typename std::invoke_result_t<Parse, const std::string&>::value_type> result;
  for (const std::string& text : fields.texts(field, std::move(missing))) {
    const auto value = parse(text);
    if (!value) fields.refuse(fmt::format("{} has '{}', but must be of {}", field, text, all));
    if (std::ranges::find(result, *value) != result.end()) fields.refuse(fmt::format("{} has '{}' twice", field, text));
    result.push_back(*value);
  }
  if (result.empty()) fields.refuse(fmt::format("{} is empty", field));
  return result;
}

Table problem_table(const ProblemForm& form) {
  Table table;
  table.name = "problem";
  const std::uint64_t width = texture_width(form.n);
  table.members = {{"n", form.n},
                   {"keys", std::string(data::name(form.type))},
                   {"order", std::string(data::name(form.order))},
                   {"payload", std::string(data::name(form.payload))},
                   {"key_words", std::int64_t(data::key_bytes(form.type) / 4)},
                   {"payload_words", std::int64_t(data::payload_bytes(form.payload) / 4)},
                   {"width", width},
                   {"height", std::max<std::uint64_t>((form.n + width - 1) / width, 1)}};
  return table;
}

Value device_table(const gpu::DeviceInfo* device) {
  if (device == nullptr) return {};
  Table table;
  table.name = "device";
  table.members = {{"name", device->renderer},
                   {"software", device->software},
                   {"on_cpu", device->shaders_on_cpu},
                   {"subgroup_size", std::int64_t{device->subgroup_lanes}},
                   {"max_workgroup_size", std::int64_t{device->max_workgroup_size}},
                   {"max_workgroups", std::int64_t{device->max_workgroups}},
                   {"max_shared_bytes", std::int64_t{device->max_shared_bytes}},
                   {"max_loop_rounds", std::min<std::uint64_t>(device->max_loop_rounds, std::uint64_t{1} << 53)},
                   {"max_buffer_bytes", device->max_storage_bytes}};
  return table;
}

std::optional<spirv::Language> language_of(const Fields& fields) {
  const std::string text = fields.text("language", "");
  if (text.empty() || text == "spirv") return std::nullopt;
  if (text == "opengl") return spirv::Language::opengl_glsl;
  if (text == "vulkan") return spirv::Language::vulkan_glsl;
  if (text == "hlsl") return spirv::Language::hlsl;
  fields.refuse(fmt::format("language is '{}', but must be opengl, vulkan, hlsl or spirv", text));
}

}  // namespace

std::uint64_t texture_width(std::uint64_t n) {
  // the smallest power of two whose square holds all keys
  return std::uint64_t{1} << (std::bit_width(std::max<std::uint64_t>(n, 1) - 1) + 1) / 2;
}

Description::Description(const std::filesystem::path& folder) : Description(folder, read_script(folder)) {}

Description::Description(const std::filesystem::path& folder, std::string script)
    : folder_(folder), text_(std::move(script)) {
  script_ = std::make_unique<script::Script>(text_, (folder / script_name).string(), names());
  const Value& result = script_->result();
  if (maker_of(result) != "sort") {
    throw script::ScriptError(script_->at(0, "must end with `return sort { ... }`"));
  }
  const Fields fields(*script_, table_spec("sort"), result, line_of(result));
  name_ = fields.text("id");
  const auto fits = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view("/-_.").find(letter) != std::string_view::npos;
  };
  if (name_.empty() || !std::ranges::all_of(name_, fits)) {
    fields.refuse(fmt::format("id is '{}', but must be letters, digits and / - _ .", name_));
  }
  info_.id = folder.string() + "/";
  info_.title = fields.text("title");
  info_.family = name_;
  info_.summary = fields.text("summary", info_.title);
  info_.citation.authors = fields.text("source");
  info_.stable = fields.flag("stable", false);
  info_.max_n = fields.natural("max_n", usual_most_keys, most_keys);
  info_.min_n = fields.natural("min_n", 0, *info_.max_n);
  const std::string backend = fields.text("backend", "compute");
  if (backend != "compute" && backend != "fragment") {
    fields.refuse(fmt::format("backend is '{}', but must be compute or fragment", backend));
  }
  info_.backend = backend == "compute" ? Backend::compute : Backend::fragment;
  info_.types = parsed(fields, "keys", {"u32"}, "u32, i32, f32, u64, i64, f64", data::parse_key_type);
  info_.orders = parsed(fields, "orders", {"asc"}, "asc, desc", [](const std::string& text) {
    return text == "asc"    ? std::optional(data::Order::ascending)
           : text == "desc" ? std::optional(data::Order::descending)
                            : std::nullopt;
  });
  info_.payloads = parsed(fields, "payloads", {"none"}, "none, index, index64", data::parse_payload);
  for (const std::string& kind : fields.texts("refused_keys", {})) {
    if (kind == "nan") {
      info_.refuses_nan = true;
    } else if (kind == "negative zero") {
      info_.refuses_negative_zero = true;
    } else {
      fields.refuse(fmt::format("refused_keys has '{}', but must be of nan, negative zero", kind));
    }
  }
  if (fields.has("largest_key")) {
    largest_key_ = fields.natural("largest_key", {}, std::uint64_t{1} << 62);
    for (const data::KeyType type : info_.types) {
      if (type != data::KeyType::f32 && type != data::KeyType::f64) continue;
      fields.refuse(fmt::format("largest_key is for integers, but keys has {}", data::name(type)));
    }
  }
  language_ = language_of(fields);
  version_ = fields.text("version", "");
  if (version_.find('\n') != std::string::npos) fields.refuse("version must be one line, such as \"450\"");
  if (const Value* const records = fields.find("records")) read_records(*records, fields.line());
  if (const Table* const sizes = fields.table("subgroup_sizes")) {
    for (const Value& size : sizes->elements) {
      const auto number = size.integer();
      if (!number || *number < 1 || *number > 128)
        fields.refuse("subgroup_sizes must be a list of numbers from 1 to 128");
      subgroup_sizes_.push_back(static_cast<std::uint32_t>(*number));
    }
  }
  refuse_ = fields.function("refuse");
  buffers_ = fields.function("buffers");
  if (buffers_ && info_.backend == Backend::fragment) {
    fields.refuse(
        "buffers needs backend = \"compute\", because fragments read and write only the textures of the keys");
  }
  tuned_ = fields.function("tuned");
  const auto passes = fields.function("passes");
  if (!passes) fields.refuse("lacks the field 'passes'");
  passes_ = *passes;
  if (const Table* const parameters = fields.table("parameters")) read_parameters(*parameters, fields.line());
}

void Description::read_parameters(const Table& table, int line) {
  for (const auto& [key, value] : table.members) {
    const Fields fields(*script_, table_spec("parameter"), value, line);
    ParameterSpec spec;
    spec.name = script::plain_text(key);
    spec.unit = fields.text("unit", "");
    spec.help = fields.text("help");
    const auto text_of = [&](std::string_view field) -> std::string {
      const Value* const found = fields.find(field);
      return found == nullptr ? "" : script::plain_text(*found);
    };
    if (const Table* const values = fields.table("values")) {
      std::vector<std::string> names;
      for (const Value& one : values->elements) {
        names.push_back(script::plain_text(one));
        listed_[spec.name][names.back()] = one;
      }
      if (names.empty()) fields.refuse(fmt::format("parameter {} has no values", spec.name));
      const bool is_flag =
          std::ranges::all_of(values->elements, [](const Value& one) { return one.boolean() != nullptr; });
      if (is_flag) {
        spec.domain = Flag{};
        listed_[spec.name] = {{"false", false}, {"true", true}};
      } else {
        spec.domain = Choices{names};
      }
    } else {
      const std::int64_t low = fields.integer("low"), high = fields.integer("high");
      if (low > high) fields.refuse(fmt::format("low is {}, but high is {}", low, high));
      const std::string step = fields.text("step", "");
      if (!step.empty() && step != "powers of two") {
        fields.refuse(fmt::format("step is '{}', but must be 'powers of two'", step));
      }
      spec.domain = step.empty() ? Domain(IntegerRange{low, high}) : Domain(PowersOfTwo{low, high});
    }
    if (!fields.has("default")) fields.refuse(fmt::format("parameter {} lacks the field 'default'", spec.name));
    spec.default_value = text_of("default");
    spec.paper_value = text_of("paper");
    for (const std::string& one : {spec.default_value, spec.paper_value}) {
      if (!one.empty() && !plain_form(spec, one)) {
        fields.refuse(fmt::format("{} of parameter {} is not {}", one, spec.name, text(spec.domain)));
      }
    }
    parameters_.push_back(std::move(spec));
  }
}

void Description::read_records(const Value& value, int line) {
  const Fields fields(*script_, table_spec("records"), value, line);
  if (info_.backend == Backend::fragment) fields.refuse("needs backend = \"compute\"");
  constexpr std::uint64_t most_words = 64;
  const RecordSpec spec{fields.natural("words", {}, most_words), fields.natural("key", 0, most_words),
                        fields.natural("payload", {}, most_words)};
  for (const data::KeyType type : info_.types) {
    for (const data::PayloadKind payload : info_.payloads) {
      const std::uint64_t key_end = spec.key + data::key_bytes(type) / 4,
                          end = spec.payload + data::payload_bytes(payload) / 4;
      if (std::max(key_end, end) > spec.words) {
        fields.refuse(fmt::format("{} words do not hold {} keys at word {} and a payload {} at word {}", spec.words,
                                  data::name(type), spec.key, data::name(payload), spec.payload));
      }
      if (spec.key < end && spec.payload < key_end) {
        fields.refuse(fmt::format("a {} key at word {} and a payload {} at word {} overlap", data::name(type), spec.key,
                                  data::name(payload), spec.payload));
      }
    }
  }
  records_ = spec;
}

gpu::ForeignShader Description::shader(const PassCall& call) const {
  return {.folder = folder_,
          .file = call.shader,
          .entry = call.entry,
          .language = language_,
          .defines = call.defines,
          .version = version_};
}

Value Description::parameter_values(const TextValues& values) const {
  Table table;
  table.name = "p";
  for (const auto& [name, text] : values) {
    const auto listed = listed_.find(name);
    if (listed != listed_.end()) {
      table.members.emplace_back(name, listed->second.at(text));
    } else {
      table.members.emplace_back(name, std::int64_t{std::stoll(text)});
    }
  }
  return table;
}

TextValues Description::tuned(const gpu::DeviceInfo* device, const ProblemForm& form) const {
  TextValues values;
  if (!tuned_ || device == nullptr) return values;
  const Value returned = script_->call(*tuned_, {form.n, problem_table(form), device_table(device)});
  if (returned.is_nil()) return values;
  const Table* const table = returned.table();
  if (table == nullptr)
    throw script::ScriptError(script_->at(0, "tuned returns " + script::kind_of(returned) + ", not a table"));
  for (const auto& [key, value] : table->members) {
    const std::string name = script::plain_text(key), text = script::plain_text(value);
    const auto spec = std::ranges::find(parameters_, name, &ParameterSpec::name);
    if (spec == parameters_.end())
      throw script::ScriptError(script_->at(0, fmt::format("tuned: no parameter '{}'", name)));
    if (!plain_form(*spec, text)) {
      throw script::ScriptError(
          script_->at(0, fmt::format("tuned: {} = {} is not {}", name, text, algorithms::text(spec->domain))));
    }
    values[name] = text;
  }
  return values;
}

std::optional<std::string> Description::refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                const TextValues& values) const {
  if (!refuse_) return std::nullopt;
  const Value reason =
      script_->call(*refuse_, {form.n, parameter_values(values), device_table(device), problem_table(form)});
  if (reason.is_nil()) return std::nullopt;
  if (const bool* const flag = reason.boolean(); flag != nullptr && !*flag) return std::nullopt;
  if (reason.text() == nullptr) {
    throw script::ScriptError(script_->at(0, "refuse returns " + script::kind_of(reason) + ", not a reason as text"));
  }
  return *reason.text();
}

std::optional<std::string> Description::refusal_of_keys(const data::Keys& keys) const {
  if (!largest_key_) return std::nullopt;
  return std::visit(
      [this](const auto& column) -> std::optional<std::string> {
        const auto found = std::ranges::find_if(
            column, [this](auto key) { return key < 0 || static_cast<std::uint64_t>(key) > *largest_key_; });
        if (found == column.end()) return std::nullopt;
        return fmt::format(
            "key {} is {}, but this sort orders only keys from 0 to {}: choose smaller keys, such as -d narrow",
            found - column.begin(), *found, *largest_key_);
      },
      keys);
}

std::vector<BufferSpec> Description::buffers(const ProblemForm& form, const TextValues& values) const {
  std::vector<BufferSpec> result;
  if (!buffers_) return result;
  const Value returned = script_->call(*buffers_, {form.n, parameter_values(values), problem_table(form)});
  const Table* const table = returned.table();
  if (table == nullptr) {
    throw script::ScriptError(
        script_->at(0, "buffers returns " + script::kind_of(returned) + ", not a table of buffers"));
  }
  for (const auto& [key, value] : table->members) {
    BufferSpec buffer;
    buffer.name = script::plain_text(key);
    const Fields fields(*script_, table_spec("buffer"), value, 0);
    for (const std::string_view reserved : {"keys", "payload", "keys_out", "payload_out", "records", "records_out"}) {
      if (buffer.name == reserved)
        fields.refuse(fmt::format("'{}' is the sort's own array: choose another name", reserved));
    }
    buffer.words = fields.natural("words");
    buffer.fill = static_cast<std::uint32_t>(fields.natural("fill", 0, 0xffff'ffff));
    buffer.show = fields.text("show", "");
    buffer.width = fields.natural("width", 0);
    if (buffer.width != 0 && !std::has_single_bit(buffer.width)) {
      fields.refuse(fmt::format("width of buffer {} is {}, but must be a power of two", buffer.name, buffer.width));
    }
    constexpr std::string_view kinds[] = {"", "numbers", "histogram", "scan", "ranks"};
    if (std::ranges::find(kinds, buffer.show) == std::end(kinds)) {
      fields.refuse(fmt::format("show of buffer {} is '{}', but must be numbers, histogram, scan or ranks", buffer.name,
                                buffer.show));
    }
    result.push_back(std::move(buffer));
  }
  return result;
}

std::unique_ptr<script::Routine> Description::start(const ProblemForm& form, const TextValues& values) const {
  const std::vector<Value> arguments{form.n, parameter_values(values), problem_table(form)};
  return std::make_unique<script::Routine>(*script_, passes_, arguments);
}

}  // namespace texelsort::algorithms::scripted
