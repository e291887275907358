#pragma once

#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "compute/algorithms/core/parameter.h"

/// Each algorithm has its own struct of settings. A SettingsTable describes each member by a name, a unit, a domain,
/// the cited source's value and a help text. The command line, panels, sweeps and documentation read and write settings
/// as text. Runs and schedules never see text.
namespace texelsort::algorithms {

namespace settings_text {

/// Writes the value of a setting as text. An enumerator becomes a name of its Choices. A type without a built-in
/// conversion needs functions text_of() and read_text().
template <typename Value>
std::string write(const Value& value, const Domain& domain) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<Value>) {
    return std::get<Choices>(domain).names.at(static_cast<std::size_t>(value));
  } else if constexpr (std::is_integral_v<Value>) {
    return std::to_string(value);
  } else {
    return text_of(value);
  }
}

/// Parses the text of a setting. The text must be in plain form, and its value must be in the domain.
template <typename Value>
void read(Value& value, const std::string& text, const Domain& domain) {
  if constexpr (std::is_same_v<Value, bool>) {
    value = text == "true";
  } else if constexpr (std::is_enum_v<Value>) {
    const auto& names = std::get<Choices>(domain).names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == text) value = static_cast<Value>(i);
    }
  } else if constexpr (std::is_integral_v<Value>) {
    std::from_chars(text.data(), text.data() + text.size(), value);
  } else {
    read_text(value, text);
  }
}

}  // namespace settings_text

/// Condition that a setting has one of the listed values. If `except` is true, the setting must have none of them.
template <typename Settings>
struct When {
  std::ptrdiff_t member = 0;
  /// one function per listed value, which sets the member to this value
  std::vector<std::function<void(Settings&)>> values{};
  bool except = false;
};

/// One member of a settings struct.
template <typename Settings>
struct Field {
  /// Adds a case in which the setting has an effect, namely if all given conditions hold. If `values` are given, only
  /// these values have an effect. Each further call adds an alternative case. Without any call, the setting always has
  /// an effect.
  template <typename... Conditions>
  Field only(Conditions... conditions) && {
    uses.push_back({{std::move(conditions)...}, {}});
    return std::move(*this);
  }
  Field only_values(When<Settings> condition, std::vector<std::string> values) && {
    uses.push_back({{std::move(condition)}, std::move(values)});
    return std::move(*this);
  }

  ParameterSpec spec;
  std::ptrdiff_t member = 0;
  std::function<std::string(const Settings&)> write;
  std::function<void(Settings&, const std::string&)> read;
  struct TypedUse {
    std::vector<When<Settings>> when;
    std::vector<std::string> values;
  };
  std::vector<TypedUse> uses{};
};

/// Returns the offset in bytes of a member in its settings struct.
template <typename Settings, typename Value>
std::ptrdiff_t member_offset(Value Settings::*member) {
  static const Settings probe{};
  return reinterpret_cast<const char*>(&(probe.*member)) - reinterpret_cast<const char*>(&probe);
}

/// Makes the description of one setting. `paper` is the value in the cited source, or null if the source gives no
/// value. `help` is one sentence with its source.
template <typename Settings, typename Value>
Field<Settings> field(Value Settings::*member, std::string name, std::string unit, Domain domain,
                      std::type_identity_t<std::optional<Value>> paper, std::string help) {
  Field<Settings> made;
  made.spec = {.name = std::move(name),
               .unit = std::move(unit),
               .domain = domain,
               .default_value = settings_text::write(Settings{}.*member, domain),
               .paper_value = paper ? settings_text::write(*paper, domain) : std::string(),
               .help = std::move(help)};
  made.member = member_offset(member);
  made.write = [member, domain](const Settings& settings) { return settings_text::write(settings.*member, domain); };
  made.read = [member, domain](Settings& settings, const std::string& text) {
    settings_text::read(settings.*member, text, domain);
  };
  return made;
}

template <typename Settings, typename Value>
When<Settings> when(Value Settings::*member, std::vector<std::type_identity_t<Value>> values, bool except = false) {
  When<Settings> condition{member_offset(member), {}, except};
  for (const Value& value : values) {
    condition.values.push_back([member, value](Settings& settings) { settings.*member = value; });
  }
  return condition;
}
template <typename Settings, typename Value>
When<Settings> when_not(Value Settings::*member, std::vector<std::type_identity_t<Value>> values) {
  return when(member, std::move(values), true);
}

using TextValues = std::map<std::string, std::string>;

/// Values that the user has given for settings, without invalid values.
template <typename Settings>
class Given {
 public:
  template <typename Value>
  std::optional<Value> value(Value Settings::*member) const {
    if (!members_.contains(member_offset(member))) return std::nullopt;
    return values_.*member;
  }

  Settings values_{};
  std::map<std::ptrdiff_t, bool> members_{};
};

template <typename Settings>
class SettingsTable {
 public:
  explicit SettingsTable(std::vector<Field<Settings>> fields) : fields_(std::move(fields)) {
    for (const Field<Settings>& field : fields_) {
      specs_.push_back(field.spec);
      for (const auto& use : field.uses) specs_.back().used.push_back(text(use));
    }
  }

  const std::vector<ParameterSpec>& specs() const { return specs_; }

  TextValues text(const Settings& settings) const {
    TextValues values;
    for (const Field<Settings>& field : fields_) values[field.spec.name] = field.write(settings);
    return values;
  }

  Given<Settings> given(const TextValues& values) const {
    Given<Settings> given;
    for (const Field<Settings>& field : fields_) {
      const auto found = values.find(field.spec.name);
      if (found == values.end()) continue;
      const auto normal = plain_form(field.spec, found->second);
      if (!normal) continue;
      field.read(given.values_, *normal);
      given.members_[field.member] = true;
    }
    return given;
  }

  /// Returns `settings`, overridden by the user's values. Throws UsageError for the same errors as resolve().
  Settings chosen(Settings settings, const TextValues& given) const {
    const Parameters all = resolve(specs_, given, text(settings));
    for (const auto& [name, value] : given) {
      for (const Field<Settings>& field : fields_) {
        if (field.spec.name == name) field.read(settings, all.text(name));
      }
    }
    return settings;
  }

 private:
  /// Converts a condition on struct members to a condition on parameter names.
  Use text(const typename Field<Settings>::TypedUse& use) const {
    Use made{{}, use.values};
    for (const When<Settings>& condition : use.when) {
      for (const Field<Settings>& field : fields_) {
        if (field.member != condition.member) continue;
        Condition named{field.spec.name, {}, condition.except};
        for (const auto& set : condition.values) {
          Settings settings{};
          set(settings);
          named.values.push_back(field.write(settings));
        }
        made.when.push_back(std::move(named));
      }
    }
    return made;
  }

  std::vector<Field<Settings>> fields_;
  std::vector<ParameterSpec> specs_;
};

/// Settings of an algorithm without parameters.
struct NoSettings {
  bool operator==(const NoSettings&) const = default;
};
inline const SettingsTable<NoSettings> no_settings{{}};

}  // namespace texelsort::algorithms
