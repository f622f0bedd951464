"""The values that lottie-ios' snapshot tests set, set in the documents."""

BLACK = [0, 0, 0, 1]
RED = [1, 0, 0, 1]
SWITCH = {
    "Checkmark Outlines.Group 1.Stroke 1.Color": BLACK,
    "Checkmark Outlines 2.Group 1.Stroke 1.Color": BLACK,
    "X Outlines.Group 1.Stroke 1.Color": BLACK,
    "Switch Outline Outlines.Fill 1.Color": {
        "a": 1, "k": [{"t": 0, "s": BLACK}, {"t": 75, "s": [.76, .76, .76, 1]}, {"t": 150, "s": BLACK}]},
}
# Sample, then key path and value; `**` stands for any number of names, `*` for one.
VALUES = {
    "Nonanimating/keypathTest": {"**.Stroke 1.Color": BLACK, "**.Fill 1.Color": RED},
    "Switch": SWITCH,
    "DotLotExtension/Switch": SWITCH,
    "Issues/issue_1664": {"**.base_color.**.Color": BLACK},
    "Issues/issue_1837_opacity": {"Dark Gray Solid 1.Transform.Opacity": 10},
    "Issues/issue_1837_scale_rotation": {"H2.Transform.Scale": [200, 150], "H2.Transform.Rotation": 90},
    "Issues/issue_1847": {"**.Stroke 1.**.Color": RED, "**.Stroke 1.Color": RED},
    "Issues/issue_1854": {
        "**.Colors": {"p": 3, "k": [0, 0, 0, 0, .3, 1, 1, 1, 1, 1, 1, 1, 0, 0, .3, .5, 1, 1]}},
    "Issues/issue_2042": {"MASTER.Transform.Position": [214, 120]},
    "Issues/issue_2094": {"**.Stroke Width": 2},
    "Issues/issue_2150": {"**.Color": RED},
    "Issues/issue_2262": {"**.Accent.**.Color": BLACK},
    "Issues/issue_2677": {"**.**.**.Colors": {"p": 2, "k": [.1, .5, .5, 1, .5, .2, .6, .7]}},
    "TypeFace/G": {
        "G 2.Ellipse 1.Stroke 1.Color": RED, "G Outlines 3.G.Fill 1.Color": RED,
        "Shape Layer 18.Shape 1.Stroke 2.Color": RED},
}
# Texts that tests give the layers of a sample, by their names and those of the compositions around them.
TEXTS = {
    "Issues/issue_1949_full_paths": {
        "ENVELOPE-FRONT.sender_username": "Lottie",
        "ENVELOPE-FRONT.From": "Airbnb (front)",
        "ENVELOPE-BACK-TEXTBOX.LETTER-TEXTBOX.sender_username": "Airbnb (back)",
        "ENVELOPE-BACK-TEXTBOX.LETTER-TEXTBOX.custom_text": "Text providers are cool!",
    },
    "Issues/issue_1949_short_paths": {
        "**.sender_username": "Lottie", "**.From": "Airbnb", "**.custom_text": "Text providers are cool!",
    },
}
# The part of a document that a test shows: x, y, width, height.
VIEWPORTS = {"Issues/issue_2310": (10, 10, 65, 65)}
# Images that tests give the assets of a sample, in the folder Samples/Images.
IMAGES = {"Nonanimating/dog": "dog.png", "Nonanimating/dog_landscape": "dog-landscape.jpeg"}

# The frames of states, which are named by their integer parts.
FRAMES = {
    # The test has 9.9999999, which Glaze does not distinguish from 10.
    "Issues/issue_2209": {"Frame-4": 4.999, "Frame-9": 9.9999},
    "Issues/issue_2226": {"Frame-19": 19.25},
}

COLORS = {"c": "Color", "o": "Opacity"}
STYLES = {
    "fl": COLORS, "st": {**COLORS, "w": "Stroke Width"}, "gf": {"g": "Colors", "o": "Opacity"},
    "gs": {"g": "Colors", "o": "Opacity", "w": "Stroke Width"},
}
TRANSFORM = {"p": "Position", "s": "Scale", "r": "Rotation", "o": "Opacity", "a": "Anchor Point"}


def matches(pattern, path):
    if not pattern:
        return not path
    if pattern[0] == "**":
        return any(matches(pattern[1:], path[index:]) for index in range(len(path) + 1))
    return bool(path) and pattern[0] in ("*", path[0]) and matches(pattern[1:], path[1:])


class Setter:
    def __init__(self, document, rules, texts):
        self.compositions = {a["id"]: a["layers"] for a in document.get("assets", []) if "layers" in a}
        self.rules = [(pattern.split("."), value) for pattern, value in rules.items()]
        self.texts = [(pattern.split("."), value) for pattern, value in texts.items()]

    def properties(self, node, names, path):
        for key, name in names.items():
            value = next((v for p, v in self.rules if matches(p, path + [name])), None)
            if value is None:
                continue
            if key == "g":
                node["g"] = {"p": value["p"], "k": {"a": 0, "k": value["k"]}}
            else:
                node[key] = value if isinstance(value, dict) else {"a": 0, "k": value}

    def solid(self, layer, path):
        color = next((v for p, v in self.rules if matches(p, path + ["Color"])), None)
        if color:
            layer["sc"] = "#" + "".join(f"{round(part * 255):02x}" for part in color[:3])

    def shapes(self, items, path):
        for item in items:
            name = path + [item.get("nm", "")]
            if item.get("ty") == "gr":
                self.shapes(item["it"], name)
            elif item.get("ty") == "tr":
                self.properties(item, TRANSFORM, path + ["Transform"])
            else:
                self.properties(item, STYLES.get(item.get("ty"), {}), name)

    def layers(self, layers, path):
        for layer in layers:
            name = path + [layer.get("nm", "")]
            self.properties(layer["ks"], TRANSFORM, name + ["Transform"])
            self.shapes(layer.get("shapes", []), name)
            if layer.get("ty") == 1:
                self.solid(layer, name)
            text = next((v for p, v in self.texts if matches(p, name)), None)
            if text and layer.get("ty") == 5:
                for key in layer["t"]["d"]["k"]:
                    key["s"]["t"] = text
            if layer.get("ty") == 0:
                self.layers(self.compositions.get(layer.get("refId"), []), name)


def show_part(document, x, y, width, height):
    """Makes a part of a document its whole area."""
    whole = {"id": "whole document", "layers": document["layers"]}
    document.setdefault("assets", []).append(whole)
    point = {"a": 0, "k": [x, y, 0]}
    document["layers"] = [{
        "ty": 0, "refId": whole["id"], "w": document["w"], "h": document["h"], "st": 0, "ip": document["ip"],
        "op": document["op"], "ks": {"a": point}}]
    document["w"], document["h"] = width, height


def set_values(sample, document, images):
    """Sets the values of a sample's test; returns whether it has any."""
    rules, texts = VALUES.get(sample, {}), TEXTS.get(sample, {})
    if rules or texts:
        Setter(document, rules, texts).layers(document["layers"], [])
    image = IMAGES.get(sample)
    if image:
        for asset in document.get("assets", []):
            if "p" in asset:
                asset["u"], asset["p"] = "", str(images / image)
    part = VIEWPORTS.get(sample)
    if part:
        show_part(document, *part)
    return bool(rules or texts or image or part)
