// form: texture gathers: the four texels that a linear filter would take, by tex2Dgather
// refused: tex2Dgather (texture gathers) is not there yet
__global__ void gather(cudaTextureObject_t texture, float4* out) { *out = tex2Dgather<float4>(texture, 0.5f, 0.5f); }
int main() { gather<<<1, 1>>>(0, nullptr); }
