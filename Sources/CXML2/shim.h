#pragma once
// Without ICU's headers, which clash with the copy of ICU inside Foundation. Only libxml2's encoding
// handlers look different without them, at their end, and nobody here touches those.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlreader.h>
#include <libxml/tree.h>
