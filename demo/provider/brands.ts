/** What distinguishes one development provider from the other. */
export interface Brand {
  /** Its id at the server, and the name of its icon among the pages of the demo. */
  id: string;
  name: string;
  /** The host of its address, and the domain of the e-mail addresses of its users. */
  host: string;
  domain: string;
  color: readonly [red: number, green: number, blue: number];
}

/** A provider for everyone, and the one of a company. */
export const brands = {
  example: { id: 'example', name: 'Example ID', host: 'idp.localhost', domain: 'people.example', color: [46, 79, 158] },
  acme: { id: 'acme', name: 'Acme Staff', host: 'acme.localhost', domain: 'acme.example', color: [138, 59, 18] },
} as const satisfies Record<string, Brand>;
