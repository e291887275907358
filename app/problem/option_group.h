#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

/// Function that returns the words that an option suggests as its value. It is called only for completions and the
/// manual. The option may also accept other words.
using Words = std::function<std::vector<std::string>()>;

/// Returns the words in a list that a help text contains. For example, "a, b, c:M with M from 0" gives "a", "b" and
/// "c:".
Words listed(std::string list);

std::vector<std::string> algorithm_ids();
std::vector<std::string> distribution_names();
std::vector<std::string> network_ids();
constexpr auto key_types = "u32, i32, f32, u64, i64, f64";

/// Returns the words that an option suggests, including words of CLI::IsMember. The result is empty if the option
/// suggests no words.
std::vector<std::string> offered_words(const CLI::Option& option);

/// Text of a command line that repeats a set of options. A space precedes each option.
struct CommandWords {
  /// Format of an option with several values: "-n 1 -n 2", "-n 1 2" or "-n 1,2".
  enum class List : std::uint8_t { repeated, by_spaces, by_commas };

  List list = List::repeated;
  /// Names of options that are written even if they have their default values, such as "--order".
  std::vector<std::string> always{};
  std::string line{};
};

/// Declares the options of a struct for a parser, or writes them to a command line. One function, with one call per
/// option, thus serves both purposes. A parser shows the options below one heading of a command's help. Writing omits
/// options that have their default values. `names` is "-n,--count" for an option, whose first name is written, or
/// "INPUT" for an argument. `type` is the placeholder for a value in the help.
///
/// All functions that declare or write return the declared option, or null if they write.
class OptionGroup {
 public:
  explicit OptionGroup(CLI::App& app, std::string heading = "Options") : app_(&app), heading_(std::move(heading)) {}
  /// Creates a group that writes options to `words`, which must outlive the group.
  explicit OptionGroup(CommandWords& words) : words_(&words) {}

  /// Returns a copy of the group below another heading of the help.
  OptionGroup under(std::string heading) const {
    OptionGroup other = *this;
    other.heading_ = std::move(heading);
    return other;
  }

  /// Returns the command whose options the group declares. Must only be called if the group declares options.
  CLI::App& app() const { return *app_; }

  /// Declares or writes an option for a string, a number or an optional value. A vector is written as one option per
  /// value.
  template <class Value>
  CLI::Option* value(const std::string& names, const std::string& type, Value& value, const std::string& help,
                     const Words& words = {}) const {
    if (words_ != nullptr) return write(names, texts_of(value), false);
    CLI::Option* option = app_->add_option(names, value, help);
    if constexpr (std::ranges::range<Value> && !std::is_same_v<Value, std::string>) {
      if (names.starts_with('-')) option->allow_extra_args(false);
    }
    // Reject negative numbers here, because CLI11 would convert -1 to 2^64 - 1.
    if constexpr (std::is_same_v<Value, std::uint64_t> || std::is_same_v<Value, std::optional<std::uint64_t>>) {
      option->check([](const std::string& word) -> std::string {
        return word.starts_with('-') ? fmt::format("expected a number from 0, found {}", word) : "";
      });
    }
    return placed(option, type, words);
  }

  /// Declares or writes an option with a list of values, separated by commas.
  CLI::Option* list(const std::string& names, const std::string& type, std::vector<std::string>& values,
                    const std::string& help, const Words& words = {}) const {
    if (words_ != nullptr) return write(names, values, true);
    return placed(app_->add_option(names, values, help)->delimiter(','), type, words);
  }

  /// Declares or writes an option whose value `read` parses. `read` throws UsageError for an invalid value. `text`
  /// returns the present value in a form that `read` accepts, or nothing for the default. If `text` is missing, the
  /// option is never written.
  CLI::Option* read(const std::string& names, const std::string& type,
                    const std::function<void(const std::string&)>& read, const std::string& help,
                    const Words& words = {}, const std::function<std::optional<std::string>()>& text = {}) const {
    if (words_ == nullptr) return placed(app_->add_option_function<std::string>(names, read, help), type, words);
    if (const auto value = text ? text() : std::nullopt) write(names, {*value}, false);
    return nullptr;
  }

