#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

/// The words that an option takes, made when somebody asks for them, since most runs of the program never do. They
/// stand in the tree of options, beside its name and help: completions and the manual take them from there. They say
/// nothing of what is accepted: whoever reads the value does.
using Words = std::function<std::vector<std::string>()>;

/// The words of a list as help texts have it: "a, b, c:M with M from 0" gives "a", "b" and "c:".
Words listed(std::string list);

std::vector<std::string> algorithm_ids();
std::vector<std::string> distribution_names();
std::vector<std::string> network_ids();
constexpr auto key_types = "u32, i32, f32, u64, i64, f64";

/// The words of an option, those of CLI::IsMember included; empty if it takes others than words.
std::vector<std::string> offered_words(const CLI::Option& option);

/// Declares the options of a command that stand below one heading of its help. `names` are "-n,--count", or "INPUT" for
/// an argument, and `type` is what stands for a value.
class OptionGroup {
 public:
  explicit OptionGroup(CLI::App& app, std::string heading = "Options") : app_(app), heading_(std::move(heading)) {}

  CLI::App& app() const { return app_; }

  /// A value that becomes a text, a number or, if it is given, an optional one.
  template <class Value>
  CLI::Option* value(const std::string& names, const std::string& type, Value& value, const std::string& help,
                     const Words& words = {}) const {
    CLI::Option* option = app_.add_option(names, value, help);
    // The library would read -1 as 2^64 - 1.
    if constexpr (std::is_same_v<Value, std::uint64_t> || std::is_same_v<Value, std::optional<std::uint64_t>>) {
      option->check([](const std::string& word) -> std::string {
        return word.starts_with('-') ? fmt::format("expected a number from 0, found {}", word) : "";
      });
    }
    return placed(option, type, words);
  }

  /// Values between commas.
  CLI::Option* list(const std::string& names, const std::string& type, std::vector<std::string>& values,
                    const std::string& help, const Words& words = {}) const {
    return value(names, type, values, help, words)->delimiter(',');
  }

  /// A value that `read` understands or throws UsageError for.
  CLI::Option* read(const std::string& names, const std::string& type,
                    const std::function<void(const std::string&)>& read, const std::string& help,
                    const Words& words = {}) const {
    return placed(app_.add_option_function<std::string>(names, read, help), type, words);
  }

  /// A word of a list that one of the parse_* functions of the data layer understands and that goes to `store`;
  /// anything else is refused with those there are.
  template <class Value>
  CLI::Option* word(const std::string& names, const std::string& what, const std::string& list,
                    std::optional<Value> (*parse)(std::string_view),
                    std::type_identity_t<std::function<void(const Value&)>> store, const std::string& help) const {
    const auto understand = [=](const std::string& word) {
      const std::optional<Value> value = parse(word);
      if (!value) throw UsageError(fmt::format("'{}' is no {}: it is one of {}", word, what, list));
      store(*value);
    };
    return read(names, "WORD", understand, help + ": " + list, listed(list));
  }
  template <class Value, class Target>
  requires std::is_assignable_v<Target&, const Value&> CLI::Option* word(
      const std::string& names, const std::string& what, const std::string& list,
      std::optional<Value> (*parse)(std::string_view), Target& target, const std::string& help) const {
    return word(
        names, what, list, parse, [&target](const Value& value) { target = value; }, help);
  }

  CLI::Option* flag(const std::string& names, bool& flag, const std::string& help) const {
    return app_.add_flag(names, flag, help)->group(heading_);
  }

 private:
  CLI::Option* placed(CLI::Option* option, const std::string& type, const Words& words) const;

  CLI::App& app_;
  std::string heading_;
};

}  // namespace texelsort::app
