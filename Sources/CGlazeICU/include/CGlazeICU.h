#pragma once
// Nothing is called here: see empty.c.
