// Conversions that Swift's standard library checks, in one instruction each.
#pragma once
#include <stdint.h>

/// The integer toward zero of a finite number below 2^63.
static inline int64_t glaze_truncate(double number) { return (int64_t)number; }
