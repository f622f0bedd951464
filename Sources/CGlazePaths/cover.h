// The sweep itself. Compiled once for each kind of processor: NAME(cover) gives each compilation a
// name of its own.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "sweep.h"

// Vectors are handed over between functions of one compilation only. Both must give the same bits.
#pragma clang diagnostic ignored "-Wpsabi"
#pragma STDC FP_CONTRACT OFF

#include "area.h"
#include "cluster.h"
#include "run.h"
#include "rows.h"
