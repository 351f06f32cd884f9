// cuSOLVER for dense matrices
#pragma once
#define CUSOLVERDN_H_
#include "cublas_v2.h"
#include "cusolver_common.h"

using cusolverDnHandle_t = struct cusolverDnContext*;
using cusolverDnParams_t = struct cusolverDnParams*;
using syevjInfo_t = struct syevjInfo*;
using gesvdjInfo_t = struct gesvdjInfo*;
