#include "compute/spirv/source.h"

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#if __has_include(<glslang/MachineIndependent/localintermediate.h>)
#include <glslang/MachineIndependent/localintermediate.h>
#define TEXELSORT_HAS_SYNTAX_TREE 1
#endif
#include <glslang/SPIRV/spirv.hpp>
#include <spirv-tools/libspirv.hpp>

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include "compute/data/error.h"
#include "compute/data/format/document.h"

namespace texelsort::spirv {
namespace {

/// OpLine cannot hold the number of a source string, so the line number includes it.
constexpr std::uint32_t lines_a_file = 100'000;
constexpr std::uint32_t magic = 0x07230203;
/// glslang accepts InterlockedCompareStore, but generates no code for it.
constexpr const char* hlsl_head =
    "#define InterlockedCompareStore(target, comparator, number) "
    "do { uint before; InterlockedCompareExchange(target, comparator, number, before); } while (false)\n#line 1\n";

/// Returns the text in a form that glslang accepts: glslang treats a member called `length` as an array's method,
/// counts the continued lines of a macro twice, and does not know HLSL's `unsigned int`.
std::string prepared(const std::string& source, Language language) {
  static const std::regex length(R"(\blength\b(?!\s*\())"), unsigned_int(R"(\bunsigned\b(?:[ \t]+int\b)?)");
  std::string text = std::regex_replace(source, length, "length_");
  if (language == Language::hlsl) text = std::regex_replace(text, unsigned_int, "uint");
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    unsigned number = 0, file = 0;
    if (std::sscanf(line.c_str(), "#line %u %u", &number, &file) == 2) {
      line = fmt::format("#line {}", (file + 1) * lines_a_file + number);
    }
    std::string skipped = "\n";
    for (std::string next; line.ends_with('\\') && std::getline(lines, next); skipped += '\n') {
      line.pop_back();
      line += next;
    }
    result += line + skipped;
  }
  return result;
}

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

/// Replaces places such as "ERROR: 0:200016: ..." in glslang's log by files and lines.
std::string readable_log(const Binary& binary, const std::string& log) {
  static const std::regex where(R"(\b0:(\d{6,}))");
  std::string result;
  auto from = log.cbegin();
  for (std::sregex_iterator match(log.begin(), log.end(), where), end; match != end; ++match) {
    result.append(from, (*match)[0].first);
    result += binary.place(static_cast<std::uint32_t>(std::stoul((*match)[1])));
    from = (*match)[0].second;
  }
  return result.append(from, log.cend());
}

void set_environment(glslang::TShader& shader, Language language) {
  if (language == Language::opengl_glsl) {
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientOpenGL, 100);
    shader.setEnvClient(glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  } else {
    shader.setEnvInput(language == Language::hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, EShLangCompute,
                       glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
  }
  shader.setAutoMapBindings(true);
  shader.setAutoMapLocations(true);
}

EShMessages rules_of(Language language) {
  int rules = EShMsgSpvRules | EShMsgDebugInfo;
  if (language != Language::opengl_glsl) rules |= EShMsgVulkanRules;
  if (language == Language::hlsl) rules |= EShMsgReadHlsl | EShMsgHlslLegalization;
  return static_cast<EShMessages>(rules);
}

#ifdef TEXELSORT_HAS_SYNTAX_TREE
/// Makes `c ? a : b` evaluate only one of the operands, as HLSL 2021 does for scalars. glslang evaluates both.
class OneOperand : public glslang::TIntermTraverser {
 public:
  bool visitSelection(glslang::TVisit /*visit*/, glslang::TIntermSelection* selection) override {
    struct Open : glslang::TIntermSelection {
      static void set(glslang::TIntermSelection& selection) { selection.*(&Open::shortCircuit) = true; }
    };
    if (selection->getCondition()->getType().isScalar()) Open::set(*selection);
    return true;
  }
};

std::set<std::string> coherent_variables(const glslang::TIntermediate& tree) {
  std::set<std::string> names;
  for (TIntermNode* const node : tree.findLinkerObjects()->getSequence()) {
    const glslang::TIntermSymbol* const symbol = node->getAsSymbolNode();
    if (symbol != nullptr && symbol->getType().getQualifier().coherent) names.insert(symbol->getName().c_str());
  }
  return names;
}

/// Returns the names of blocks and of their variables whose binding the text declares.
std::set<std::string> declared_bindings(const glslang::TIntermediate& tree) {
  std::set<std::string> names;
  if (tree.getTreeRoot() == nullptr) return names;
  for (TIntermNode* const node : tree.findLinkerObjects()->getSequence()) {
    const glslang::TIntermSymbol* const symbol = node->getAsSymbolNode();
    if (symbol == nullptr || !symbol->getType().getQualifier().hasBinding()) continue;
    names.insert(symbol->getName().c_str());
    if (symbol->getBasicType() == glslang::EbtBlock) names.insert(symbol->getType().getTypeName().c_str());
  }
  return names;
}

/// Decorates these variables as coherent. glslang decorates the type that all buffers of the same elements share, as
/// the first of them is declared.
void decorate_coherent(std::vector<std::uint32_t>& words, const std::set<std::string>& names) {
  std::vector<std::uint32_t> result(words.begin(), words.begin() + header_words), decorations;
  std::set<std::uint32_t> ids;
  std::size_t decorations_at = 0;
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    const std::uint32_t op = words[at] & 0xffffu;
    if (op == spv::OpName && names.contains(reinterpret_cast<const char*>(&words[at + 2]))) ids.insert(words[at + 1]);
    const bool decorates_member = op == spv::OpMemberDecorate;
    if ((op == spv::OpDecorate || decorates_member) && decorations_at == 0) decorations_at = result.size();
    if (decorates_member && words[at + 3] == spv::DecorationCoherent) continue;
    if (op == spv::OpVariable && ids.contains(words[at + 2])) {
      decorations.insert(decorations.end(), {3u << 16 | spv::OpDecorate, words[at + 2], spv::DecorationCoherent});
    }
    result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
  }
  if (decorations_at == 0) return;
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(decorations_at), decorations.begin(), decorations.end());
  words = std::move(result);
}
#endif

