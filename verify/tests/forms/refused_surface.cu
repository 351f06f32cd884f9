// form: surface objects: cudaSurfaceObject_t, surf2Dwrite
// refused: cudaSurfaceObject_t (surfaces) is not there yet
__global__ void write(cudaSurfaceObject_t surface) { surf2Dwrite(1.0f, surface, 0, 0); }
int main() { write<<<1, 1>>>(0); }
