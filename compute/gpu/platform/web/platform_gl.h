#pragma once

// OpenGL ES 3.0 is what emscripten makes WebGL 2 look like.
#include <GLES3/gl3.h>
