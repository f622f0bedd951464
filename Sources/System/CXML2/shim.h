#pragma once
// ICU's headers are excluded, because they clash with the copy of ICU inside Foundation. Without them only
// the end of libxml2's encoding handlers differs, which Glaze does not use.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlreader.h>
#include <libxml/tree.h>
