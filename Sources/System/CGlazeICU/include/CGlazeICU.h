#pragma once
// This header declares nothing: see empty.c.
