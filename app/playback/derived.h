#pragma once

#include <map>
#include <memory>
#include <type_traits>
#include <typeindex>

namespace texelsort::app {

/// What is found out once and kept as long as what it was found from stands: one value of a type.
class Derived {
 public:
  /// What `find()` gives, a value or an optional; asked once.
  template <class Find>
  const auto& get(Find&& find) const {
    using Value = std::decay_t<decltype(find())>;
    std::shared_ptr<const void>& kept = values_[typeid(Value)];
    if (!kept) kept = std::make_shared<const Value>(find());
    return *static_cast<const Value*>(kept.get());
  }
  /// The same for an optional: null if it is empty.
  template <class Find>
  const auto* find(Find&& find) const {
    const auto& found = get(std::forward<Find>(find));
    return found ? &*found : nullptr;
  }
  void clear() { values_.clear(); }

 private:
  mutable std::map<std::type_index, std::shared_ptr<const void>> values_;
};

}  // namespace texelsort::app
