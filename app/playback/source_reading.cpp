#include "app/playback/source_reading.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"
#include "compute/data/text/source_text.h"

namespace texelsort::app {

namespace {

/// Greatest number of array elements in the text of a value.
constexpr std::size_t most_elements = 8;

struct ValueText {
  std::string operator()(float value) const { return fmt::format("{:g}", value); }
  std::string operator()(std::int32_t value) const { return fmt::format("{}", value); }
  std::string operator()(std::uint32_t value) const { return fmt::format("{}", value); }
  template <glm::length_t parts, typename Number>
  std::string operator()(const glm::vec<parts, Number>& value) const {
    std::string result = (*this)(value[0]);
    for (glm::length_t n = 1; n < parts; ++n) result += ", " + (*this)(value[n]);
    return fmt::format("({})", result);
  }
  template <typename Element>
  std::string operator()(const std::vector<Element>& values) const {
    std::string result;
    for (std::size_t i = 0; i < std::min(values.size(), most_elements); ++i) {
      result += (i == 0 ? "" : ", ") + (*this)(values[i]);
    }
    return fmt::format("{{{}{}}}", result, values.size() > most_elements ? ", \u2026" : "");
  }
};

std::optional<std::int64_t> whole(const gpu::UniformValue& value, std::optional<std::int64_t> index) {
  const auto element = [&](const auto& values) -> std::optional<std::int64_t> {
    if (!index || *index < 0 || *index >= static_cast<std::int64_t>(values.size())) return std::nullopt;
    return values[static_cast<std::size_t>(*index)];
  };
  if (const auto* number = std::get_if<std::int32_t>(&value)) return *number;
  if (const auto* number = std::get_if<std::uint32_t>(&value)) return *number;
  if (const auto* numbers = std::get_if<std::vector<std::uint32_t>>(&value)) return element(*numbers);
  if (const auto* numbers = std::get_if<std::vector<std::int32_t>>(&value)) return element(*numbers);
  return std::nullopt;
}

std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && end.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Evaluates the expression in a mark of a source line. Its names are symbols of the chosen key, uniforms of the call,
/// or constants of the program.
std::optional<std::int64_t> evaluated(const std::string& expression, const data::SourceText& source,
                                      const ProgramCall& call, const Symbols& symbols) {
  const data::IdentifierValue value_of = [&](std::string_view name,
                                             std::optional<std::int64_t> index) -> std::optional<std::int64_t> {
    const std::string word(name);
    if (const auto symbol = symbols.find(word); symbol != symbols.end()) return number_of(symbol->second);
    if (const auto uniform = call.uniforms.find(word); uniform != call.uniforms.end()) {
      return whole(uniform->second, index);
    }
    const auto macro = source.defines.find(word);
    return macro == source.defines.end() ? std::nullopt : data::evaluate(macro->second, value_of);
  };
  return data::evaluate(expression, value_of);
}

std::string blend_name(gpu::Blend blend) {
  return blend == gpu::Blend::minimum ? "minimum" : blend == gpu::Blend::maximum ? "maximum" : "none";
}

/// Returns whether a mark of a source line applies to a key. It does if all symbols in it have values and its condition
/// is true.
bool applies(const data::LineMark& mark, const Symbols& symbols) {
  return std::ranges::all_of(mark.bindings, [&](const auto& binding) {
    const auto symbol = symbols.find(binding.second);
    return symbol != symbols.end() && (binding.first != "when" || symbol->second == "true");
  });
}

/// Returns whether a source line concerns the chosen key. If the pass compares pairs of keys, lines that compare do not
/// concern a key without a partner.
bool is_about(const data::LineMark& mark, const ElementHistory& story, bool pairs) {
  const bool alone = pairs && !story.partner;
  return !alone || mark.has(data::LineRole::reads) || mark.has(data::LineRole::writes);
}

/// Returns a source line in which values replace identifiers: uniforms, constants, and identifiers that the line's mark
/// binds to symbols.
std::string with_values(const data::SourceLine& line, const data::SourceText& source, const ProgramCall& call,
                        const Symbols* symbols) {
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : source.defines) {
    if (!value.empty()) values[name] = value;
  }
  for (const auto& [name, value] : call.uniforms) values[name] = value_text(value);
  if (symbols != nullptr) {
    for (const auto& [name, symbol] : line.mark->bindings) {
      if (const auto known = symbols->find(symbol); known != symbols->end()) values[name] = known->second;
    }
  }
  std::string result = data::substituted(line.text, values);
  if (result == line.text) result.clear();
  if (symbols == nullptr) return result;
  // Keep an identifier to which the line assigns a value. The value is written after the line.
  for (const auto& [name, symbol] : line.mark->bindings) {
    const auto known = symbols->find(symbol);
    if (known == symbols->end() || line.text.find(" " + name + " = ") == std::string::npos) continue;
    const std::size_t first = line.text.find_first_not_of(' ');
    result += result.empty() ? line.text.substr(0, first) : "   ";
    result += fmt::format("{} = {}", name, known->second);
  }
  return result;
}

/// Returns the text for the declaration of a uniform with its value, for example "n = 8".
std::string declared_value(const data::SourceLine& line, const ProgramCall& call) {
  const auto at = line.text.find("uniform ");
  if (at != 0) return {};
  for (const auto& [name, value] : call.uniforms) {
    const auto found = line.text.find(" " + name);
    if (found == std::string::npos) continue;
    const char next = line.text[std::min(found + 1 + name.size(), line.text.size() - 1)];
    if (next == ';' || next == '[' || next == ',') return fmt::format("{} = {}", name, value_text(value));
  }
  return {};
}

}  // namespace

