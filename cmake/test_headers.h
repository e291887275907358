// Headers that most tests include, compiled once as a precompiled header (see cmake/options.cmake).
#pragma once

#include "common_headers.h"

#include <gtest/gtest.h>
