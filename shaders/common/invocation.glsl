// Workgroups of WORKGROUP invocations along x.
layout(local_size_x = WORKGROUP) in;

// The executor folds long dispatches into rows, because OpenGL guarantees only 65,535 workgroups per axis.
uint workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
// Index of an invocation in its workgroup. Neighbours are in the same subgroup.
uint lane() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationID.x;
#endif
}
uint invocation_index() { return workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Barrier before shared memory is overwritten whose previous values are still in use. GLSL guarantees that barrier()
// alone suffices (GLSL 4.60, 8.16), but NVIDIA's compiler (driver 580) may move a read past it to the use of the value.
// The memory barrier prevents that.
void barrier_after_reads() {
  memoryBarrierShared();
  barrier();
}
