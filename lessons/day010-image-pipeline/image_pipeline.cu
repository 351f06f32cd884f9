// Day 10 - Image pipeline: the first bad gate names the culprit
//
// Needs:  004-reference-and-gate, 005-grid-stride, 006-two-dim, 007-map-family, 008-device-memory
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day010-image-pipeline/image_pipeline.cu -o day010
//
//    scene            grey             bright             mask
//    [H, W, 3]        [H, W]           [H, W]             [H, W]
//       +--- to_grey --->+--- brighten --->+--- threshold --->+
//                        |                 |                  |
//                      gate              gate               gate
//
// Count:  three gates pass and fail in 2^3 = 8 patterns. A fault that spoils all that comes after it makes 3 of them.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/gate.h"

// ANCHOR: sizes
constexpr int TILE = 16;         // a block of to_grey is TILE x TILE threads
constexpr int BLOCK = 256;       // threads of a block of the other two,
constexpr int GRID = 16;         // and their blocks, however large the picture is
constexpr float WHITE = 255.0f;  // brightness goes from 0 to 255
constexpr float LIT = 216.0f;    // from here on the mask is white
// ANCHOR_END: sizes

using Bytes = std::vector<unsigned char>;
using Floats = std::vector<float>;

struct Pictures {
    Floats grey, bright;  // [H, W]
    Bytes mask;           // [H, W], 0 or 255
};

// ---- Reference --------------------------------------------------------------------------------

// In double. The kernels' floats are not rounded either: each is a multiple of 1/512 and below 512, which takes 18 of
// its 24 bits. There is nothing to tolerate, so the gates ask for every bit.
Floats reference_grey(const Bytes& scene) {
    Floats grey;
    for (std::size_t i = 0; i < scene.size(); i += 3)
        grey.push_back(float((77.0 * scene[i] + 150.0 * scene[i + 1] + 29.0 * scene[i + 2]) / 256.0));
    return grey;
}

// Two straight lines that meet at half of white: steep for the dark, gentle for the light.
Floats reference_bright(const Floats& grey) {
    Floats bright;
    for (const double value : grey) bright.push_back(float(value < 127.5 ? 1.5 * value : 0.5 * value + 127.5));
    return bright;
}

Bytes reference_mask(const Floats& bright) {
    Bytes mask;
    for (const float value : bright) mask.push_back(value < LIT ? 0 : 255);
    return mask;
}

// ---- Kernels ----------------------------------------------------------------------------------

// How light a colour is to the eye: the weights 0.299, 0.587 and 0.114 of ITU-R BT.601, in 256ths.
// Launch: grid [ceil(W / TILE), ceil(H / TILE)], block [TILE, TILE]. Any H, W >= 1 whose 3 H W fits an int.
__global__ void to_grey(const unsigned char* scene, float* grey, int H, int W) {
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    if (row >= H || col >= W) return;

    // grey[row, col] = (77 red + 150 green + 29 blue) / 256
    const unsigned char* pixel = scene + 3 * (row * W + col);
    grey[row * W + col] = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) / 256.0f;
}

// Lifts the dark and spares the light. A map (day 7), so rows do not matter: the picture is N elements.
// Launch: grid [any], block [BLOCK]. Any N from 1 to 2^30.
__global__ void brighten(const float* grey, float* bright, int N) {
    // bright[i] = (grey[i] + min(2 grey[i], WHITE)) / 2
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) {
        const float doubled = fminf(2.0f * grey[i], WHITE);
        bright[i] = (grey[i] + doubled) / 2.0f;
    }
}

// Where is light? Another map. Launch and sizes as brighten.
__global__ void threshold(const float* bright, unsigned char* mask, int N) {
    // mask[i] = 255 where bright[i] is LIT or more, else 0
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) mask[i] = bright[i] >= LIT ? 255 : 0;
}

// Each kernel reads what the one before it wrote. Every step has an array of its own, and a gate can look at each.
Pictures pipeline(const Bytes& scene, int H, int W) {
    const int N = H * W;
    const common::DeviceArray<unsigned char> d_scene(scene);
    common::DeviceArray<float> d_grey(N);
    common::DeviceArray<float> d_bright(N);
    common::DeviceArray<unsigned char> d_mask(N);

    const dim3 block(TILE, TILE), grid((W + TILE - 1) / TILE, (H + TILE - 1) / TILE);
    to_grey<<<grid, block>>>(d_scene.data(), d_grey.data(), H, W);
    CHECK_LAUNCH();
    brighten<<<GRID, BLOCK>>>(d_grey.data(), d_bright.data(), N);
    CHECK_LAUNCH();
    threshold<<<GRID, BLOCK>>>(d_bright.data(), d_mask.data(), N);
    CHECK_LAUNCH();
    return {d_grey.to_host(), d_bright.to_host(), d_mask.to_host()};
}

// ---- Check ------------------------------------------------------------------------------------

// Each reference starts from the one before it, and the first from the scene: none starts from a kernel's output.
void check(verify::Gates& gates, const char* name, int H, int W, const Bytes& scene) {
    const Pictures got = pipeline(scene, H, W);
    const Floats grey = reference_grey(scene), bright = reference_bright(grey);
    const Bytes mask = reference_mask(bright);
    gates.begin(name);
    gates.exact("grey", got.grey, grey, {H, W});
    gates.exact("bright", got.bright, bright, {H, W});
    gates.exact("mask", got.mask, mask, {H, W});
}

