#pragma once

#include <functional>
#include <string>

namespace texelsort::gpu {

/// Callbacks for slow operations that users do not expect: compiling a program, and its first draw or dispatch, when
/// many drivers compile it (again). `begin` receives the program's shaders.
struct FirstUses {
  std::function<void(const std::string& shaders)> begin;
  std::function<void()> end;
};

/// Sets the callbacks for all devices of the process. Empty functions disable them.
void watch_first_uses(FirstUses watcher);

/// Calls `begin` on construction and `end` on destruction.
class FirstUse {
 public:
  explicit FirstUse(const std::string& shaders);
  ~FirstUse();
  FirstUse(const FirstUse&) = delete;
  FirstUse& operator=(const FirstUse&) = delete;
};

}  // namespace texelsort::gpu
