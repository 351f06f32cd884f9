// form: a braced list as an argument of a launch
// refused: a launch's argument that is a braced list: name its type before the brace
struct Pair {
    int a, b;
};
__global__ void use(Pair) {}
int main() { use<<<1, 1>>>({1, 2}); }
