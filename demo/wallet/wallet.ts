import { cborDecode, cborEncode, DeviceRequest, SessionTranscript } from '@owf/mdoc';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { IdentityRequest, IdentityResponse } from '../../src/base/contract/types.js';
import type { Authority } from './authority.js';
import { identityType, issueIdentity, issueLicence, licence } from './credentials.js';
import { createDeviceKey } from './device-key.js';
import type { Lies } from './lies.js';
import { createMdocContext } from './mdoc-context.js';
import { presentIdentity } from './present-identity.js';
import { DcApiHandover, presentLicence } from './present-licence.js';
import { sealForMdoc, sealForOpenid4vp } from './seal.js';

/** A request as the browser passes it to a wallet: with the origin of the page, which the browser guarantees. */
export interface WalletRequest extends IdentityRequest {
  origin: string;
}

/** Who issued what the wallet holds, and how it answers. */
export interface WalletOptions {
  authority: Authority;
  /** The clock, epoch milliseconds. */
  now?: () => number;
  ageOver18?: boolean;
  /** When its credentials are good, epoch milliseconds; by default from an hour ago, for 30 days. */
  validFrom?: number;
  validUntil?: number;
  /** What it shows by OpenID4VP where it may choose. */
  prefers?: 'mso_mdoc' | 'dc+sd-jwt';
  /** How it encrypts by OpenID4VP. */
  contentEncryption?: 'A128GCM' | 'A256GCM';
}

/** A wallet with a driving license and an identity. It shares them without a prompt. */
export interface Wallet {
  /** Responds to a request. @throws {Error} if it has none of the requested credentials. */
  answerRequest(request: WalletRequest, lies?: Lies): Promise<IdentityResponse>;
}

/** The part of an OpenID4VP request that the wallet reads. */
interface Openid4vpData {
  nonce: string;
  dcql_query: {
    credentials: {
      id: string;
      format: string;
      meta: { doctype_value?: string; vct_values?: string[] };
      claims: { path: (string | number | null)[] }[];
    }[];
  };
  client_metadata: { jwks: { keys: JWK[] } };
}

const hour = 3_600_000;

function encodeInfo(parameters: ReadonlyMap<string, unknown>): string {
  return Buffer.from(cborEncode(['dcapi', parameters])).toString('base64url');
}

/** Creates a wallet, and has its credentials issued. */
export async function createWallet(options: WalletOptions): Promise<Wallet> {
  const { authority, now = Date.now, ageOver18 = true, prefers = 'dc+sd-jwt', contentEncryption = 'A256GCM' } = options;
  const { validFrom = now() - hour, validUntil = now() + 720 * hour } = options;
  const device = await createDeviceKey();
  const details = { ageOver18, validFrom, validUntil };
  const [heldLicence, heldIdentity] = await Promise.all([
    issueLicence(authority, device, details),
    issueIdentity(authority, device, details),
  ]);

  const answerOpenid4vp = async (origin: string, data: Openid4vpData, lies: Lies): Promise<string> => {
    const signer = lies.signsWithAnotherKey ? await createDeviceKey() : device;
    const {
      nonce,
      dcql_query: query,
      client_metadata: { jwks },
    } = data;
    const signed = { origin: lies.origin ?? origin, nonce: lies.nonce ?? nonce };
    const held = query.credentials.filter(
      ({ meta }) => meta.doctype_value === licence.documentType || meta.vct_values?.includes(identityType),
    );
    const chosen = held.find(({ format }) => format === prefers) ?? held[0];
    if (!chosen) throw new Error('The development wallet has none of the requested credentials.');

    const present = async (): Promise<string> => {
      const paths = chosen.claims.map(({ path }) => path);
      if (chosen.format === 'dc+sd-jwt') {
        const binding = { audience: `origin:${signed.origin}`, nonce: signed.nonce, signedAt: lies.signedAt ?? now() };
        return presentIdentity(heldIdentity, paths, binding, signer, lies);
      }
      const jwkThumbprint = Buffer.from(await calculateJwkThumbprint(jwks.keys[0]!), 'base64url');
      const transcript = await SessionTranscript.forOid4VpDcApi(
        { ...signed, jwkThumbprint },
        createMdocContext(new Map()),
      );
      return Buffer.from(
        await presentLicence(
          heldLicence,
          paths.map((path) => String(path.at(-1))),
          transcript,
          signer,
          lies,
        ),
      ).toString('base64url');
    };
    return sealForOpenid4vp({ vp_token: { [chosen.id]: [await present()] } }, jwks.keys, contentEncryption);
  };

  const answerMdoc = async (
    origin: string,
    { deviceRequest, encryptionInfo }: { deviceRequest: string; encryptionInfo: string },
    lies: Lies,
  ): Promise<string> => {
    const [, parameters] = cborDecode<[string, Map<string, Map<number, Uint8Array>>]>(
      Buffer.from(encryptionInfo, 'base64url'),
    );
    const recipient = parameters.get('recipientPublicKey')!;
    const transcriptFor = async (info: string, from: string): Promise<SessionTranscript> => {
      const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(cborEncode([info, from])));
      return SessionTranscript.create({ handover: new DcApiHandover(new Uint8Array(hash)) });
    };
    const signedInfo =
      lies.nonce === undefined
        ? encryptionInfo
        : encodeInfo(new Map<string, unknown>(parameters).set('nonce', Buffer.from(lies.nonce)));
    const asked = DeviceRequest.decode(Buffer.from(deviceRequest, 'base64url')).docRequests.find(
      ({ itemsRequest }) => itemsRequest.docType === licence.documentType,
    );
    const claims = asked?.itemsRequest.namespaces.get(licence.nameSpace);
    if (!claims) throw new Error('The development wallet has none of the requested credentials.');
    const signer = lies.signsWithAnotherKey ? await createDeviceKey() : device;
    const response = await presentLicence(
      heldLicence,
      [...claims.keys()],
      await transcriptFor(signedInfo, lies.origin ?? origin),
      signer,
      lies,
    );
    return sealForMdoc(
      response,
      { x: recipient.get(-2)!, y: recipient.get(-3)! },
      (await transcriptFor(encryptionInfo, origin)).encode(),
    );
  };

  return {
    async answerRequest({ protocol, data, origin }, lies = {}) {
      const answer = protocol === 'org-iso-mdoc' ? answerMdoc : answerOpenid4vp;
      return { protocol, data: { response: await answer(origin, data as never, lies) } };
    },
  };
}
