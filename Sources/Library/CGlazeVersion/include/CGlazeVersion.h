#ifndef CGLAZE_VERSION_H
#define CGLAZE_VERSION_H

/// Returns the text of the file VERSION, with the end of its line.
const char *glaze_version_text(void);

#endif
