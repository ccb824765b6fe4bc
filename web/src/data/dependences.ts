/** The channel dependency graph of plans, and the numbers that a certificate gives to channels. */

import type { NamedPlan, Proof } from "./documents";
import type { Network } from "./network";

/** From one channel to another that a worm asks for while it holds the first. */
export type Dependence = [number, number];

/** Each dependence of the worms of these plans once, in order. */
export function dependences(network: Network, plans: NamedPlan[]): Dependence[] {
  const known = new Map<string, Dependence>();
  for (const { plan } of plans) {
    for (const { route } of plan.worms) {
      route.forEach((hop) => {
        const parent = hop[0] === null ? undefined : route[hop[0]];
        const [from, to] = [parent && network.ofHop(parent), network.ofHop(hop)];
        if (from !== undefined && to !== undefined) known.set(`${from},${to}`, [from, to]);
      });
    }
  }
  return [...known.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The numbers of channels: where a channel has several, for its virtual channels or parts, in their order. */
export function numbers(network: Network, proof: Proof): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const add = (channel: number | undefined, number: number) => {
    if (channel !== undefined) found.set(channel, [...(found.get(channel) ?? []), number]);
  };
  proof.certificate?.numbers?.forEach(([from, to, , number]) => to !== null && add(network.named([from, to]), number));
  proof.certificate?.lanes?.forEach(([name, , number]) => {
    const [from, to] = name.split(">");
    add(network.named([from ?? null, to ?? null]), number);
  });
  return found;
}
