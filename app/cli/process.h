#pragma once

namespace texelsort::app {

/// What the program asks of its process before anything else: standard input, output and error are open, if only on
/// nothing, so that no file that is opened later takes the number of one; a file that becomes too large is an error of
/// write() instead of a signal; slow shaders are told of.
void prepare_process();

}  // namespace texelsort::app
