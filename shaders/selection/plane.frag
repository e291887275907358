// The depth test alone decides which fragments are counted.
void main() {}
