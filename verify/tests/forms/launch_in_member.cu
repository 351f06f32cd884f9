// form: launches from a class's methods, with its members as arguments
#include <cstdio>
__global__ void scale(float* values, float factor) { values[threadIdx.x] *= factor; }
class Scaler {
 public:
    explicit Scaler(float factor) : factor_(factor) { cudaMallocManaged(&values_, 4 * sizeof(float)); }
    ~Scaler() { cudaFree(values_); }
    float run(float x) {
        for (int i = 0; i < 4; ++i) values_[i] = x;
        scale<<<1, 4>>>(this->values_, factor_);
        cudaDeviceSynchronize();
        return values_[3];
    }

 private:
    float* values_ = nullptr;
    float factor_;
};
int main() { std::puts(Scaler(3).run(5) == 15 ? "ok" : "wrong"); }
