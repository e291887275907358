// Invocations of a workgroup stand in groups of up to 32: as many as a mask has bits, and as a multiprocessor usually runs together, which
// is not relied on.
const uint group_size = uint(WORKGROUP < 32 ? WORKGROUP : 32);
const uint groups = uint(WORKGROUP) / group_size;