  /// Declares or writes an option like read(), but with several values. It may be repeated, or its values are separated
  /// by commas.
  CLI::Option* read_all(const std::string& names, const std::string& type,
                        const std::function<void(const std::vector<std::string>&)>& read, const std::string& help,
                        const std::function<std::optional<std::string>()>& text) const {
    if (words_ == nullptr) {
      return placed(app_->add_option_function<std::vector<std::string>>(names, read, help)->allow_extra_args(false),
                    type, {});
    }
    if (const auto value = text()) write(names, {*value}, false);
    return nullptr;
  }

  /// Value of an option in the form in which a command line contains it.
  struct Written {
    std::string word;
    bool is_usual = false;
  };

  /// Declares or writes an option whose value is one of several words. `parse`, a function of the data layer, converts
  /// the word. Throws UsageError, with a list of the valid words, for any other word.
  template <class Value>
  CLI::Option* word(const std::string& names, const std::string& what, const std::string& list,
                    std::optional<Value> (*parse)(std::string_view),
                    const std::type_identity_t<std::function<void(const Value&)>>& store, const std::string& help,
                    const std::function<Written()>& written) const {
    const auto understand = [=](const std::string& word) {
      const std::optional<Value> value = parse(word);
      if (!value) throw UsageError(fmt::format("unknown {} '{}': choose from {}", what, word, list));
      store(*value);
    };
    const auto text = [&]() -> std::optional<std::string> {
      const Written present = written();
      return present.is_usual && !is_always_written(names) ? std::nullopt : std::optional(present.word);
    };
    return read(names, "WORD", understand, help + ": " + list, listed(list), text);
  }

  /// Declares or writes an option for a value that name() converts to a word. `Target{}` is the default.
  template <class Value, class Target>
  requires std::is_assignable_v<Target&, const Value&> CLI::Option* word(
      const std::string& names, const std::string& what, const std::string& list,
      std::optional<Value> (*parse)(std::string_view), Target& target, const std::string& help) const {
    const auto written = [&target]() -> Written {
      if constexpr (std::is_same_v<Target, std::optional<Value>>) {
        return {target ? std::string(name(*target)) : "", !target};
      } else {
        return {std::string(name(target)), target == Target{}};
      }
    };
    return word<Value>(
        names, what, list, parse, [&target](const Value& value) { target = value; }, help, written);
  }

  CLI::Option* flag(const std::string& names, bool& flag, const std::string& help) const {
    if (words_ == nullptr) return app_->add_flag(names, flag, help)->group(heading_);
    if (flag) write(names);
    return nullptr;
  }

 private:
  static std::vector<std::string> texts_of(const std::string& value);
  static std::vector<std::string> texts_of(const std::vector<std::string>& values) { return values; }
  template <class Number>
  static std::vector<std::string> texts_of(const std::vector<Number>& values) {
    std::vector<std::string> texts;
    for (const Number& value : values) texts.push_back(fmt::format("{}", value));
    return texts;
  }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  static std::vector<std::string> texts_of(const Number& value) { return {fmt::format("{}", value)}; }
  template <class Value>
  static std::vector<std::string> texts_of(const std::optional<Value>& value) {
    return value ? texts_of(*value) : std::vector<std::string>();
  }

  CLI::Option* placed(CLI::Option* option, const std::string& type, const Words& words) const;
  bool is_always_written(const std::string& names) const;
  /// Writes an option with its values to the command line. Returns null.
  CLI::Option* write(const std::string& names, const std::vector<std::string>& values, bool is_list) const;
  /// Writes the name of a flag to the command line.
  void write(const std::string& names) const;

  CLI::App* app_ = nullptr;
  CommandWords* words_ = nullptr;
  std::string heading_;
};

}  // namespace texelsort::app
