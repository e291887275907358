// SUBGROUPS is defined if workgroups consist of full subgroups of 32 invocations (KHR_shader_subgroup). Must be the first include.
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
