#pragma once

#include <optional>
#include <string>
#include <vector>

/// How NVIDIA's devices of this machine are joined.
namespace texelsort::cuda {

struct Link {
  int from = 0, to = 0;         ///< devices
  bool reaches = false;         ///< one reads and writes the other's memory itself
  unsigned nvlinks = 0;         ///< links of `from` that are up, if these join the two, by switches or directly
  std::string way;              ///< "NVLink", or how far up PCIe the two meet; empty if it is not known
  double bytes_per_second = 0;  ///< of these NVLinks in one direction, as the driver has it; 0 if it is not known

  std::string joined_by() const;  ///< "NVLink, 18 links"
};

/// "NVLink, 18 links, reads and writes the other's memory".
std::string text(const Link& link);

/// The links of all pairs, each once. What the driver does not tell, and its library of management (libnvidia-ml) where
/// there is none, is left empty.
std::vector<Link> links();
/// A name that no other device has on any machine; empty of the CPU, which all processes of a machine share.
std::string name_among_machines(int ordinal);
/// Found once; nothing of one device and itself.
std::optional<Link> link_between(int one, int other);

}  // namespace texelsort::cuda
