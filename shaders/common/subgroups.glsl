// SUBGROUPS: workgroups consist of full 32-wide subgroups (KHR_shader_subgroup). #extension requires this include to be first.
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
