// Headers that most tests include, compiled once: cmake/options.cmake.
#pragma once

#include "common_headers.h"

#include <gtest/gtest.h>
