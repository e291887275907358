// Contains no computation, because the depth test alone decides which fragments are counted.
#ifdef MARKS
layout(location = 0) out vec4 mark;  // 1 for each fragment that passes the depth test; another pass sums the marks
void main() { mark = vec4(1.0); }  //: reads, compares -- the depth test reads this texel's depth and compares the plane's with it; what passes leaves a mark
#else
void main() {}  //: reads, compares -- the depth test reads this texel's depth and compares the plane's with it; what passes is counted
#endif
