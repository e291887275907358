#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace texelsort::data {

/// Asks for large pages for memory that nothing has touched yet: filling it takes fewer faults. That it is not possible
/// is no harm.
void prefer_large_pages(std::span<std::byte> memory);

/// `column` becomes n elements of any values, for who sets them all.
template <typename Element>
void resize_in_large_pages(std::vector<Element>& column, std::size_t n) {
  // Arrays of fewer bytes come from memory that the process has touched already.
  constexpr std::size_t worth_it = std::size_t{32} << 20;
  if (n > column.capacity() && n * sizeof(Element) >= worth_it) {
    column.clear();
    column.reserve(n);
    prefer_large_pages({reinterpret_cast<std::byte*>(column.data()), n * sizeof(Element)});
  }
  column.resize(n);
}

}  // namespace texelsort::data
