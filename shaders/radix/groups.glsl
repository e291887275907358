// Groups of up to 32 invocations in a workgroup, so that 32-bit masks have one bit per invocation. GPUs usually execute
// 32 invocations in lockstep, but no code relies on lockstep.
const uint group_size = uint(WORKGROUP < 32 ? WORKGROUP : 32);
const uint groups = uint(WORKGROUP) / group_size;
