#pragma once

// Most headers of options only name these classes, and CLI11's own header takes six seconds to compile.
namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace texelsort::app {
class OptionGroup;
}
