// Groups of up to 32 invocations in a workgroup: as many as a mask has bits. A multiprocessor usually executes as many
// in lockstep, but no code relies on this.
const uint group_size = uint(WORKGROUP < 32 ? WORKGROUP : 32);
const uint groups = uint(WORKGROUP) / group_size;
