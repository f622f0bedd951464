// The sweep itself. It is compiled once for each kind of processor: NAME(cover) gives each compilation its
// own name.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

// Vectors are only passed between functions of the same compilation.
#pragma clang diagnostic ignored "-Wpsabi"

#include "area.h"
#include "cluster.h"
#include "run.h"
#include "strip.h"
#include "rows.h"
#include "multiply.h"
