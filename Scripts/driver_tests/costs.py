"""The cost of a shader on a chip, read from the messages of Mesa's compilers."""

import re


class Cost:
    """The cost of a fragment shader, and the spills of both shaders of its program."""

    def __init__(self, instructions, cycles, registers, spills):
        self.instructions, self.cycles, self.registers, self.spills = instructions, cycles, registers, spills


def intel(messages):
    # The widest shader is used for all but small triangles.
    found = re.findall(r"FS SIMD(\d+) shader: (\d+) inst, \d+ loops, (\d+) cycles", messages)
    if not found:
        return None
    width, instructions, cycles = map(int, max(found, key=lambda words: int(words[0])))
    return Cost(instructions, cycles / width, f"SIMD{width}", spills_and_fills(messages))


def radeon(messages):
    found = re.findall(r"SGPRS: \d+ VGPRS: (\d+) Code Size: (\d+) .*?Max Waves: (\d+) .*?\(PS", messages)
    if not found:
        return None
    registers, size, waves = map(int, found[-1])
    spilled = sum(map(int, re.findall(r"Spilled .GPRs: (\d+)", messages)))
    # The driver reports the size instead of instructions; most have four or eight bytes.
    return Cost(size // 4, size / 4, f"{registers} ({waves} waves)", spilled)


def adreno(messages):
    found = re.findall(
        r"FRAG shader: (\d+) inst.*? (\d+) full.*? (\d+) sstall.*? (\d+) systall.*? (\d+) waves", messages)
    if not found:
        return None
    instructions, registers, stalls, texture, waves = map(int, found[-1])
    spilled = sum(map(int, re.findall(r"(\d+) (?:stp|ldp)", messages)))
    return Cost(instructions, instructions + stalls + texture, f"{registers} ({waves} waves)", spilled)


def mali(messages):
    found = re.findall(r"FRAGMENT shader: (\d+) inst.*? ([\d.]+) cycles.*? (\d+) threads", messages)
    if not found:
        return None
    instructions, cycles, threads = found[-1]
    return Cost(int(instructions), float(cycles), f"{threads} of 2 threads", spills_and_fills(messages))


def videocore(messages):
    found = re.findall(
        r"FRAGMENT shader: (\d+) inst, (\d+) threads.*? (\d+) max-temps.*? (\d+) inst-and-stalls", messages)
    if not found:
        return None
    instructions, threads, registers, cycles = map(int, found[-1])
    return Cost(instructions, cycles, f"{registers} ({threads} threads)", spills_and_fills(messages))


def spills_and_fills(messages):
    return sum(int(a) + int(b) for a, b in re.findall(r"(\d+):(\d+) spills:fills", messages))


#: The chips of the bill: the name of the chip, the options of its driver, the parser, and what it counts.
CHIPS = [
    ("Intel Tiger Lake", {}, intel, "cycles for a pixel", "width"),
    ("AMD RDNA 2", {}, radeon, "words of code", "registers"),
    ("Adreno 630", {"FD_MESA_DEBUG": "shaderdb"}, adreno, "cycles with stalls", "registers"),
    ("Mali G52", {}, mali, "cycles", "threads"),
    ("Mali G610", {}, mali, "cycles", "threads"),
    ("VideoCore VI (V3D 4.2)", {"V3D_DEBUG": "shaderdb"}, videocore, "cycles with stalls", "registers"),
]
