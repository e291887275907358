#pragma once

#include <string>
#include <string_view>

namespace texelsort::gpu {

/// Uniform with the loop limit of with_loops_ended().
inline constexpr std::string_view loop_rounds_uniform = "most_loop_rounds";

/// Rewrites an assembled shader so that it counts the iterations of all loops of an invocation and leaves every loop
/// after most_loop_rounds. llvmpipe does this after 65,535. Line numbers do not change.
std::string with_loops_ended(std::string_view shader);

}  // namespace texelsort::gpu
