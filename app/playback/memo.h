#pragma once

#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <variant>

namespace texelsort::app {

/// Cache of computed values, with at most one value per C++ type. A Player has one for the whole run and one for the
/// present state.
class Memo {
 public:
  /// Returns the stored value of a type, so that callers can fill it step by step. The first call constructs the value
  /// by default.
  template <class Value>
  Value& keep() const {
    std::shared_ptr<void>& kept = values_[typeid(Value)];
    if (!kept) kept = std::make_shared<Value>();
    return *static_cast<Value*>(kept.get());
  }
  /// Returns the result of `compute()`, a value or an optional. The result depends on `argument`, and is reused as long
  /// as `argument` stays equal.
  template <class Argument, class Compute>
  const auto& get(const Argument& argument, Compute&& compute) const {
    auto& kept = keep<std::optional<std::pair<Argument, std::decay_t<decltype(compute())>>>>();
    if (!kept || kept->first != argument) kept.emplace(argument, compute());
    return std::as_const(kept->second);
  }
  /// Returns the result of `compute()`, which is called at most once.
  template <class Compute>
  const auto& get(Compute&& compute) const {
    return get(std::monostate(), std::forward<Compute>(compute));
  }
  /// Returns a pointer to the content of the optional that `compute()` returns, or null if it is empty. Calls
  /// `compute()` at most once.
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
