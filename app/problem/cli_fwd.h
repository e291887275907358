#pragma once

// Most option headers only need these names. Including CLI11 itself adds six seconds of compile time.
namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace texelsort::app {
class OptionGroup;
}
