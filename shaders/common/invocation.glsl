// WORKGROUP invocations a workgroup, along x.
layout(local_size_x = WORKGROUP) in;

// The executor folds long dispatches into rows, since OpenGL promises only 65,535 workgroups an axis.
uint workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint invocation_index() { return workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
