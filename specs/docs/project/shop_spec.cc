// Stands for a reader's own file where a snippet names one.
int main() {}