// Black, white and a grey; half of red, of green, of blue. On paper:
//     grey    0    255  177        bright   0     255    216        mask   0  255  255
//            38.5   75   14.5             57.75   112.5   21.75            0    0    0
const Bytes BY_HAND = {0, 0, 0, 255, 255, 255, 177, 177, 177, 128, 0, 0, 0, 128, 0, 0, 0, 128};

// Every pixel differs from its neighbours. In a landscape a pixel from the wrong place may look right.
Bytes noise(int H, int W) {
    Bytes scene;
    for (const float value : common::fill(3 * H * W, H * W, 128.0f)) scene.push_back((unsigned char)(value + 128.0f));
    return scene;
}

// ---- Scene ------------------------------------------------------------------------------------

using Colour = std::array<double, 3>;  // red, green, blue

Colour mix(Colour a, const Colour& b, double part_of_b) {
    for (int c = 0; c < 3; ++c) a[c] += std::clamp(part_of_b, 0.0, 1.0) * (b[c] - a[c]);
    return a;
}

double saw(double x) { return x - std::floor(x); }           // rises from 0 to 1, again and again
double fold(double x) { return std::fabs(2 * saw(x) - 1); }  // falls from 1 to 0 and comes back

// Sky, sun and mountains; x from the left, y from the top, 1 is the height of the picture.
Colour above_the_lake(double x, double y) {
    const double peak = fold(0.85 * x + 0.24), rocks = 0.045 * fold(2.9 * x) + 0.012 * fold(11 * x + 0.3);
    const double ridge = 0.58 - 0.22 * peak * peak - rocks;
    if (y > ridge) return mix({112, 78, 118}, {52, 44, 84}, (y - ridge) / 0.22);
    const double from_sun = std::sqrt((x - 0.46) * (x - 0.46) + (y - 0.42) * (y - 0.42));
    if (from_sun < 0.10) return {255, 247, 220};
    const Colour sky = mix(mix({26, 38, 96}, {166, 78, 116}, y / 0.35), {252, 152, 88}, (y - 0.35) / 0.24);
    const double glow = std::max(0.0, 1 - from_sun / 0.5);
    return mix(sky, {255, 220, 150}, 1.15 * glow * glow);
}

Colour dawn(double x, double y) {
    bool near = y > 0.95 - 0.05 * fold(0.9 * x + 0.7);
    for (const auto& [tree, top] : {std::pair{0.98, 0.57}, {1.11, 0.34}, {1.24, 0.20}, {1.33, 0.42}})
        near = near || std::fabs(x - tree) < (0.10 + 0.09 * saw(13 * (y - top))) * (y - top);
    if (near) return mix({8, 12, 22}, {30, 26, 34}, x - y + 0.5);

    const double depth = y - 0.62;  // of the lake
    if (depth < 0) return above_the_lake(x, y);
    const double ripple = (0.04 + 0.4 * depth) * (fold(1.9 / (depth + 0.06)) - 0.5);
    return mix(above_the_lake(x + ripple, 0.62 - depth), {20, 28, 70}, 0.15 + depth);
}

// Row by row, in a row pixel by pixel, in a pixel red, green, blue: [H, W, 3].
Bytes daybreak(int H, int W) {
    Bytes scene;
    for (int row = 0; row < H; ++row)
        for (int col = 0; col < W; ++col)
            for (const double value : dawn((col + 0.5) / H, (row + 0.5) / H)) scene.push_back((unsigned char)value);
    return scene;
}

// ---- Pictures ---------------------------------------------------------------------------------

// The nearest whole number from 0 to 255; a NaN becomes black.
Bytes shades(const Floats& values) {
    Bytes bytes;
    for (const float value : values) bytes.push_back(value > 0.0f ? (unsigned char)std::min(value + 0.5f, WHITE) : 0);
    return bytes;
}

// PPM (kind P6, three bytes a pixel) and PGM (P5, one): a line of text, then the array as it is.
void write(const std::string& path, const char* kind, int H, int W, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << kind << ' ' << W << ' ' << H << " 255\n";
    file.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!file.flush())
        common::stop(2, path + ": " + std::strerror(errno) + "; --pictures needs a folder that can be written");
}

void write_pictures(const std::string& folder, int H, int W, const Bytes& scene) {
    const Pictures got = pipeline(scene, H, W);
    std::error_code ignored;  // write() reports a folder that is not there
    std::filesystem::create_directories(folder, ignored);
    write(folder + "/scene.ppm", "P6", H, W, scene);
    write(folder + "/grey.pgm", "P5", H, W, shades(got.grey));
    write(folder + "/bright.pgm", "P5", H, W, shades(got.bright));
    write(folder + "/mask.pgm", "P5", H, W, got.mask);
    std::printf("scene.ppm, grey.pgm, bright.pgm and mask.pgm are in %s\n", folder.c_str());
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"grey", "bright", "mask"},
                        {{"--pictures", "FOLDER", "", "write the four pictures of the dawn there"}});
    constexpr int H = 360, W = 480;
    const Bytes scene = daybreak(H, W);
    if (gates.given("--pictures")) write_pictures(gates.option("--pictures"), H, W, scene);  // first: gates may stop us

    check(gates, "hand", 2, 3, BY_HAND);
    check(gates, "one", 1, 1, noise(1, 1));
    check(gates, "row", 1, 53, noise(1, 53));
    check(gates, "column", 41, 1, noise(41, 1));
    check(gates, "ragged", 37, 53, noise(37, 53));  // no multiple of TILE, and their product of no 4
    check(gates, "dawn", H, W, scene);              // 4096 threads for 172800 pixels
    return gates.finish();
}
