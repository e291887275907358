#include "compute/data/error.h"
#include "compute/gpu/draw_interface.h"
#include "compute/gpu/foreign_program.h"

// The browser edition has no compiler of shaders and no folders.
namespace texelsort::gpu {
namespace {

[[noreturn]] void throw_lacking() {
  throw UnavailableError("the browser edition does not compile shaders of users");
}

}  // namespace

ForeignSource read_foreign(const ForeignShader&, std::map<std::string, std::filesystem::path>&) {
  throw_lacking();
}
ForeignBinary compile_foreign(const ForeignShader&, const ForeignSource&) {
  throw_lacking();
}
Program build_foreign_program(const ForeignShader&, const ForeignSource&, const DeviceInfo&) {
  throw_lacking();
}
DrawInterface draw_interface(const Program&) {
  throw_lacking();
}

}  // namespace texelsort::gpu
