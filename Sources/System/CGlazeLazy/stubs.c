#include "lazy.h"

// The replacement of each function. It cannot be written in C: all arguments must reach the function
// unchanged, in registers and on the stack.
//
//   name:        jump to what is in the slot
//   slot:        first, in the beginning; the function, later
//   first:       load the address of its description, jump to bind
//   bind:        save the registers that hold arguments, call glaze_lazy_find, restore them, jump to the
//                function
//
// The definitions are weak, so that a program may link a library statically; and hidden, so that libraries
// find each other's functions instead of these.

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#if defined(__x86_64__)
#define JUMP(name) "endbr64\n jmp *glaze_slot_" #name "(%rip)\n"
#define FIRST(name) "endbr64\n leaq glaze_function_" #name "(%rip), %r11\n jmp glaze_lazy_bind\n"
#else
#define JUMP(name) \
  "hint #34\n adrp x16, glaze_slot_" #name "\n ldr x16, [x16, :lo12:glaze_slot_" #name "]\n br x16\n"
#define FIRST(name) \
  "hint #34\n adrp x17, glaze_function_" #name "\n add x17, x17, :lo12:glaze_function_" #name "\n" \
  "b glaze_lazy_bind\n"
#endif

#define FUNCTION(library_, name_) \
  extern __attribute__((visibility("hidden"))) void *glaze_slot_##name_; \
  __attribute__((visibility("hidden"), used)) \
  const struct glaze_lazy_function glaze_function_##name_ = { \
    .name = #name_, .slot = &glaze_slot_##name_, .library = GLAZE_LAZY_##library_}; \
  __asm__( \
    ".pushsection .data, \"aw\"\n .balign 8\n .hidden glaze_slot_" #name_ "\n" \
    ".globl glaze_slot_" #name_ "\n glaze_slot_" #name_ ": .quad glaze_first_" #name_ "\n" \
    ".popsection\n" \
    ".pushsection .text, \"ax\"\n .balign 16\n .weak " #name_ "\n .hidden " #name_ "\n" \
    ".type " #name_ ", %function\n" #name_ ":\n .cfi_startproc\n" JUMP(name_) \
    ".cfi_endproc\n .size " #name_ ", . - " #name_ "\n" \
    "glaze_first_" #name_ ":\n .cfi_startproc\n" FIRST(name_) ".cfi_endproc\n" \
    ".popsection\n");
#define OPTIONAL(library, name) FUNCTION(library, name)
#include "functions.h"

#if defined(__x86_64__)
// The arguments are in rdi, rsi, rdx, rcx, r8, r9, xmm0 to xmm7; rax counts vectors, r10 is a static chain.
__asm__(
  ".pushsection .text, \"ax\"\n .balign 16\n .type glaze_lazy_bind, %function\n"
  "glaze_lazy_bind:\n .cfi_startproc\n"
  "pushq %rbp\n .cfi_def_cfa_offset 16\n .cfi_offset %rbp, -16\n"
  "movq %rsp, %rbp\n .cfi_def_cfa_register %rbp\n"
  "pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n pushq %r9\n pushq %rax\n"
  "pushq %r10\n subq $128, %rsp\n"
  "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n movups %xmm2, 32(%rsp)\n"
  "movups %xmm3, 48(%rsp)\n movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n"
  "movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n"
  "movq %r11, %rdi\n call glaze_lazy_find\n movq %rax, %r11\n"
  "movups (%rsp), %xmm0\n movups 16(%rsp), %xmm1\n movups 32(%rsp), %xmm2\n"
  "movups 48(%rsp), %xmm3\n movups 64(%rsp), %xmm4\n movups 80(%rsp), %xmm5\n"
  "movups 96(%rsp), %xmm6\n movups 112(%rsp), %xmm7\n addq $128, %rsp\n"
  "popq %r10\n popq %rax\n popq %r9\n popq %r8\n popq %rcx\n popq %rdx\n popq %rsi\n popq %rdi\n"
  "popq %rbp\n .cfi_def_cfa %rsp, 8\n jmp *%r11\n .cfi_endproc\n .popsection\n");
#else
// The arguments are in x0 to x7, q0 to q7; x8 is the address of a large result.
__asm__(
  ".pushsection .text, \"ax\"\n .balign 16\n .type glaze_lazy_bind, %function\n"
  "glaze_lazy_bind:\n .cfi_startproc\n"
  "stp x29, x30, [sp, #-224]!\n .cfi_def_cfa_offset 224\n .cfi_offset x29, -224\n"
  ".cfi_offset x30, -216\n mov x29, sp\n"
  "stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"
  "str x8, [sp, #80]\n"
  "stp q0, q1, [sp, #96]\n stp q2, q3, [sp, #128]\n stp q4, q5, [sp, #160]\n stp q6, q7, [sp, #192]\n"
  "mov x0, x17\n bl glaze_lazy_find\n mov x16, x0\n"
  "ldp q0, q1, [sp, #96]\n ldp q2, q3, [sp, #128]\n ldp q4, q5, [sp, #160]\n ldp q6, q7, [sp, #192]\n"
  "ldr x8, [sp, #80]\n"
  "ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n ldp x4, x5, [sp, #48]\n ldp x6, x7, [sp, #64]\n"
  "ldp x29, x30, [sp], #224\n .cfi_def_cfa_offset 0\n .cfi_restore x29\n .cfi_restore x30\n"
  "br x16\n .cfi_endproc\n .popsection\n");
#endif

#else

// These stubs are never called, since the libraries are not available.
#define FUNCTION(library, name)
#define OPTIONAL(library, name) \
  __attribute__((weak, visibility("hidden"))) void name(void) { __builtin_trap(); }
#include "functions.h"

#endif
