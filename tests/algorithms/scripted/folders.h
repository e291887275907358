#pragma once

#include <string>

#include "tests/support/temporary_folder.h"

/// Folders with small sorts for tests.
namespace texelsort::algorithms {

/// Shader of one step of a comparator network: index i and its mirror image, or i xor mask. The line that `wrong`
/// replaces is marked.
inline constexpr const char* step_shader = R"(#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
uniform uint n;
uniform uint mask;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint partner = i ^ mask;
  if (partner <= i || partner >= n) return;
  uint a = keys[i], b = keys[partner];
  keys[i] = min(a, b);
  keys[partner] = max(a, b);
}
)";

/// Bitonic merge sort with mirrored first steps, for any n.
inline constexpr const char* bitonic_script = R"(
return sort {
  id = "test/bitonic", title = "Bitonic of a test", source = "K. Batcher, 1968",
  passes = function(n, p)
    local size = 2
    while size < 2 * n do
      pass{ shader = "step.comp", uniforms = {n = n, mask = size - 1}, blocks = {[0] = "keys"},
            groups = ceil(n / 64), stage = "size " .. size, label = "mirror", claim = compare_exchange{mirror = size} }
      local j = size // 4
      while j > 0 do
        pass{ shader = "step.comp", uniforms = {n = n, mask = j}, blocks = {[0] = "keys"},
              groups = ceil(n / 64), stage = "size " .. size, label = "distance " .. j,
              claim = compare_exchange{distance = j} }
        j = j // 2
      end
      size = size * 2
    end
  end }
)";

/// Returns a text in which the first occurrence of `from` is replaced.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace texelsort::algorithms
