#include "compute/algorithms/scripted/fields.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"

namespace texelsort::algorithms::scripted {
namespace {

constexpr std::string_view required = "required";

constexpr std::array sort_fields{
    FieldSpec{"id", "text", required, "Name for reports, for example \"mine/bitonic\": letters, digits and `/ - _ .`"},
    FieldSpec{"title", "text", required, "Title for users."},
    FieldSpec{"source", "text", required, "Who wrote the sort, where and when."},
    FieldSpec{"summary", "text", "the title", "One or two sentences about how the sort works."},
    FieldSpec{"keys", "list of texts", "{\"u32\"}", "Key types that the shaders sort: u32, i32, f32, u64, i64, f64."},
    FieldSpec{"orders", "list of texts", "{\"asc\"}", "Orders: asc, desc."},
    FieldSpec{"payloads", "list of texts", "{\"none\"}", "Payloads that move with the keys: none, index, index64."},
    FieldSpec{"stable", "true or false", "false", "Whether equal keys keep their order."},
    FieldSpec{"subgroup_sizes", "list of numbers", "all sizes",
              "Sizes of subgroups for which the shaders are right, for example {32}. Others are refused where the size "
              "is known."},
    FieldSpec{"refused_keys", "list of texts", "{}",
              "Floats that the shaders cannot order: \"nan\", \"negative zero\". Inputs with such keys are refused."},
    FieldSpec{"largest_key", "number", "no limit",
              "Largest key that the shaders sort, for integers, such as the number of buckets - 1. Inputs with larger "
              "or negative keys are refused."},
    FieldSpec{"max_n", "number", "2^24", "Largest number of keys, at most 2^32."},
    FieldSpec{"min_n", "number", "0", "Smallest number of keys."},
    FieldSpec{"backend", "text", "\"compute\"", "Kind of all passes: \"compute\" or \"fragment\"."},
    FieldSpec{"language", "text", "by the file",
              "Language of the shaders: \"opengl\", \"vulkan\", \"hlsl\" or \"spirv\". By the file: `.hlsl` is HLSL, "
              "`.spv` is SPIR-V, GLSL with push constants, descriptor sets or specialization constants is Vulkan's, "
              "other GLSL is OpenGL's."},
    FieldSpec{"version", "text", "none",
              "Text after #version, such as \"450\", for shaders to which your program adds this line."},
    FieldSpec{"records", "table", "separate arrays",
              "Structure of a key and its payload, if the shaders sort one array of structures; see `records`."},
    FieldSpec{"parameters", "table", "{}", "Parameters by name; see `parameter`."},
    FieldSpec{"tuned", "function(n, problem, device)", "the defaults",
              "Returns default values that depend on the problem and the device, as a table by name."},
    FieldSpec{"refuse", "function(n, p, device, problem)", "nothing is refused",
              "Returns the reason why the sort cannot run with these numbers, or nothing. `device` may be nil."},
    FieldSpec{"buffers", "function(n, p, problem)", "no buffers", "Returns further buffers by name; see `buffer`."},
    FieldSpec{"passes", "function(n, p, problem)", required,
              "Calls `pass` once per pass, in order. It is not called for fewer than two keys."},
};

constexpr std::array parameter_fields{
    FieldSpec{"values", "list", "none", "All values: numbers, texts, or {false, true}."},
    FieldSpec{"low", "number", "none", "Smallest value. `low` and `high` replace `values`."},
    FieldSpec{"high", "number", "none", "Largest value."},
    FieldSpec{"step", "text", "every integer", "\"powers of two\": only these numbers from `low` to `high`."},
    FieldSpec{"default", "value", required, "Value without a choice of the user."},
    FieldSpec{"paper", "value", "none", "Value in the cited source, which --paper chooses."},
    FieldSpec{"unit", "text", "none", "Unit, for example \"invocations\"."},
    FieldSpec{"help", "text", required, "One sentence about the parameter."},
};

constexpr std::array buffer_fields{
    FieldSpec{"words", "number", required, "Number of 32-bit words."},
    FieldSpec{"fill", "number", "0", "Value of each word at the start of a run."},
    FieldSpec{"show", "text", "not shown",
              "How the window shows the buffer: \"numbers\", \"histogram\", \"scan\" or \"ranks\"."},
    FieldSpec{"width", "number", "by size", "How many numbers each row of the picture shows."},
};

constexpr std::array records_fields{
    FieldSpec{"words", "number", required, "Number of 32-bit words per structure, with padding, at most 64."},
    FieldSpec{"key", "number", "0", "Index of the first word of the key in the structure."},
    FieldSpec{"payload", "number", required, "Index of the first word of the payload in the structure."},
};

constexpr std::array pass_fields{
    FieldSpec{"shader", "text", required, "File of the compute shader, relative to the folder."},
    FieldSpec{"entry", "text", "\"main\"", "Entry point of the shader, for HLSL and SPIR-V."},
    FieldSpec{"defines", "table", "{}", "Macros by name. They follow the line with #version."},
    FieldSpec{"uniforms", "table", "{}",
              "Uniforms outside blocks, in GLSL and HLSL, by name: numbers or lists of numbers."},
    FieldSpec{"push", "table", "{}", "Push constants by name."},
    FieldSpec{"constants", "table", "{}", "Specialization constants by name or by number."},
    FieldSpec{
        "blocks", "table", "{}",
        "Buffers of the shader's blocks. A block is its binding, \"SET:BINDING\" or its name. Its buffer is a "
        "name: \"keys\", \"payload\", \"keys_out\", \"payload_out\" or a name of `buffers`; with the field "
        "`records` of the sort, \"records\", \"records_out\" or a name of `buffers`. A table gives the members of a "
        "block that no pass writes instead."},
    FieldSpec{"groups", "number, list or indirect{}", required,
              "Number of workgroups: along x, or {x, y, z}, or in a buffer."},
    FieldSpec{"rounds", "number", "unknown",
              "Upper bound of the rounds of all loops of an invocation. Software rendering ends all loops after 65,535 "
              "rounds, so a larger number is refused there. --device cpu-shaders reports an endless loop after so many "
              "rounds, or after 65,536 without this field."},
    FieldSpec{"bytes", "number", "the sizes of its buffers",
              "Bytes that the pass reads and writes, for bandwidth and predicted time."},
    FieldSpec{"clear", "list of texts", "{}", "Buffers to fill before the pass, as at the start of a run."},
    FieldSpec{"swap", "true or false", "false; true for fragments that draw to keys_out",
              "Whether keys and keys_out, and the payloads, change roles after the pass."},
    FieldSpec{"permutes", "true or false", "true",
              "Whether the keys are a permutation of the input after the pass, with their payloads."},
    FieldSpec{"stage", "text", "\"all passes\"", "Name of the stage. Neighbouring passes with one name form a stage."},
    FieldSpec{"label", "text", "the file of the shader", "Name of the pass in its stage."},
    FieldSpec{"claim", "claim or list of claims", "none", "What the pass guarantees."},
    FieldSpec{"fragment", "text", required, "File of the fragment shader, only with backend = \"fragment\"."},
    FieldSpec{"vertex", "text", "one triangle that covers the texture",
              "File of the vertex shader. gl_VertexID 0 to 3 are the corners of a triangle strip, once per instance."},
    FieldSpec{
        "samplers", "table", "{}",
        "Textures by the name of the sampler: \"keys\" or \"payload\". f32 keys need a sampler2D, and i32 keys an "
        "isampler2D or a usampler2D. Other keys need a usampler2D, with the low word of a 64-bit key in red and the "
        "high word in green."},
    FieldSpec{"targets", "list of texts", "keys_out and payload_out; none with `count`",
              "Colour attachments in order: \"keys_out\", \"payload_out\". Texels that `quads`, `vertex` or `blend` do "
              "not draw keep their keys, also in passes without a swap. A swap keeps an array that no pass has drawn."},
    FieldSpec{"blend", "text", "no blending",
              "\"min\" or \"max\" with the texel of the target. Only for f32 keys without a payload."},
    FieldSpec{"quads", "list of tables", "the whole texture",
              "Rectangles {x =, y =, width =, height =} of texels to draw."},
    FieldSpec{"instances", "number", "1", "Number of instances, for an own vertex shader."},
    FieldSpec{"count", "true or false", "false",
              "Whether to count the fragments that are not discarded, for `read_count`."},
};

constexpr std::array indirect_fields{
    FieldSpec{"buffer", "text", required, "Buffer with the numbers of workgroups along x, y and z."},
    FieldSpec{"word", "number", "0",
              "Index in the buffer of the first of three words, which are the numbers along x, y and z: a quarter of "
              "the offset in bytes."},
};

constexpr std::array address_fields{
    FieldSpec{"buffer", "text", required, "Buffer whose 64-bit address a shader gets. Needs --device cpu-shaders."},
};

constexpr std::array compare_exchange_fields{
    FieldSpec{"xor", "number", "none", "The partner of index i is i xor this number."},
    FieldSpec{"distance", "number", "none", "The partner of i is i xor this number, which must be a power of two."},
    FieldSpec{"mirror", "number", "none",
              "Size of blocks, a power of two. The partner of i is its mirror image in its block: xor = mirror - 1."},
    FieldSpec{"odd_even", "number", "none", "0 or 1: neighbours i and i + 1 from this index on, in steps of two."},
    FieldSpec{"pairs", "list of lists", "none", "Pairs {i, j}: the smaller key goes to i."},
    FieldSpec{
        "flip", "number", "0",
        "Mask of pairs in descending order: the larger key goes to the lower index i if i & mask has an odd number "
        "of 1 bits."},
    FieldSpec{"steps", "list of tables", "one step", "Several steps with these fields, if the pass executes several."},
};

constexpr std::array sorted_blocks_fields{
    FieldSpec{"size", "number", "none", "Every `size` keys from index 0 are sorted. The last block may be shorter."},
    FieldSpec{"starts", "list or name of a buffer", "none",
              "Starts of the ranges that are sorted, and the end of the last, instead of `size`."},
    FieldSpec{"count", "number", "all", "Number of words of the buffer."},
    FieldSpec{"keeps", "true or false", "true", "Whether each block has the keys that it had before the pass."},
};

constexpr std::array merged_fields{
    FieldSpec{"size", "number", required, "Number of keys in each sequence that is sorted before the pass."},
    FieldSpec{"ways", "number", "2", "Number of neighbouring sequences that the pass merges into one."},
};

constexpr std::array histogram_fields{
    FieldSpec{"buffer", "text", required, "Buffer with the counts."},
    FieldSpec{"shift", "number", required, "Lowest bit of the digit."},
    FieldSpec{"bits", "number", required, "Number of bits of the digit."},
    FieldSpec{"tile", "number", "all keys", "Number of keys that are counted together."},
    FieldSpec{"layout", "text", "\"digit\"",
              "\"digit\": word digit * tiles + tile. \"tile\": word tile * 2^bits + digit."},
    FieldSpec{"first", "number", "0", "Index of the first count in the buffer."},
};

constexpr std::array scan_fields{
    FieldSpec{"buffer", "text", required, "Buffer with the sums."},
    FieldSpec{"of", "text", "the same buffer", "Buffer with the numbers, as they were before the pass."},
    FieldSpec{"first", "number", "0", "Index of the first number in both buffers."},
    FieldSpec{"count", "number", "to the end", "How many numbers to add, up to the end of the buffer by default."},
    FieldSpec{"chunk", "number", "count", "The sums restart at 0 after so many numbers."},
};

constexpr std::array scatter_fields{
    FieldSpec{"shift", "number", required, "Lowest bit of the digit."},
    FieldSpec{"bits", "number", required, "Number of bits of the digit."},
    FieldSpec{"stable", "true or false", "true", "Whether keys with equal digits keep their order."},
    FieldSpec{"tile", "number", "all keys", "Number of keys of a tile, for pictures."},
};

constexpr std::array partition_fields{
    FieldSpec{"starts", "list or name of a buffer", required, "Starts of the buckets, in ascending order."},
    FieldSpec{"count", "number", "all", "Number of words of the buffer."},
    FieldSpec{"splitters", "list or name of a buffer", "not tested",
              "Keys between the buckets: splitter b is not smaller than the keys of bucket b, and not larger than "
              "those of bucket b + 1."},
};

constexpr std::array split_fields{
    FieldSpec{
        "parts", "list of tables", required,
        "Parts {low =, high =, at =} of the keys. No key of [low, at) is larger than a key of [at, high). `at` is "
        "a number, or {buffer =, word =}, which the pass has written."},
};

constexpr std::array no_fields = std::array<FieldSpec, 0>{};

constexpr std::array expect_fields{
    FieldSpec{"keys", "function(keys, buffers)", "none", "Returns the keys after the pass from those before it."},
    FieldSpec{"buffer", "text", "none", "Buffer to compare instead of the keys."},
    FieldSpec{"values", "function(keys, buffers)", "none", "Returns the words of the buffer after the pass."},
    FieldSpec{"most", "number", "4096", "Largest n for which the claim is tested."},
};

constexpr std::array satisfies_fields{
    FieldSpec{"text", "text", required, "Sentence that says what holds."},
    FieldSpec{"test", "function(before, after, buffers)", required,
              "Returns nothing if it holds. Otherwise returns a message, and the index of the wrong key. Keys and "
              "buffers are lists; their first element has index 1."},
    FieldSpec{"most", "number", "4096", "Largest n for which the claim is tested."},
};

constexpr std::array specs{
    TableSpec{"sort", "The sort. The script returns it.", sort_fields},
    TableSpec{"parameter", "A parameter, in the table `parameters` of `sort`.", parameter_fields},
    TableSpec{"buffer", "A buffer, in the table that `buffers` returns.", buffer_fields},
    TableSpec{"records", "An array of structures with keys and payloads, as a field of `sort`.", records_fields},
    TableSpec{"pass", "A pass. The function `passes` calls it.", pass_fields},
    TableSpec{"indirect", "Numbers of workgroups that an earlier pass has written.", indirect_fields},
    TableSpec{"address", "Address of a buffer, as the value of a member of a block.", address_fields},
    TableSpec{"compare_exchange", "A step of a comparator network.", compare_exchange_fields, true},
    TableSpec{"sorted_blocks", "Blocks of keys are sorted.", sorted_blocks_fields, true},
    TableSpec{"merged", "Neighbouring sorted sequences are merged.", merged_fields, true},
    TableSpec{"sorted", "All keys are sorted.", no_fields, true},
    TableSpec{"unchanged", "No key has moved.", no_fields, true},
    TableSpec{"histogram", "A buffer counts the digits of the keys.", histogram_fields, true},
    TableSpec{"exclusive_scan", "A buffer has the sum of all numbers before each number.", scan_fields, true},
    TableSpec{"scatter", "The keys are in the order of a digit.", scatter_fields, true},
    TableSpec{"partition", "The keys lie in buckets.", partition_fields, true},
    TableSpec{"split", "Parts of the keys are partitioned, as by quicksort.", split_fields, true},
    TableSpec{"expect", "Keys or a buffer equal the result of a function of the script.", expect_fields, true},
    TableSpec{"satisfies", "A function of the script tests keys and buffers.", satisfies_fields, true},
};

constexpr std::array<std::string_view, 16> globals{"assert", "ceil",     "error", "floor",   "ipairs", "log2",
                                                   "math",   "max",      "min",   "next",    "pairs",  "select",
                                                   "string", "tonumber", "table", "tostring"};

/// Members that functions of the sandbox add.
bool is_added(std::string_view name) {
  return name == "made_by" || name == "line";
}

}  // namespace

std::span<const TableSpec> table_specs() {
  return specs;
}

std::span<const std::string_view> global_names() {
  return globals;
}

const TableSpec& table_spec(std::string_view name) {
  const auto found = std::ranges::find(specs, name, &TableSpec::name);
  if (found == specs.end()) throw InternalError(fmt::format("no table '{}' in scripts", name));
  return *found;
}

std::string maker_of(const script::Value& value) {
  const script::Table* const table = value.table();
  const script::Value* const maker = table == nullptr ? nullptr : table->find("made_by");
  return maker == nullptr || maker->text() == nullptr ? "" : *maker->text();
}

Fields::Fields(const script::Script& script, const TableSpec& spec, const script::Value& value, int line)
    : script_(script), spec_(spec), table_(value.table()), line_(line) {
  if (table_ == nullptr) refuse(fmt::format("expects a table, not {}", script::kind_of(value)));
  std::vector<std::string> known;
  for (const FieldSpec& field : spec.fields) known.emplace_back(field.name);
  for (const auto& [key, member] : table_->members) {
    const std::string name = script::plain_text(key);
    if (!is_added(name) && std::ranges::find(known, name) == known.end()) {
      refuse(fmt::format("has no field '{}'{}", name, data::did_you_mean(name, known)));
    }
  }
  if (!table_->elements.empty()) refuse("has values without a name");
}

const script::Value* Fields::find(std::string_view name) const {
  if (std::ranges::find(spec_.fields, name, &FieldSpec::name) == spec_.fields.end()) {
    throw InternalError(fmt::format("field '{}' of {} is not described", name, spec_.name));
  }
  return table_->find(name);
}

void Fields::refuse(std::string_view message) const {
  throw script::ScriptError(script_.at(line_, fmt::format("{}: {}", spec_.name, message)));
}

void Fields::refuse_kind(std::string_view name, const script::Value& value, std::string_view wanted) const {
  refuse(fmt::format("{} is {}, but must be {}", name, script::kind_of(value), wanted));
}

const script::Value& Fields::required(std::string_view name) const {
  const script::Value* const value = find(name);
  if (value == nullptr) refuse(fmt::format("lacks the field '{}'", name));
  return *value;
}

std::string Fields::text(std::string_view name, std::optional<std::string> missing) const {
  if (!has(name) && missing) return *std::move(missing);
  const script::Value& value = required(name);
  if (value.text() == nullptr) refuse_kind(name, value, "a text");
  return *value.text();
}

std::int64_t Fields::integer(std::string_view name, std::optional<std::int64_t> missing) const {
  if (!has(name) && missing) return *missing;
  const script::Value& value = required(name);
  const auto number = value.integer();
  if (!number && value.number()) {
    refuse(fmt::format("{} is {}, but must be a whole number: use ceil(a / b) or a // b", name, *value.number()));
  }
  if (!number) refuse_kind(name, value, "a whole number");
  return *number;
}

std::uint64_t Fields::natural(std::string_view name, std::optional<std::uint64_t> missing, std::uint64_t most) const {
  if (!has(name) && missing) return *missing;
  const std::int64_t number = integer(name);
  if (number < 0 || static_cast<std::uint64_t>(number) > most) {
    refuse(fmt::format("{} is {}, but must be 0 to {}", name, number, most));
  }
  return static_cast<std::uint64_t>(number);
}

bool Fields::flag(std::string_view name, bool missing) const {
  const script::Value* const value = find(name);
  if (value == nullptr) return missing;
  if (value->boolean() == nullptr) refuse_kind(name, *value, "true or false");
  return *value->boolean();
}

std::optional<script::Function> Fields::function(std::string_view name) const {
  const script::Value* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->function() == nullptr) refuse_kind(name, *value, "a function");
  return *value->function();
}

const script::Table* Fields::table(std::string_view name) const {
  const script::Value* const value = find(name);
  if (value == nullptr) return nullptr;
  if (value->table() == nullptr) refuse_kind(name, *value, "a table");
  return value->table();
}

std::vector<std::string> Fields::texts(std::string_view name, std::vector<std::string> missing) const {
  const script::Table* const list = table(name);
  if (list == nullptr) return missing;
  std::vector<std::string> result;
  for (const script::Value& value : list->elements) {
    if (value.text() == nullptr) refuse_kind(name, value, "a list of texts");
    result.push_back(*value.text());
  }
  return result;
}

}  // namespace texelsort::algorithms::scripted
