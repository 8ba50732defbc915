// The program of docs/library.md; only configured here.
int main() {}
