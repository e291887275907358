// The share of a part that a workgroup processes. Workgroup (x, y) has share x of part y.
#include "parts.glsl"

uniform uint shares;  // shares per part

uvec2 own_part() { return part_at(gl_WorkGroupID.y); }

uvec2 own_share() {
  uvec2 part = own_part();
  uint size = (part.y - part.x + shares - 1u) / shares;
  uint first = min(part.x + gl_WorkGroupID.x * size, part.y);
  return uvec2(first, min(first + size, part.y));
}
