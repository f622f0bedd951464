// Embeds the pair of shaders of a kind as two elements of the list: KIND.
#define PATH_OF(kind, stage) kind.stage
#define PATH_IN(kind, stage) PATH_OF(kind, stage)
#define PATH PATH_IN(KIND, vert)
#include "embed.h"
#define PATH PATH_IN(KIND, frag)
#include "embed.h"
#undef KIND
#undef PATH_OF
#undef PATH_IN
