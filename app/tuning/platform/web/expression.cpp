#include "app/tuning/sweeps/expression.h"

#include "compute/data/error.h"

namespace texelsort::app {

Expression::Expression(const std::string& option, const std::string& text) {
  throw UnavailableError(option + " " + text + ": the browser edition has no expressions: use the program for Linux");
}

std::string Expression::value(const std::map<std::string, std::string>&) const {
  return {};
}

bool Expression::holds(const std::map<std::string, std::string>&) const {
  return false;
}

}  // namespace texelsort::app
