// Reads the shaders of a user's folder.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/source_text.h"
#include "compute/gpu/foreign_shader.h"

namespace texelsort::gpu {
namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20;  ///< limit of a text with its includes
constexpr int deepest = 32;                                ///< limit of includes in includes

[[noreturn]] void refuse(const std::string& file, std::uint32_t line, const std::string& reason) {
  const ShaderMessage message{file, line, reason};
  throw ShaderError(text(message), {message});
}

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\v\f\r";
  const std::size_t first = text.find_first_not_of(space);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(space) + 1 - first);
}

/// Returns the length of the word that a text begins with.
std::size_t word_length(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
}

// Regular expressions of the standard library recurse once per character, so this file uses none on a user's text.

/// Returns the text after a directive such as "include", without the space around it. Null for other lines.
std::optional<std::string> directive(std::string_view line, std::string_view name) {
  std::string_view rest = trimmed(line);
  if (!rest.starts_with('#')) return std::nullopt;
  rest = trimmed(rest.substr(1));
  if (!rest.starts_with(name) || word_length(rest) != name.size()) return std::nullopt;
  return std::string(trimmed(rest.substr(name.size())));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Returns whether a line asks for #include or for file names in #line. Both are resolved here, and Mesa rejects them.
bool is_include_extension(const std::string& line) {
  const auto extension = directive(line, "extension");
  return extension &&
         (extension->starts_with("GL_GOOGLE_") || extension->starts_with("GL_ARB_shading_language_include"));
}

/// Decides which lines of a text a compiler skips, as far as this depends only on macros of the text. Other conditions
/// depend on the compiler's own macros.
class Conditions {
 public:
  explicit Conditions(const Defines& defines) {
    for (const auto& [name, value] : defines) macros_[name] = {value, true};
  }

  bool skips() const { return state() == State::no; }
  std::size_t open() const { return parts_.size(); }
  void close(std::size_t parts) { parts_.resize(std::min(parts, parts_.size())); }

  /// Processes a directive. `line` has no comments.
  void take(const std::string& line) {
    if (const auto name = directive(line, "ifdef")) return begin(defined(*name));
    if (const auto name = directive(line, "ifndef")) return begin(opposite(defined(*name)));
    if (const auto condition = directive(line, "if")) return begin(skips() ? State::no : value_of(*condition));
    if (const auto condition = directive(line, "elif")) return go_on(value_of(*condition));
    if (directive(line, "else")) return go_on(State::yes);
    if (directive(line, "endif")) {
      if (!parts_.empty()) parts_.pop_back();
    } else if (skips()) {
      return;
    } else if (const auto definition = directive(line, "define")) {
      define(*definition);
    } else if (const auto name = directive(line, "undef")) {
      macros_[*name] = {std::nullopt, state() == State::yes};
    }
  }

 private:
  enum class State : std::uint8_t { no, maybe, yes };
  struct Part {
    State state = State::yes;  ///< whether a compiler reads this branch
    State taken = State::no;   ///< whether it reads this or an earlier branch
  };
  struct Macro {
    std::optional<std::string> value;  ///< null if it is not defined
    bool certain = true;
  };

  static State opposite(State state) {
    return state == State::maybe ? state : state == State::yes ? State::no : State::yes;
  }
  State state() const {
    State result = State::yes;
    for (const Part& part : parts_) result = std::min(result, part.state);
    return result;
  }
  void begin(State condition) { parts_.push_back({condition, condition}); }
  void go_on(State condition) {
    if (parts_.empty()) return;
    Part& part = parts_.back();
    part.state = std::min(opposite(part.taken), condition);
    part.taken = std::max(part.taken, part.state);
  }

  void define(const std::string& definition) {
    const std::size_t length = word_length(definition);
    const std::string value(trimmed(std::string_view(definition).substr(length)));
    // A macro with parameters has no value in a condition.
    const bool has_parameters = definition.size() > length && definition[length] == '(';
    macros_[definition.substr(0, length)] = {has_parameters ? "(" : value, state() == State::yes};
  }

  /// Returns whether the compiler may define a macro without a #define.
  static bool belongs_to_compiler(std::string_view name) {
    return name != "__cplusplus" && (name.starts_with("GL_") || name.starts_with("__") || name == "VULKAN");
  }

  State defined(const std::string& name) const {
    const auto found = macros_.find(name);
    if (found == macros_.end()) return belongs_to_compiler(name) ? State::maybe : State::no;
    if (!found->second.certain) return State::maybe;
    return found->second.value ? State::yes : State::no;
  }

  State value_of(const std::string& condition) const {
    std::string resolved;
    std::string_view rest = condition;
    while (!rest.empty()) {
      const std::size_t length = std::max<std::size_t>(word_length(rest), 1);
      const std::string_view word = rest.substr(0, length);
      rest = rest.substr(length);
      if (word != "defined") {
        resolved += word;
        continue;
      }
      rest = trimmed(rest);
      const bool enclosed = rest.starts_with('(');
      if (enclosed) rest = trimmed(rest.substr(1));
      const State is = defined(std::string(rest.substr(0, word_length(rest))));
      rest = trimmed(rest.substr(word_length(rest)));
      if (enclosed && rest.starts_with(')')) rest = rest.substr(1);
      resolved += is == State::maybe ? " GL_unknown " : is == State::yes ? " 1 " : " 0 ";
    }
    const auto value =
        data::evaluate(resolved, [this](std::string_view name, auto) { return number_of(std::string(name), 8); });
    return !value ? State::maybe : *value != 0 ? State::yes : State::no;
  }

  /// Names without a definition are 0, as in C.
  std::optional<std::int64_t> number_of(const std::string& name, int depth) const {
    const State is = defined(name);
    if (is == State::no) return 0;
    if (is == State::maybe || depth == 0) return std::nullopt;
    return data::evaluate(*macros_.at(name).value,
                          [&](std::string_view other, auto) { return number_of(std::string(other), depth - 1); });
  }

  std::vector<Part> parts_;
  std::map<std::string, Macro> macros_;
};

class Assembler {
 public:
  Assembler(const ForeignShader& shader, std::map<std::string, std::filesystem::path>& looked_for)
      : shader_(shader), looked_for_(looked_for), conditions_(shader.defines) {
    std::error_code failed;
    root_ = std::filesystem::canonical(shader.folder, failed);
    if (failed || !std::filesystem::is_directory(root_, failed)) {
      refuse(label(shader), 0, fmt::format("there is no folder '{}'", shader.folder.string()));
    }
  }

  /// Returns the path of a file that exists in the folder. Refuses paths and links that lead out, with the spelling in
  /// the text. Null if there is no such file.
  std::optional<std::filesystem::path> find(const std::filesystem::path& file, const std::string& spelling,
                                            const std::string& from, std::uint32_t line) {
    const auto leads_out = [&](const char* how) {
      refuse(from, line,
             fmt::format("'{}' {} out of the folder '{}', and texelsort reads only files in it", spelling, how,
                         shader_.folder.string()));
    };
    const std::filesystem::path path = file.lexically_normal();
    if (path.is_absolute() || path.empty() || *path.begin() == "..") leads_out("leads");
    looked_for_[name_of(path)] = shader_.folder / path;
    std::error_code failed;
    const std::filesystem::path real = std::filesystem::canonical(root_ / path, failed);
    if (failed) return std::nullopt;
    if (std::mismatch(root_.begin(), root_.end(), real.begin(), real.end()).first != root_.end()) {
      leads_out("is a link that leads");
    }
    if (!std::filesystem::is_regular_file(real, failed)) return std::nullopt;
    return real;
  }

  /// Assembles the text of the shader. `version` decides how the text begins.
  ShaderLibrary::Assembled assemble(bool is_hlsl) {
    const std::filesystem::path file = std::filesystem::path(shader_.file).lexically_normal();
    const auto path = find(file, shader_.file, label(shader_), 0);
    if (!path) refuse(label(shader_), 0, "there is no such file");
    const std::string text = read(*path, name_of(file));
    std::size_t first = 0;
    if (!is_hlsl) first = begin_glsl(text, name_of(file));
    for (const auto& [name, value] : shader_.defines) add_line(fmt::format("#define {} {}", name, value));
    append(file, text, first, 0);
    return std::move(result_);
  }

 private:
  std::string name_of(const std::filesystem::path& file) const {
    ForeignShader named{.folder = shader_.folder, .file = file.generic_string()};
    return label(named);
  }

  static std::string read(const std::filesystem::path& path, const std::string& name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    try {
      std::string text = data::read_document(path.string());
      if (text.find('\0') != std::string::npos) refuse(name, 0, "is not a text: it contains a zero byte");
      return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
    } catch (const UsageError& error) {
      refuse(name, 0, fmt::format("cannot be read: {}", error.what()));
    }
  }

  void add_line(std::string_view line) {
    if (result_.text.size() + line.size() + 1 > most_bytes) {
      refuse(label(shader_), 0, fmt::format("the text with its includes is longer than {} MiB", most_bytes >> 20));
    }
    result_.text += line;
    result_.text += '\n';
  }

  /// Adds the #version line and the #extension lines after it. Returns the number of lines done.
  std::size_t begin_glsl(const std::string& text, const std::string& name) {
    const std::vector<std::string> lines = lines_of(without_comments(text));
    // Godot marks the stage of a file by a line such as #[compute].
    const auto is_blank = [](std::string_view line) {
      line = trimmed(line);
      return line.empty() || (line.starts_with("#[") && line.ends_with(']'));
    };
    const auto start = std::ranges::find_if_not(lines, is_blank);
    const auto written = start == lines.end() ? std::nullopt : directive(*start, "version");
    if (!written && text.find("numthreads") != std::string::npos) {
      refuse(name, 0, "has [numthreads], as in HLSL: write language = \"hlsl\" in sort.lua");
    }
    if (!written && shader_.version.empty()) {
      refuse(name, start == lines.end() ? 1 : static_cast<std::uint32_t>(start - lines.begin() + 1),
             "lacks a #version line, with which GLSL begins: add one, or write version = \"450\" in sort.lua if "
             "your program adds it");
    }
    add_line("#version " + written.value_or(shader_.version));
    auto end = written ? start + 1 : start;
    for (auto line = end; line != lines.end() && (is_blank(*line) || directive(*line, "extension")); ++line) {
      if (is_blank(*line)) continue;
      if (!is_include_extension(*line)) add_line("#extension " + *directive(*line, "extension"));
      end = line + 1;
    }
    return static_cast<std::size_t>(end - lines.begin());
  }

  /// Appends the lines of a file from number `first`, counted from 0.
  void append(const std::filesystem::path& file, const std::string& text, std::size_t first, int depth) {
    const std::string name = name_of(file);
    std::size_t number = 0;
    while (number < result_.files.size() && result_.files[number] != name) ++number;
    if (number == result_.files.size()) result_.files.push_back(name);
    const std::vector<std::string> lines = lines_of(text);
    std::vector<std::string> bare = lines_of(without_comments(text));
    bare.resize(lines.size());  // the last line may consist of a comment
    const std::size_t open = conditions_.open();
    bool has_included = false;
    add_line(fmt::format("#line {} {}", first + 1, number));
    for (std::size_t n = first; n < lines.size(); ++n) {
      const auto line_number = static_cast<std::uint32_t>(n + 1);
      if (bare[n].find('#') == std::string::npos) {
        add_line(lines[n]);
        continue;
      }
      if (replaces(continued(bare, n))) {
        // A macro of the script replaces that of the file, also if it has several lines.
        for (bool more = true; more && n < lines.size(); ++n) {
          more = bare[n].ends_with('\\');
          add_line("");
        }
        --n;
        continue;
      }
      conditions_.take(continued(bare, n));
      const auto include = conditions_.skips() ? std::nullopt : directive(bare[n], "include");
      if (include) {
        append_include(file, *include, name, line_number, depth);
        add_line(fmt::format("#line {} {}", line_number + 1, number));
        has_included = true;
      } else if (directive(bare[n], "line") || directive(bare[n], "include") || is_include_extension(bare[n]) ||
                 directive(bare[n], "pragma") == "once") {
        add_line("");
        if (directive(bare[n], "pragma") == "once") once_.push_back(file);
      } else {
        add_line(lines[n]);
        // A compiler ignores the #line directives of an include in a part that it skips.
        const bool ends_part = directive(bare[n], "endif") || directive(bare[n], "else") || directive(bare[n], "elif");
        if (has_included && ends_part) add_line(fmt::format("#line {} {}", line_number + 1, number));
      }
    }
    conditions_.close(open);
  }

  /// Returns whether a line defines a macro without parameters that the script defines, too.
  bool replaces(const std::string& line) const {
    const auto definition = directive(line, "define");
    if (!definition) return false;
    const std::size_t length = word_length(*definition);
    const bool has_parameters = definition->size() > length && (*definition)[length] == '(';
    return !has_parameters && shader_.defines.contains(definition->substr(0, length));
  }

  /// Returns a line with those that continue it.
  static std::string continued(const std::vector<std::string>& lines, std::size_t n) {
    std::string line = lines[n];
    while (line.ends_with('\\') && ++n < lines.size()) line = line.substr(0, line.size() - 1) + lines[n];
    return line;
  }

  void append_include(const std::filesystem::path& file, const std::string& quoted, const std::string& name,
                      std::uint32_t line, int depth) {
    const bool angles = quoted.starts_with('<') && quoted.ends_with('>');
    const bool quotes = quoted.size() > 1 && quoted.starts_with('"') && quoted.ends_with('"');
    if (quoted.size() < 3 || (!angles && !quotes)) {
      refuse(name, line, fmt::format("#include {}: expected a path in quotation marks", quoted));
    }
    std::string wanted = quoted.substr(1, quoted.size() - 2);
    std::ranges::replace(wanted, '\\', '/');
    if (depth == deepest) {
      refuse(name, line, fmt::format("#include \"{}\": more than {} files include one another", wanted, deepest));
    }
    std::filesystem::path next = (file.parent_path() / wanted).lexically_normal();
    auto found = find(next, wanted, name, line);
    if (!found && file.has_parent_path() && *std::filesystem::path(wanted).begin() != "..") {
      next = std::filesystem::path(wanted).lexically_normal();
      found = find(next, wanted, name, line);
    }
    if (!found) refuse(name, line, fmt::format("there is no file '{}' to include", wanted));
    if (std::ranges::find(once_, next) == once_.end()) append(next, read(*found, name_of(next)), 0, depth + 1);
  }

  const ForeignShader& shader_;
  std::map<std::string, std::filesystem::path>& looked_for_;
  std::filesystem::path root_;
  Conditions conditions_;
  ShaderLibrary::Assembled result_;
  std::vector<std::filesystem::path> once_;  ///< files with `#pragma once`
};

/// Returns whether the text in the parentheses of a layout qualifier exists only in GLSL for Vulkan.
bool is_vulkan_layout(std::string_view layout) {
  constexpr std::string_view words[] = {
      "push_constant",  "set", "constant_id", "buffer_reference", "local_size_x_id", "local_size_y_id",
      "local_size_z_id"};
  while (!layout.empty()) {
    const std::size_t length = std::max<std::size_t>(word_length(layout), 1);
    if (std::ranges::find(words, layout.substr(0, length)) != std::end(words)) return true;
    layout = layout.substr(length);
  }
  return false;
}

/// Refuses files whose ending names a language that texelsort does not read.
void refuse_other_language(const ForeignShader& shader, const std::filesystem::path& ending) {
  struct Other {
    const char *ending, *language, *advice;
  };
  constexpr Other others[] = {
      {".wgsl", "WGSL", "compile it to SPIR-V, for example by 'naga sort.wgsl sort.spv'"},
      {".slang", "Slang", "compile it to SPIR-V, for example by 'slangc sort.slang -target spirv -o sort.spv'"},
      {".metal", "Metal", "translate it to one of these"},
      {".cl", "OpenCL C", "translate it to one of these"},
      {".cu", "CUDA C++", "translate it to one of these"}};
  for (const Other& other : others) {
    if (ending != other.ending) continue;
    refuse(label(shader), 0,
           fmt::format("is {}, but texelsort reads GLSL, HLSL and SPIR-V: {}", other.language, other.advice));
  }
}

spirv::Language language_of(const std::string& text) {
  const std::string bare = without_comments(text);
  constexpr std::string_view qualifier = "layout";
  for (std::size_t at = bare.find(qualifier); at != std::string::npos; at = bare.find(qualifier, at + 1)) {
    if (at > 0 && is_word(bare[at - 1])) continue;
    const std::size_t open = bare.find_first_not_of(" \t\r\n", at + qualifier.size());
    if (open == std::string::npos || bare[open] != '(') continue;
    if (is_vulkan_layout(std::string_view(bare).substr(open, bare.find(')', open) - open))) {
      return spirv::Language::vulkan_glsl;
    }
  }
  const bool has_addresses = std::ranges::any_of(lines_of(bare), [](const std::string& line) {
    return directive(line, "extension").value_or("").starts_with("GL_EXT_buffer_reference");
  });
  return has_addresses ? spirv::Language::vulkan_glsl : spirv::Language::opengl_glsl;
}

}  // namespace

