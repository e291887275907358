// WORKGROUP invocations a workgroup, along x.
layout(local_size_x = WORKGROUP) in;

// The executor folds long dispatches into rows, since OpenGL promises only 65,535 workgroups an axis.
uint workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
// An invocation's number in its workgroup. Neighbours stand in the same subgroup.
uint lane() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationID.x;
#endif
}
uint invocation_index() { return workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// A barrier behind which shared memory is written again whose former values are still in use. The language promises that barrier() alone
// is enough (GLSL 4.60, 8.16), but NVIDIA's compiler (driver 580) moves a read to behind it when its value is used there; the memory
// barrier forbids that.
void barrier_after_reads() {
  memoryBarrierShared();
  barrier();
}
