#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace texelsort::app {

/// The words that an option takes stand in the tree of options, beside its name and help: completions and the manual
/// take them from there. They say nothing of what is accepted: whoever reads the value does. Each returns the option.
CLI::Option* offer(CLI::Option* option, std::vector<std::string> words);
CLI::Option* offer_algorithms(CLI::Option* option);
CLI::Option* offer_distributions(CLI::Option* option);
CLI::Option* offer_networks(CLI::Option* option);
CLI::Option* offer_key_types(CLI::Option* option);
CLI::Option* offer_payloads(CLI::Option* option);

/// The words of an option, those of CLI::IsMember included; empty if it takes others than words.
std::vector<std::string> offered_words(const CLI::Option& option);

/// "a, b, c:M with M from 0" gives "a", "b" and "c:": how help texts list words.
std::vector<std::string> words_of_list(const std::string& list);

}  // namespace texelsort::app
