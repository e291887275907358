// Implements compute/mpi/processes.h for a program that was built without MPI.
#include "compute/mpi/processes.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace texelsort::mpi {
namespace {

[[noreturn]] void throw_absent() {
  throw UnavailableError(absence());
}

}  // namespace

const std::string& absence() {
  static const std::string reason = "this texelsort was built without Open MPI's header, mpi.h";
  return reason;
}
std::string version() {
  return {};
}
const ProcessRank& place() {
  static const ProcessRank alone;
  return alone;
}
void join() {
  const char* count = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (count == nullptr || std::string_view(count) == "1") return;
  throw UnavailableError(fmt::format("mpirun has started {} processes, but {}", count, absence()));
}
int end(int code, const std::string&) {
  return code;
}
void Channel::send(std::uint64_t, Bytes) const {
  throw_absent();
}
Bytes Channel::receive(std::uint64_t) const {
  throw_absent();
}
std::vector<Bytes> Channel::gather(Bytes) const {
  throw_absent();
}
void Channel::flush() const {}
void Channel::sum(std::span<std::uint64_t>) const {
  throw_absent();
}
void Channel::share(std::span<std::byte>) const {
  throw_absent();
}
void Channel::meet() const {
  throw_absent();
}
void Channel::look() const {}
void Channel::tell_failure(const std::string&) {}
void Channel::give_up() const {
  throw_absent();
}
double agreed(double own) {
  return own;
}

}  // namespace texelsort::mpi
