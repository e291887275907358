#pragma once

#include <span>
#include <string_view>

namespace texelsort::fuzz {

/// A reader and its obligation for every input: to read it right or to reject it with a reason. `run` throws Broken, or
/// any exception of the reader that is not a rejection, if an input violates this.
struct Target {
  std::string_view name;  ///< also the name of its folder of seeds and of its dictionary
  void (*run)(std::string_view input);
};

std::span<const Target> targets();

/// Returns the target of this name. Throws std::out_of_range if there is none.
const Target& find_target(std::string_view name);

void fuzz_numbers(std::string_view input);     ///< numbers in text
void fuzz_csv(std::string_view input);         ///< columns of comma-separated values, and fields of records
void fuzz_binary(std::string_view input);      ///< raw keys
void fuzz_pictures(std::string_view input);    ///< pictures of every kind
void fuzz_networks(std::string_view input);    ///< comparator networks as text and as JSON
void fuzz_settings(std::string_view input);    ///< the window's saved settings, JSON
void fuzz_words(std::string_view input);       ///< words of a command line: sizes, types, orders, questions
void fuzz_parameters(std::string_view input);  ///< NAME=VALUE, one per line
void fuzz_json(std::string_view input);        ///< limits of JSON, and the line numbers of its keys
void fuzz_lessons(std::string_view input);     ///< lessons, TOML
void fuzz_links(std::string_view input);       ///< the part of an address after "#"

}  // namespace texelsort::fuzz
