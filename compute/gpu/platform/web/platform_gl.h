#pragma once

// Emscripten exposes WebGL 2 as OpenGL ES 3.0.
#include <GLES3/gl3.h>
