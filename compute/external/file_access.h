#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texelsort::external {

/// Writes all bytes at an offset of a file. Throws UsageError, such as "NAME: cannot be written: No space left on
/// device".
void write_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset, const std::string& name);
/// Writes all bytes at the current position of a file or pipe. Throws UsageError if the write fails.
void write_on(int descriptor, std::span<const std::byte> bytes, const std::string& name);
/// Reads up to `room.size()` bytes at an offset of a file, and returns the number of bytes read. Large reads use
/// several threads. Throws UsageError if the read fails.
std::size_t read_at(int descriptor, std::span<std::byte> room, std::uint64_t offset, const std::string& name);
/// Reads from a pipe until `room` is full or the pipe ends. Returns the number of bytes read. Throws UsageError if the
/// read fails.
std::size_t read_on(int descriptor, std::span<std::byte> room, const std::string& name);

[[noreturn]] void fail_to_read(const std::string& name, int error);

}  // namespace texelsort::external
