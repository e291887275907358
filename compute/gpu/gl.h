#pragma once

// The only include of OpenGL's functions; for the sources of this layer. desktop/ and web/ have the header.
#include "platform_gl.h"
