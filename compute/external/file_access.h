#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texelsort::external {

/// Writes all bytes at an offset. Throws UsageError, such as "NAME: cannot be written: No space left on device".
void write_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset, const std::string& name);
/// Writes all bytes at the current position, for pipes.
void write_on(int descriptor, std::span<const std::byte> bytes, const std::string& name);
/// Reads up to `room.size()` bytes and returns their number. Large reads use several threads. Throws UsageError.
std::size_t read_at(int descriptor, std::span<std::byte> room, std::uint64_t offset, const std::string& name);
/// Reads from a pipe until `room` is full or the pipe has ended. Returns the number of bytes.
std::size_t read_on(int descriptor, std::span<std::byte> room, const std::string& name);

[[noreturn]] void fail_to_read(const std::string& name, int error);

}  // namespace texelsort::external
