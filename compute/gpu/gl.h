#pragma once

// The only include of OpenGL functions, for the sources of this folder. desktop/ and web/ provide the header.
#include "platform_gl.h"
