// Index functions for one-dimensional workgroups of WORKGROUP invocations.
layout(local_size_x = WORKGROUP) in;

// The host folds long dispatches into rows, because OpenGL guarantees only 65,535 workgroups per axis.
uint workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
// Returns the index of the invocation in its workgroup. Invocations with adjacent indices share a subgroup.
uint lane() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationID.x;
#endif
}
uint invocation_index() { return workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Barrier between the last reads of shared memory and the next writes to the same words. GLSL guarantees that barrier()
// alone suffices (GLSL 4.60, 8.16). NVIDIA's compiler (driver 580), however, may delay a read beyond barrier(). The
// additional memory barrier prevents this.
void barrier_after_reads() {
  memoryBarrierShared();
  barrier();
}