std::string value_text(const gpu::UniformValue& value) {
  return std::visit(ValueText{}, value);
}

bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel) {
  if (program.kind == PassProgram::Kind::draw && channel < call.channels.size() && !call.channels[channel])
    return false;
  for (const data::SourceText& source : program.stages) {
    for (const data::SourceLine& line : source.lines) {
      if (!line.counts() || !line.mark) continue;
      for (const auto& [name, symbol] : line.mark->bindings) {
        const auto needed = symbols.find(symbol);
        if (needed == symbols.end()) continue;
        const auto constant = source.defines.find(name);
        if (name == "BLEND" ? blend_name(call.blend) != needed->second
                            : constant != source.defines.end() && constant->second != needed->second) {
          return false;
        }
      }
    }
    for (const data::Works& works : source.works) {
      const auto condition = works.find("if");
      if (condition != works.end() && evaluated(condition->second, source, call, symbols) == 0) return false;
    }
  }
  return true;
}

std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel) {
  for (std::size_t i = 0; i < source.programs.size(); ++i) {
    const PassProgram& program = source.programs[i];
    const auto does = [&](const ProgramCall& call) { return fits(program, call, symbols, channel); };
    if (std::ranges::any_of(program.calls, does)) return i;
  }
  return 0;
}

SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel) {
  SourceReading reading{.program = &program, .call = 0, .files = {}};
  const auto fitting = std::ranges::find_if(
      program.calls, [&](const ProgramCall& call) { return fits(program, call, symbols, channel); });
  const bool works = fitting != program.calls.end();
  if (works) reading.call = static_cast<std::size_t>(fitting - program.calls.begin());
  const ProgramCall& call = program.calls[reading.call];
  for (const data::SourceText& source : program.stages) {
    const std::size_t first = reading.files.size();
    for (const std::string& name : source.files) reading.files.push_back({name, {}});
    for (const data::SourceLine& line : source.lines) {
      ReadLine read{.line = &line, .touches_key = false, .values = {}};
      if (line.counts() && line.mark && works && story != nullptr) {
        read.touches_key = applies(*line.mark, symbols) && is_about(*line.mark, *story, symbols.contains("pairs"));
      }
      if (line.counts() && line.mark) {
        read.values = with_values(line, source, call, read.touches_key ? &symbols : nullptr);
      } else if (line.counts()) {
        read.values = declared_value(line, call);
      }
      reading.files[first + line.file].lines.push_back(std::move(read));
    }
  }
  return reading;
}

Worker worker_of(const PassProgram& program, std::size_t call_index, const Symbols& symbols) {
  const ProgramCall& call = program.calls[call_index];
  Worker worker{.groups = call.groups, .size = call.threads, .group = {}, .local = {}};
  if (program.stages.empty()) return worker;
  const data::SourceText& source = program.stages.front();
  const auto value_of = [&](const std::string& expression) -> std::optional<std::uint64_t> {
    const auto value = evaluated(expression, source, call, symbols);
    return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
  };
  if (worker.size == 0) worker.size = value_of("WORKGROUP").value_or(0);
  for (const data::Works& works : source.works) {
    const auto of = [&](const char* name) {
      const auto expression = works.find(name);
      return expression == works.end() ? std::nullopt : value_of(expression->second);
    };
    if (const auto invocation = of("invocation"); invocation && worker.size > 0) {
      worker.group = *invocation / worker.size;
      worker.local = *invocation % worker.size;
    }
    if (const auto group = of("workgroup")) worker.group = group;
    if (const auto local = of("local")) worker.local = local;
  }
  if (worker.group && *worker.group >= worker.groups) return {worker.groups, worker.size, {}, {}};
  return worker;
}

std::string text(const Worker& worker, PassProgram::Kind kind) {
  using data::grouped;
  const bool kernel = kind == PassProgram::Kind::kernel;
  const char *group = kernel ? "block" : "workgroup", *one = kernel ? "thread" : "invocation";
  if (!worker.group) {
    const std::string all = fmt::format("{} {}{} of {} {}s", grouped(worker.groups), group,
                                        worker.groups == 1 ? "" : "s", grouped(worker.size), one);
    return worker.groups == 1 ? all : "one of " + all;
  }
  std::string result = fmt::format("{} {} of {}", group, grouped(*worker.group), grouped(worker.groups));
  if (!worker.local) return result + fmt::format(", of {} {}s", grouped(worker.size), one);
  return result + fmt::format(", {} {} of {}; {} of all", one, grouped(*worker.local), grouped(worker.size),
                              grouped(*worker.group * worker.size + *worker.local));
}

}  // namespace texelsort::app
