#pragma once

#include <span>
#include <string_view>

namespace texelsort::fuzz {

/// Fuzz target of a reader. For every input, the reader must read it correctly or reject it with a reason. Otherwise
/// `run` throws Broken or the reader's exception.
struct Target {
  std::string_view name;  ///< name of the target, which is also the name of its seed folder and its dictionary
  void (*run)(std::string_view input);
};

std::span<const Target> targets();

/// Returns the target with this name. Throws std::out_of_range if it does not exist.
const Target& find_target(std::string_view name);

/// Tests the reader of numbers in text files.
void fuzz_numbers(std::string_view input);
/// Tests the reader of CSV files: columns, and fields of records.
void fuzz_csv(std::string_view input);
/// Tests the reader of binary keys.
void fuzz_binary(std::string_view input);
void fuzz_pictures(std::string_view input);
/// Tests the readers of comparator networks, as text and as JSON.
void fuzz_networks(std::string_view input);
/// Tests the reader of saved window settings (JSON).
void fuzz_settings(std::string_view input);
/// Tests the readers of command-line words: sizes, types, orders and questions.
void fuzz_words(std::string_view input);
/// Tests the reader of parameters, with one NAME=VALUE per line.
void fuzz_parameters(std::string_view input);
/// Tests the limits of JSON documents, and the line numbers of their keys.
void fuzz_json(std::string_view input);
/// Tests the reader of lessons (TOML).
void fuzz_lessons(std::string_view input);
/// Tests the reader of links, which are the part of an address after "#".
void fuzz_links(std::string_view input);

}  // namespace texelsort::fuzz
