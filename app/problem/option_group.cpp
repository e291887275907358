#include "app/problem/option_group.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "app/problem/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"
#include "compute/network/generators.h"

namespace texelsort::app {

namespace {

/// Validator that accepts every value. It only carries the suggested words, which CLI11 then shows like those of
/// CLI::IsMember.
class OfferedWords : public CLI::Validator {
 public:
  explicit OfferedWords(const Words& words) {
    desc_function_ = [words] { return fmt::format("{{{}}}", fmt::join(words(), ",")); };
    func_ = [](std::string&) { return std::string(); };
  }
};

/// Returns the first name in a list of option names such as "-n,--count".
std::string written_name(const std::string& names) {
  return names.substr(0, names.find(','));
}

}  // namespace

Words listed(std::string list) {
  return [list = std::move(list)] {
    std::vector<std::string> words;
    for (const std::string& part : CLI::detail::split(list, ',')) {
      std::string word = CLI::detail::trim_copy(part);
      word = word.substr(0, word.find(' '));
      words.push_back(word.substr(0, std::min(word.size(), word.find(':')) + 1));
    }
    return words;
  };
}

std::vector<std::string> algorithm_ids() {
  std::vector<std::string> ids;
  for (const auto& algorithm : algorithms::registry()) ids.push_back(algorithm->info().id);
  return ids;
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const data::Distribution& distribution : data::distributions()) names.emplace_back(distribution.name);
  return names;
}

std::vector<std::string> network_ids() {
  std::vector<std::string> ids;
  for (const network::Family& family : network::families()) ids.push_back(family.id);
  return ids;
}

std::vector<std::string> offered_words(const CLI::Option& option) {
  // the type name is "WORD:{a,b}"; only "WORD" is the placeholder, the rest describes validators
  const std::string type = option.get_type_name();
  const std::size_t open = type.find(":{");
  if (open == std::string::npos || type.back() != '}') return {};
  return CLI::detail::split(type.substr(open + 2, type.size() - open - 3), ',');
}

std::vector<std::string> OptionGroup::texts_of(const std::string& value) {
  return value.empty() ? std::vector<std::string>() : std::vector{value};
}

CLI::Option* OptionGroup::placed(CLI::Option* option, const std::string& type, const Words& words) const {
  if (words) option->check(OfferedWords(words));
  return option->type_name(type)->group(heading_);
}

bool OptionGroup::is_always_written(const std::string& names) const {
  return words_ != nullptr && std::ranges::find(words_->always, written_name(names)) != words_->always.end();
}

CLI::Option* OptionGroup::write(const std::string& names, const std::vector<std::string>& values, bool is_list) const {
  if (values.empty()) return nullptr;
  const std::string name = names.starts_with('-') ? " " + written_name(names) : "";
  if (is_list && words_->list == CommandWords::List::by_commas) {
    words_->line += name + " " + shell_quoted(fmt::format("{}", fmt::join(values, ",")));
    return nullptr;
  }
  const bool named_once = is_list && words_->list == CommandWords::List::by_spaces;
  for (std::size_t i = 0; i < values.size(); ++i) {
    words_->line += (i == 0 || !named_once ? name : "") + " " + shell_quoted(values[i]);
  }
  return nullptr;
}

void OptionGroup::write(const std::string& names) const {
  words_->line += " " + written_name(names);
}

}  // namespace texelsort::app
