// The program of docs/project.md that signs in; only configured here.
int main() {}
