#include "compute/gpu/first_use.h"

#include <utility>

namespace texelsort::gpu {
namespace {

FirstUses& first_uses() {
  static FirstUses watcher;
  return watcher;
}

}  // namespace

void watch_first_uses(FirstUses watcher) {
  first_uses() = std::move(watcher);
}

FirstUse::FirstUse(const std::string& shaders) {
  if (first_uses().begin) first_uses().begin(shaders);
}

FirstUse::~FirstUse() {
  if (first_uses().end) first_uses().end();
}

}  // namespace texelsort::gpu
