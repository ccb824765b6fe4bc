"""A scheme of the library in pure Python: tests hold it against that one, and `bench.py` measures it."""

import wormcast


@wormcast.scheme("py-dual-path", routes="label-paths", nodes="numbers")
class PyDualPath:
    """Dual-path with the shortest steps along the labels of a Hamiltonian path."""

    def __init__(self, network):
        self.labels = network.labels().tolist()
        channels = network.channels()
        self.out = [[] for _ in self.labels]
        for source, target in zip(channels["source"].tolist(), channels["target"].tolist()):
            self.out[source].append(target)

    def plan(self, source, destinations):
        labels = self.labels
        up = sorted((to for to in destinations if labels[to] > labels[source]), key=labels.__getitem__)
        down = sorted((to for to in destinations if labels[to] < labels[source]), key=labels.__getitem__, reverse=True)
        return [self.walk(source, stops) for stops in (up, down) if stops]

    def walk(self, at, stops):
        path, labels = [at], self.labels
        for stop in stops:
            rising = labels[stop] > labels[at]
            while at != stop:
                between = [n for n in self.out[at] if (labels[at] < labels[n] <= labels[stop]) == rising
                           and (rising or labels[stop] <= labels[n] < labels[at])]
                at = max(between, key=labels.__getitem__) if rising else min(between, key=labels.__getitem__)
                path.append(at)
        return path
