"""What tests of the user's own schemes and routings share."""

import wormcast


@wormcast.scheme("py-unicast")
def py_unicast(network, source, destinations):
    """A path of its own to each destination, first along x."""
    return [xy_path(source, to) for to in destinations]


def xy_path(source, to):
    (x, y), (to_x, to_y) = (tuple(map(int, node.split(","))) for node in (source, to))
    step = lambda a, b: range(a, b, 1 if b > a else -1)
    return [(at, y) for at in step(x, to_x)] + [(to_x, at) for at in step(y, to_y)] + [(to_x, to_y)]
