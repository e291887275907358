#include "app/cli/option_words.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/registry.h"
#include "compute/data/distribution.h"
#include "compute/data/keys.h"
#include "compute/network/generators.h"

namespace texelsort::app {

namespace {

using Words = std::vector<std::string>;

/// Accepts everything; its description lists words as that of CLI::IsMember does. They are made when asked for, since
/// most runs of the program never do.
class OfferedWords : public CLI::Validator {
 public:
  explicit OfferedWords(const std::function<Words()>& words) {
    desc_function_ = [words] { return fmt::format("{{{}}}", fmt::join(words(), ",")); };
    func_ = [](std::string&) { return std::string(); };
  }
};

CLI::Option* offer_made(CLI::Option* option, const std::function<Words()>& words) {
  return option->check(OfferedWords(words));
}

}  // namespace

CLI::Option* offer(CLI::Option* option, Words words) {
  return offer_made(option, [words = std::move(words)] { return words; });
}

CLI::Option* offer_algorithms(CLI::Option* option) {
  return offer_made(option, [] {
    Words ids;
    for (const auto& algorithm : algorithms::registry()) ids.push_back(algorithm->info().id);
    return ids;
  });
}

CLI::Option* offer_distributions(CLI::Option* option) {
  return offer_made(option, [] {
    Words names;
    for (const data::Distribution& distribution : data::distributions()) names.emplace_back(distribution.name);
    return names;
  });
}

CLI::Option* offer_networks(CLI::Option* option) {
  return offer_made(option, [] {
    Words ids;
    for (const network::Family& family : network::families()) ids.push_back(family.id);
    return ids;
  });
}

CLI::Option* offer_key_types(CLI::Option* option) {
  return offer(option, {"u32", "i32", "f32", "u64", "i64", "f64"});
}

CLI::Option* offer_payloads(CLI::Option* option) {
  return offer(option, {"none", "index", "index64", "record:"});
}

Words offered_words(const CLI::Option& option) {
  const std::string type = option.get_type_name();  // "WORD:{a,b}": what validators say follows the colon
  const std::size_t open = type.find(":{");
  if (open == std::string::npos || type.back() != '}') return {};
  return CLI::detail::split(type.substr(open + 2, type.size() - open - 3), ',');
}

Words words_of_list(const std::string& list) {
  Words words;
  for (const std::string& part : CLI::detail::split(list, ',')) {
    std::string word = CLI::detail::trim_copy(part);
    word = word.substr(0, word.find(' '));
    words.push_back(word.substr(0, std::min(word.size(), word.find(':')) + 1));
  }
  return words;
}

}  // namespace texelsort::app
