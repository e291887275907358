// The depth test alone decides which fragments are counted.
void main() {}  //: reads, compares -- the depth test reads this texel's depth and compares the plane's with it; what passes is counted
