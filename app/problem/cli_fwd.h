#pragma once

// Forward declarations of CLI11, which most headers of options need. Including CLI11 itself adds six seconds of compile
// time.
namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace texelsort::app {
class OptionGroup;
}
