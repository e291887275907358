#pragma once

#include <GL/glew.h>
