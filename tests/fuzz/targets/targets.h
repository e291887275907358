#pragma once

#include <span>
#include <string_view>

namespace texelsort::fuzz {

/// A reader and what it owes for every input: it reads it right or refuses it with a reason. `run` throws Broken, or
/// whatever the reader throws beyond a refusal, for an input for which that does not hold.
struct Target {
  std::string_view name;  ///< also of its folder of seeds and of its dictionary
  void (*run)(std::string_view input);
};

std::span<const Target> targets();

/// Throws std::out_of_range for a name that no target has.
const Target& find_target(std::string_view name);

void fuzz_numbers(std::string_view input);     ///< numbers in text
void fuzz_csv(std::string_view input);         ///< columns of comma-separated values, and fields of records
void fuzz_binary(std::string_view input);      ///< raw keys
void fuzz_pictures(std::string_view input);    ///< pictures of every kind
void fuzz_networks(std::string_view input);    ///< comparator networks as text and as JSON
void fuzz_settings(std::string_view input);    ///< what the window remembers, JSON
void fuzz_words(std::string_view input);       ///< words of a command line: sizes, types, orders, questions
void fuzz_parameters(std::string_view input);  ///< NAME=VALUE, a line each
void fuzz_json(std::string_view input);        ///< bounds of JSON, and the lines of its keys
void fuzz_lessons(std::string_view input);     ///< lessons, TOML
void fuzz_links(std::string_view input);       ///< the part of an address behind "#"

}  // namespace texelsort::fuzz