/// HLSL's prefix operations exclude the own lane and have no inclusive form, but glslang makes them inclusive.
void exclude_own_lane(std::vector<std::uint32_t>& words) {
  constexpr std::size_t operation_at = 4;
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    const std::uint32_t op = words[at] & 0xffffu;
    if (op < spv::OpGroupNonUniformIAdd || op > spv::OpGroupNonUniformLogicalXor) continue;
    if (words[at + operation_at] == spv::GroupOperationInclusiveScan) {
      words[at + operation_at] = spv::GroupOperationExclusiveScan;
    }
  }
}

}  // namespace

std::string Binary::place(std::uint32_t line) const {
  const std::size_t file = line / lines_a_file;
  if (file == 0 || file > files.size())
    return files.size() == 1 ? fmt::format("{}:{}", files.front(), line) : fmt::format("line {}", line);
  return fmt::format("{}:{}", files[file - 1], line % lines_a_file);
}

bool can_compile() {
  return true;
}

Binary compile(const Source& source) {
  static const Process process;
  Binary binary;
  binary.files = source.files;
  binary.entry = source.entry;
  const std::string text =
      (source.language == Language::hlsl ? hlsl_head : "") + prepared(source.text, source.language);
  const char* const strings[] = {text.c_str()};
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(strings, 1);
  shader.setEntryPoint(source.entry.c_str());
  shader.setSourceEntryPoint(source.entry.c_str());
  set_environment(shader, source.language);
  const EShMessages rules = rules_of(source.language);
  constexpr int usual_version = 450;
  glslang::TProgram program;
  program.addShader(&shader);
  if (!shader.parse(GetDefaultResources(), usual_version, false, rules)) {
    throw InternalError(readable_log(binary, shader.getInfoLog()));
  }
  if (!program.link(rules)) throw InternalError(readable_log(binary, program.getInfoLog()));
#ifdef TEXELSORT_HAS_SYNTAX_TREE
  // mapIO() gives a binding to the blocks that have none.
  binary.declared_bindings = declared_bindings(*program.getIntermediate(EShLangCompute));
#endif
  if (!program.mapIO()) throw InternalError(readable_log(binary, program.getInfoLog()));
  glslang::SpvOptions options;
  options.generateDebugInfo = true;
  options.disableOptimizer = true;
  const glslang::TIntermediate& tree = *program.getIntermediate(EShLangCompute);
#ifdef TEXELSORT_HAS_SYNTAX_TREE
  if (source.language == Language::hlsl) {
    OneOperand one_operand;
    tree.getTreeRoot()->traverse(&one_operand);
  }
#endif
  glslang::GlslangToSpv(tree, binary.words, &options);
#ifdef TEXELSORT_HAS_SYNTAX_TREE
  if (source.language == Language::hlsl) decorate_coherent(binary.words, coherent_variables(tree));
#endif
  if (source.language == Language::hlsl) exclude_own_lane(binary.words);
  return binary;
}

void require_valid(const Binary& binary) {
  std::string reason;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    if (reason.empty()) reason = message;
  });
  if (tools.Validate(binary.words)) return;
  throw InternalError(fmt::format("{}: is not valid SPIR-V: {}", binary.files.front(), reason));
}

std::string disassembly(const Binary& binary) {
  std::string result;
  const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  if (!tools.Disassemble(binary.words, &result, SPV_BINARY_TO_TEXT_OPTION_INDENT)) return {};
  return result;
}

Binary read_binary(const std::filesystem::path& path) {
  const std::string bytes = data::read_document(path.string());
  Binary binary;
  binary.files = {path.filename().string()};
  binary.words.resize(bytes.size() / sizeof(std::uint32_t));
  std::copy_n(bytes.begin(), binary.words.size() * sizeof(std::uint32_t), reinterpret_cast<char*>(binary.words.data()));
  if (bytes.size() % sizeof(std::uint32_t) != 0 || binary.words.size() < header_words || binary.words[0] != magic) {
    throw UsageError(fmt::format("{}: is not SPIR-V, which is a number of 4-byte words and begins with {:#010x}",
                                 path.string(), magic));
  }
  return binary;
}

}  // namespace texelsort::spirv
