#pragma once

#include <functional>
#include <string>

namespace texelsort::gpu {

/// Told of what may take long without anybody having asked for it: the compilation of a program, and the first draw or
/// dispatch with it, when many drivers compile it (again). `begin` is given the program's shaders.
struct FirstUses {
  std::function<void(const std::string& shaders)> begin;
  std::function<void()> end;
};

/// Has `watcher` told of the first uses from now on, on all devices of the process; empty functions: nobody.
void watch_first_uses(FirstUses watcher);

/// Tells them while it exists.
class FirstUse {
 public:
  explicit FirstUse(const std::string& shaders);
  ~FirstUse();
  FirstUse(const FirstUse&) = delete;
  FirstUse& operator=(const FirstUse&) = delete;
};

}  // namespace texelsort::gpu
