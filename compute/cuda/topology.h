#pragma once

#include <optional>
#include <string>
#include <vector>

/// Connections between the NVIDIA devices of this machine.
namespace texelsort::cuda {

struct Link {
  int from = 0, to = 0;  ///< device ordinals
  bool reaches = false;  ///< true if each device can access the other's memory directly
  unsigned nvlinks = 0;  ///< number of active links of `from`, if NVLink connects the two directly or through switches
  std::string way;       ///< kind of connection: "NVLink", or the common ancestor in PCIe; empty if unknown
  double bytes_per_second = 0;  ///< total of these NVLinks in one direction, as the driver reports it; 0 if unknown

  std::string joined_by() const;  ///< kind and number of links: "NVLink, 18 links"
};

/// Formats a link: "NVLink, 18 links, reads and writes the other's memory".
std::string text(const Link& link);

/// Returns the links of all pairs, each once. Fields that the driver or its management library (libnvidia-ml) does not
/// report are empty.
std::vector<Link> links();
/// Returns a name that is unique among all machines. Empty for the CPU, which all processes of a machine share.
std::string name_among_machines(int ordinal);
/// Returns the link between two devices, found on the first call. Null for a device and itself.
std::optional<Link> link_between(int one, int other);

}  // namespace texelsort::cuda
