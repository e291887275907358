#pragma once

#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <variant>

namespace texelsort::app {

/// Store of computed values, one per type. A Player has one memo per run, and one per state that each pass clears.
class Memo {
 public:
  /// Returns the stored value of a type. It is empty at first, and callers fill it step by step.
  template <class Value>
  Value& keep() const {
    std::shared_ptr<void>& kept = values_[typeid(Value)];
    if (!kept) kept = std::make_shared<Value>();
    return *static_cast<Value*>(kept.get());
  }
  /// Returns the result of `compute()` for `argument`, a value or an optional. Stores it until another argument is
  /// given.
  template <class Argument, class Compute>
  const auto& get(const Argument& argument, Compute&& compute) const {
    auto& kept = keep<std::optional<std::pair<Argument, std::decay_t<decltype(compute())>>>>();
    if (!kept || kept->first != argument) kept.emplace(argument, compute());
    return std::as_const(kept->second);
  }
  /// Returns the result of `compute()`, which is computed once.
  template <class Compute>
  const auto& get(Compute&& compute) const {
    return get(std::monostate(), std::forward<Compute>(compute));
  }
  /// Returns a pointer to the value of an optional that is computed once. Null if it is empty.
  template <class Compute>
  const auto* find(Compute&& compute) const {
    const auto& found = get(std::forward<Compute>(compute));
    return found ? &*found : nullptr;
  }
  void clear() { values_.clear(); }

 private:
  mutable std::map<std::type_index, std::shared_ptr<void>> values_;
};

}  // namespace texelsort::app
