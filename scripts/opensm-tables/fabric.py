#!/usr/bin/env python3
"""Writes a torus of switches with a host each, as ibsim reads it, and what goes with it.

fabric.py FOLDER 5x5 [--link x,y-x,y] [--switch x,y] takes a link or a switch away. Into the folder go `net.topo`, the
dimensions and datelines for torus-2QoS (`torus-2QoS.conf`), a root for updn (`roots.txt`), which finds none on a torus,
and the members of some multicast groups (`groups.txt`): all hosts, and four groups of six.
"""

import argparse
import itertools
import os
import random

PORTS = 8


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("sides", type=lambda text: [int(side) for side in text.split("x")])
    parser.add_argument("--link", type=lambda text: {node(end) for end in text.split("-")})
    parser.add_argument("--switch", type=lambda text: node(text))
    return parser.parse_args()


def node(text):
    return tuple(int(coordinate) for coordinate in text.split(","))


def name(kind, at):
    return kind + "_".join(map(str, at))


class Torus:
    def __init__(self, sides, link, switch):
        self.sides, self.link, self.switch = sides, link, switch
        everywhere = list(itertools.product(*map(range, sides)))
        self.number = {at: number for number, at in enumerate(everywhere)}
        self.nodes = [at for at in everywhere if at != switch]

    def neighbour(self, at, dimension, step):
        """The next switch in a direction; none if it or the link is lost."""
        there = list(at)
        there[dimension] = (there[dimension] + step) % self.sides[dimension]
        there = tuple(there)
        return None if there == self.switch or {at, there} == self.link else there

    def switch_guid(self, at):
        return 0x100000 + self.number[at]

    def lines(self):
        """Ports 1 and 2 lead up and down the first dimension, 3 and 4 the second, and the next one to the host."""
        host_port = 2 * len(self.sides) + 1
        for at in self.nodes:
            yield f'switchguid=0x{self.switch_guid(at):x}\nSwitch\t{PORTS} "{name("S", at)}"'
            for dimension, (place, step) in itertools.product(range(len(self.sides)), enumerate((1, -1))):
                there = self.neighbour(at, dimension, step)
                if there is not None:
                    yield f'[{2 * dimension + place + 1}]\t"{name("S", there)}"[{2 * dimension + 2 - place}]'
            yield f'[{host_port}]\t"{name("H", at)}"[1]\n'
        for at in self.nodes:
            yield f'caguid=0x{0x200000 + 16 * self.number[at]:x}\nHca\t1 "{name("H", at)}"'
            yield f'[1]\t"{name("S", at)}"[{host_port}]\n'

    def two_qos(self):
        """The links at one switch that say which direction is which, and where the datelines are."""
        origin = next(at for at in self.nodes if all(
            self.neighbour(at, d, s) is not None for d in range(len(self.sides)) for s in (1, -1)))
        yield "torus " + " ".join(map(str, (self.sides + [1, 1])[:3]))
        for axis, dimension in zip("xyz", range(len(self.sides))):
            for sign, step in (("p", 1), ("m", -1)):
                there = self.neighbour(origin, dimension, step)
                yield f"{axis}{sign}_link 0x{self.switch_guid(origin):x} 0x{self.switch_guid(there):x}"
        for axis, dimension in zip("xyz", range(len(self.sides))):
            yield f"{axis}_dateline {-origin[dimension] % self.sides[dimension]}"

    def groups(self):
        """All hosts in one group, and four groups of six, always the same ones."""
        draw = random.Random(1)
        hosts = [name("H", at) for at in self.nodes]
        yield "ff12401bffff000000000000ffffffff " + " ".join(hosts)
        for group in range(4):
            yield f"ff12401bffff0000000000{0xE0000100 + group:010x} " + " ".join(draw.sample(hosts, min(6, len(hosts))))


def main():
    asked = arguments()
    torus = Torus(asked.sides, asked.link, asked.switch)
    os.makedirs(asked.folder, exist_ok=True)
    files = {
        "net.topo": torus.lines(),
        "torus-2QoS.conf": torus.two_qos(),
        "roots.txt": [f"0x{torus.switch_guid(torus.nodes[0]):x}"],
        "groups.txt": torus.groups(),
    }
    for file, lines in files.items():
        with open(os.path.join(asked.folder, file), "w", encoding="ascii") as out:
            out.writelines(line + "\n" for line in lines)


main()
