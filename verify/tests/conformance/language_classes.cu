// Classes in device code: constructors, destructors, operators, inheritance, static constants, member templates.
#include "show.h"

class Complex {
 public:
    __host__ __device__ Complex(float re, float im = 0) : re_(re), im_(im) {}
    __host__ __device__ Complex operator*(const Complex& other) const {
        return {re_ * other.re_ - im_ * other.im_, re_ * other.im_ + im_ * other.re_};
    }
    __host__ __device__ Complex& operator+=(const Complex& other) {
        re_ += other.re_;
        im_ += other.im_;
        return *this;
    }
    template <class T>
    __device__ T real() const {
        return static_cast<T>(re_);
    }
    __device__ float imaginary() const { return im_; }

 private:
    float re_, im_;
};

struct Shape {
    static constexpr int SIDES = 4;
    int size;
};
struct Square : Shape {
    __device__ explicit Square(int n) : Shape{n} {}
    __device__ int perimeter() const { return SIDES * size; }
};

__device__ int destroyed;
struct Guard {
    __device__ ~Guard() { destroyed += 1; }
};

__device__ float result[3];

__global__ void use() {
    Complex z(1, 2);
    z += z * Complex(0, 1);
    { Guard first, second; }
    result[0] = static_cast<float>(z.real<int>());
    result[1] = z.imaginary();
    result[2] = static_cast<float>(Square(5).perimeter());
}

int main() {
    use<<<1, 1>>>();
    show("results", fetch(result));
    show("destroyed", fetch(destroyed).value);
}
