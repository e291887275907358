// Sorts of users in a build without Lua.
#include "compute/algorithms/scripted/fields.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {

namespace scripted {

std::span<const TableSpec> table_specs() {
  return {};
}

}  // namespace scripted

bool names_scripted_sort(std::string_view) {
  return false;
}

std::string scripted_id(std::string_view folder) {
  return std::string(folder);
}

network::Network scripted_network(std::string_view folder, std::uint64_t n, const TextValues&) {
  return make_scripted_sort(folder)->network()->generate(n);  // throws, as below
}

std::unique_ptr<Algorithm> make_scripted_sort(std::string_view folder) {
  throw UnavailableError(std::string(folder) +
                         ": the browser edition runs no sorts of users: use the program for Linux");
}

}  // namespace texelsort::algorithms
