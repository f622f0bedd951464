#pragma once
#include <stdio.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jerror.h>
