/** What there is to choose from, as `list --format json` has it. */

export interface Listing {
  topologies: { name: string; parameters: string; summary: string; example: string }[];
  schemes: { name: string; summary: string; topologies: string[]; options: string[] }[];
  options: { name: string; summary: string; value?: string; default?: string; schemes: string[] }[];
}

/** The schemes that serve the family of a network. */
export function schemesFor(listing: Listing, topology: string): Listing["schemes"] {
  const family = topology.split(":")[0]!;
  return listing.schemes.filter(({ topologies }) => topologies.includes(family));
}

/** The options of a scheme. */
export function optionsOf(listing: Listing, scheme: string): Listing["options"] {
  return listing.options.filter(({ schemes }) => schemes.includes(scheme));
}
