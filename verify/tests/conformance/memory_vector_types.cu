// Vector types: sizes, alignments, members, make_ functions, and loads of 16 bytes at once.
#include "show.h"

__device__ float4 in[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__device__ float result[9];

__global__ void use() {
    const float4 a = in[0], b = in[1];
    const float2 low = make_float2(a.x, b.y);
    const int3 i = make_int3(1, 2, 3);
    const uchar4 c = make_uchar4(255, 1, 2, 3);
    const double2 d = {0.5, 0.25};
    const longlong2 l = make_longlong2(-1, 1ll << 40);
    const float all[] = {a.w,
                         b.z,
                         low.x + low.y,
                         float(i.x + i.y * i.z),
                         float(c.x),
                         float(c.w),
                         float(d.x - d.y),
                         float(l.x),
                         float(l.y >> 38)};
    for (int k = 0; k < 9; ++k) result[k] = all[k];
}

template <class T>
void size(const char* name) {
    show(name, sizeof(T), alignof(T));
}

int main() {
    use<<<1, 1>>>();
    show("values", fetch(result));
    size<char2>("char2"), size<char3>("char3"), size<char4>("char4"), size<uchar4>("uchar4");
    size<short2>("short2"), size<ushort3>("ushort3"), size<short4>("short4");
    size<int1>("int1"), size<int2>("int2"), size<int3>("int3"), size<int4>("int4"), size<uint4>("uint4");
    size<float1>("float1"), size<float2>("float2"), size<float3>("float3"), size<float4>("float4");
    size<longlong1>("longlong1"), size<longlong2>("longlong2"), size<ulonglong2>("ulonglong2");
    size<double1>("double1"), size<double2>("double2"), size<double3>("double3"), size<dim3>("dim3");
}
