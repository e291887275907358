#pragma once

#include <string>
#include <string_view>

namespace texelsort::gpu {

/// The uniform that says after how many rounds the loops of with_loops_ended() end.
inline constexpr std::string_view loop_rounds_uniform = "most_loop_rounds";

/// A shader, as ShaderLibrary assembles it, that counts the rounds of all loops of an invocation together and leaves
/// every loop after most_loop_rounds of them: what llvmpipe does after 65,535. Lines keep their numbers.
std::string with_loops_ended(std::string_view shader);

}  // namespace texelsort::gpu
