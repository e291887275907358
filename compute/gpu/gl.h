#pragma once

// The only include of OpenGL's functions; for the sources of this layer.
#include <GL/glew.h>
