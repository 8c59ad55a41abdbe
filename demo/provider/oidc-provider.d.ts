/** The part of oidc-provider that the development provider uses; the package brings no types. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Claims = Record<string, unknown>;

  /** What the library keeps of a session, a code, a token. */
  export type Payload = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number };

  /** Where the library keeps one kind of thing. */
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(userCode: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  /** What the user must do at the provider before a flow continues. */
  export interface InteractionDetails {
    uid: string;
    params: Record<string, unknown>;
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export type InteractionResult =
    { login: { accountId: string }; consent: { grantId: string } } | { error: string; error_description: string };

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (owner: { accountId: string; clientId: string }) => Grant;
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>;
  }
}
