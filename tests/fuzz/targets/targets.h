#pragma once

#include <span>
#include <string_view>

namespace texelsort::fuzz {

/// Fuzz target of a reader. For every input, the reader must read it correctly or reject it with a reason. Otherwise
/// `run` throws Broken or the reader's exception.
struct Target {
  std::string_view name;  ///< name of the target, of its seed folder and of its dictionary
  void (*run)(std::string_view input);
};

std::span<const Target> targets();

/// Returns the target with this name. Throws std::out_of_range if it does not exist.
const Target& find_target(std::string_view name);

void fuzz_numbers(std::string_view input);  ///< keys as numbers in text
void fuzz_csv(std::string_view input);      ///< columns of comma-separated values, and fields of records
void fuzz_binary(std::string_view input);   ///< keys in binary
void fuzz_pictures(std::string_view input);
void fuzz_networks(std::string_view input);    ///< comparator networks as text and as JSON
void fuzz_settings(std::string_view input);    ///< saved settings of the window (JSON)
void fuzz_words(std::string_view input);       ///< words of command lines: sizes, types, orders, questions
void fuzz_parameters(std::string_view input);  ///< parameters NAME=VALUE, one per line
void fuzz_json(std::string_view input);        ///< bounds of JSON documents, and line numbers of their keys
void fuzz_lessons(std::string_view input);     ///< lessons (TOML)
void fuzz_links(std::string_view input);       ///< links: the part of an address after "#"

}  // namespace texelsort::fuzz
