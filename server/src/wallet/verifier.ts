import type { IdentityProtocol, IdentityResponse } from '../../../src/base/contract/types.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { readRoot } from './certificates.js';
import { ageOver18 } from './default-query.js';
import { refuse, refuseMalformed } from './identity-failure.js';
import { verifyDeviceResponse, type MdocContext } from './mdoc.js';
import { createMdocRequest, readMdocResponse } from './mdoc-request.js';
import { createOpenid4vpRequest, openOpenid4vpResponse, readRequestId, thumbprintOf } from './openid4vp-request.js';
import type { PendingRequest, RecognizedResponse, RequestSecrets } from './pending-request.js';
import { isMdocQuery, matchQuery, readQuery, showMdoc, type ShownCredential } from './query.js';
import { verifySdJwt } from './sd-jwt.js';
import { openid4vpTranscript } from './session-transcript.js';

/** What a verifier is made of: a DCQL query, by default for the age of 18, and certificates of trusted roots in PEM. */
export interface VerifierSettings {
  query?: unknown;
  roots: readonly string[];
}

/** Where responses come from, and when. */
export interface ResponseContext {
  origins: readonly string[];
  now: number;
}

/** Asks wallets for credentials and verifies what they answer. It keeps nothing. */
export interface IdentityVerifier {
  /** Protocols that can carry what is asked. */
  protocols: readonly IdentityProtocol[];
  /** Makes the data of a request. */
  createRequest(protocol: IdentityProtocol, id: string, secrets: RequestSecrets): object;
  /**
   * Finds the request that a response was made for. `verify` of the result does everything else.
   *
   * @throws {IdentityFailure} `malformed`, `protocol` when only other protocols were asked, `encryption` when it opens
   *   with no key.
   * @returns undefined if the request is not pending.
   */
  recognize(
    response: IdentityResponse,
    pending: readonly PendingRequest[],
    context: ResponseContext,
  ): Promise<RecognizedResponse | undefined>;
}

/**
 * Creates a verifier.
 *
 * @throws {Error} that says what is wrong with the query or with a root.
 */
export function createVerifier({ query: input = ageOver18, roots: sources }: VerifierSettings): IdentityVerifier {
  const query = readQuery(input);
  const roots = sources.map(readRoot);
  const formats = new Map(query.dcql.credentials.map(({ id, format }) => [id, format]));
  const mdocs = query.dcql.credentials.filter(isMdocQuery);

  const verifyMdoc = async (presentation: string, context: MdocContext): Promise<ShownCredential> => {
    const documents = await verifyDeviceResponse(readBase64url(presentation, 'a presentation'), context);
    return documents.length === 1
      ? showMdoc(documents[0]!)
      : refuse('malformed', 'a presentation must hold one document');
  };

  const verifyOpenid4vp = async (
    response: string,
    { secrets, requestedAt }: PendingRequest,
    { origins, now }: ResponseContext,
  ) => {
    const presentations = Object.entries(await openOpenid4vpResponse(response, secrets));
    const thumbprint = await thumbprintOf(secrets);
    const transcripts = await Promise.all(
      origins.map((origin) => openid4vpTranscript(origin, secrets.nonce, thumbprint)),
    );
    const credentials = presentations.map(async ([id, presentation]): Promise<[string, ShownCredential]> => {
      const format = formats.get(id);
      if (format === undefined) return refuse('extra_claims', 'a credential is shared that was not requested');
      if (format === 'mso_mdoc') return [id, await verifyMdoc(presentation, { roots, transcripts, asked: 1, now })];
      const { claims, disclosed, type } = await verifySdJwt(presentation, {
        roots,
        origins,
        nonce: secrets.nonce,
        requestedAt,
        now,
      });
      return [id, { format: 'dc+sd-jwt', type, claims, shown: disclosed }];
    });
    return matchQuery(query, new Map(await Promise.all(credentials)));
  };

  const verifyMdocs = async (deviceResponse: Uint8Array<ArrayBuffer>, context: MdocContext) => {
    const documents = await verifyDeviceResponse(deviceResponse, context);
    const credentials = new Map<string, ShownCredential>();
    for (const document of documents) {
      const asked = mdocs.find(({ meta }) => meta?.doctype_value === document.documentType);
      if (!asked || credentials.has(asked.id)) refuse('extra_claims', 'a document is shared that was not requested');
      credentials.set(asked.id, showMdoc(document));
    }
    return matchQuery(query, credentials);
  };

  const recognizeMdocs = async (
    response: string,
    pending: readonly PendingRequest[],
    { origins, now }: ResponseContext,
  ): Promise<RecognizedResponse> => {
    const sealed = readMdocResponse(response);
    for (const { id, secrets } of pending) {
      const opened = await sealed.open(secrets, origins);
      if (opened)
        return {
          requestId: id,
          verify: () =>
            refuseMalformed(() =>
              verifyMdocs(opened.deviceResponse, { roots, transcripts: [opened.transcript], asked: mdocs.length, now }),
            ),
        };
    }
    return refuse('encryption', 'the response does not decrypt with the key of any request');
  };

  return {
    protocols: query.protocols,

    createRequest(protocol, id, secrets) {
      return protocol === 'org-iso-mdoc'
        ? createMdocRequest(query, secrets)
        : createOpenid4vpRequest(query, id, secrets);
    },

    recognize({ protocol, data: { response } }, pending, context) {
      return refuseMalformed(async () => {
        const candidates = pending.filter((request) => request.protocol === protocol);
        if (candidates.length === 0)
          return pending.length === 0 ? undefined : refuse('protocol', 'no request was made with this protocol');
        if (protocol === 'org-iso-mdoc') return recognizeMdocs(response, candidates, context);
        const id = readRequestId(response);
        const request = candidates.find((candidate) => candidate.id === id);
        return (
          request && {
            requestId: request.id,
            verify: () => refuseMalformed(() => verifyOpenid4vp(response, request, context)),
          }
        );
      });
    },
  };
}
