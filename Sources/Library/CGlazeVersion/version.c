#include "CGlazeVersion.h"

// The version stands in one file, which pyproject.toml reads, too.
static const char text[] = {
#embed "../../../VERSION"
    , 0};

const char *glaze_version_text(void) { return text; }
