#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/script/script.h"
#include "compute/spirv/source.h"

namespace texelsort::algorithms::scripted {

struct PassCall;

/// Name of the script in a folder.
inline constexpr const char* script_name = "sort.lua";

/// A buffer of a sort, in addition to its keys and payload.
struct BufferSpec {
  std::string name;
  std::uint64_t words = 0;
  std::uint32_t fill = 0;
  std::string show;         ///< kind of picture; empty if the buffer is not shown
  std::uint64_t width = 0;  ///< numbers per row of the picture; 0: by size
};

/// Array of structures in which a sort keeps keys and payload, instead of two arrays.
struct RecordSpec {
  std::uint64_t words = 0;             ///< 32-bit words of a structure
  std::uint64_t key = 0, payload = 0;  ///< indices of their first words in it
};

/// Description of a sort by the script of its folder. Each object has its own state of Lua, so that threads share none.
class Description {
 public:
  /// Loads the script of a folder. `folder` is the folder as the user wrote it, and appears in messages. Throws
  /// UsageError with file and line.
  explicit Description(const std::filesystem::path& folder);
  /// Loads the script of a folder from a text that script_text() has returned. The file may have changed since.
  Description(const std::filesystem::path& folder, std::string script);

  const std::string& script_text() const { return text_; }
  const std::filesystem::path& folder() const { return folder_; }
  const AlgorithmInfo& info() const { return info_; }
  const std::string& name() const { return name_; }  ///< id that the script gives
  const std::vector<ParameterSpec>& parameters() const { return parameters_; }
  /// Returns the shader of a pass, without specialization constants.
  gpu::ForeignShader shader(const PassCall& call) const;
  bool has_buffers() const { return buffers_.has_value(); }
  /// Null if keys and payload lie in arrays of their own.
  const std::optional<RecordSpec>& records() const { return records_; }
  /// Returns the sizes of subgroups for which the shaders are right. Empty for all.
  const std::vector<std::uint32_t>& subgroup_sizes() const { return subgroup_sizes_; }
  const script::Script& script() const { return *script_; }

  /// Calls `tuned` of the script. Returns no values if it has none.
  TextValues tuned(const gpu::DeviceInfo* device, const ProblemForm& form) const;
  /// Calls `refuse` of the script.
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const TextValues& values) const;
  /// Returns why the shaders cannot sort these keys, with the first of them that is too large. Null if they can.
  std::optional<std::string> refusal_of_keys(const data::Keys& keys) const;
  std::vector<BufferSpec> buffers(const ProblemForm& form, const TextValues& values) const;
  /// Starts `passes` of the script. Its requests are `pass`, `read` and `read_count`.
  std::unique_ptr<script::Routine> start(const ProblemForm& form, const TextValues& values) const;

 private:
  void read_parameters(const script::Table& table, int line);
  void read_records(const script::Value& value, int line);
  script::Value parameter_values(const TextValues& values) const;

  std::filesystem::path folder_;
  std::string text_;
  std::unique_ptr<script::Script> script_;
  AlgorithmInfo info_;
  std::string name_;
  std::vector<ParameterSpec> parameters_;
  /// values of parameters with listed values, by the text that the user writes
  std::map<std::string, std::map<std::string, script::Value>> listed_;
  std::optional<spirv::Language> language_;
  std::string version_;
  std::optional<RecordSpec> records_;
  std::vector<std::uint32_t> subgroup_sizes_;
  std::optional<std::uint64_t> largest_key_;
  std::optional<script::Function> refuse_, buffers_, tuned_;
  script::Function passes_;
};

/// Width of the textures of a fragment sort of n keys.
std::uint64_t texture_width(std::uint64_t n);

}  // namespace texelsort::algorithms::scripted
