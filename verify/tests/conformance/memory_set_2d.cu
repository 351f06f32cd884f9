// cudaMemset2D sets a rectangle: `width` bytes of each row, the rest of the pitch untouched.
#include "show.h"

constexpr int ROWS = 4, PITCH = 8;

int main() {
    unsigned char* data;
    must(cudaMalloc(&data, ROWS * PITCH));
    must(cudaMemset(data, 1, ROWS * PITCH));
    must(cudaMemset2D(data + PITCH + 2, PITCH, 7, 3, 2));           // rows 1 and 2, columns 2 .. 4
    must(cudaMemset2DAsync(data + 3 * PITCH, PITCH, 9, PITCH, 1));  // the last row, all of it

    unsigned char host[ROWS][PITCH];
    must(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    for (int row = 0; row < ROWS; ++row) {
        int values[PITCH];
        for (int i = 0; i < PITCH; ++i) values[i] = host[row][i];
        show("row", values);
    }
    must(cudaFree(data));
}
