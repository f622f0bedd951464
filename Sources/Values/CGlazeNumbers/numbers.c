#include "CGlazeNumbers.h"
