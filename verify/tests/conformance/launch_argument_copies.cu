// Every thread has its own copy of the arguments, taken at the launch: changing one changes no other.
#include "show.h"

struct Box {
    int values[4];
};
__device__ int result[2][8];

__global__ void change(Box box, int n, int launch) {
    n += threadIdx.x;
    for (int& value : box.values) value += n;
    result[launch][threadIdx.x] = box.values[threadIdx.x % 4];
}

int main() {
    Box box{{10, 20, 30, 40}};
    change<<<1, 8>>>(box, 1, 0);
    box.values[0] = -1;  // the first launch has its copy already
    change<<<1, 8>>>(box, 2, 1);
    const auto host = fetch(result);
    show("first launch", host[0]);
    show("second launch", host[1]);
    show("on the host", box.values);
}