ForeignSource read_foreign(const ForeignShader& shader, std::map<std::string, std::filesystem::path>& looked_for) {
  const std::filesystem::path ending = std::filesystem::path(shader.file).extension();
  if (!shader.language) refuse_other_language(shader, ending);
  Assembler assembler(shader, looked_for);
  ForeignSource result;
  if (ending == ".spv") {
    const auto path = assembler.find(shader.file, shader.file, label(shader), 0);
    if (!path) refuse(label(shader), 0, "there is no such file");
    try {
      result.binary = spirv::read_binary(*path);
      result.binary.files = {label(shader)};
      spirv::require_valid(result.binary);
    } catch (const Error& error) {
      refuse(label(shader), 0, error.what());
    }
    result.is_binary = true;
    result.binary.entry = shader.entry;
    result.language = spirv::Language::vulkan_glsl;
    result.source = {spirv::disassembly(result.binary), {label(shader)}};
    return result;
  }
  const bool is_hlsl = shader.language ? *shader.language == spirv::Language::hlsl : ending == ".hlsl";
  result.source = assembler.assemble(is_hlsl);
  result.language = shader.language ? *shader.language
                    : is_hlsl       ? spirv::Language::hlsl
                                    : language_of(result.source.text);
  if (!is_hlsl && shader.entry != "main") {
    refuse(label(shader), 0, fmt::format("there is no entry point '{}', because GLSL has only 'main'", shader.entry));
  }
  return result;
}

}  // namespace texelsort::gpu
