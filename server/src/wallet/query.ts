import { DcqlPresentationResult, DcqlQuery } from 'dcql';
import type { IdentityProtocol } from '../../../src/base/contract/types.js';
import type { ClaimPath } from './disclosures.js';
import { refuse } from './identity-failure.js';
import type { Mdoc } from './mdoc.js';

/** What is asked of wallets: a DCQL query, and the protocols that can carry it. */
export interface Query {
  dcql: DcqlQuery.Output;
  protocols: readonly IdentityProtocol[];
}

/** A verified credential, with the places of the claims that the wallet chose to show. */
export interface ShownCredential {
  format: 'mso_mdoc' | 'dc+sd-jwt';
  /** The document type of an mdoc, the `vct` of an SD-JWT VC. */
  type: string;
  claims: Record<string, unknown>;
  shown: readonly ClaimPath[];
}

type CredentialQuery = DcqlQuery.Output['credentials'][number];
type MdocQuery = Extract<CredentialQuery, { format: 'mso_mdoc' }>;

/** Distinguishes mdocs from other requested credentials. */
export function isMdocQuery(credential: CredentialQuery): credential is MdocQuery {
  return credential.format === 'mso_mdoc';
}

/** The requested claims, as paths. Null stands for every item of an array. */
export function pathsOf({ claims }: CredentialQuery): readonly (string | number | null)[][] {
  return (claims ?? []).map((claim) => ('path' in claim ? claim.path : [claim.namespace, claim.claim_name]));
}

function checkCredential(credential: CredentialQuery): void {
  const { id, format, meta } = credential;
  if (format !== 'mso_mdoc' && format !== 'dc+sd-jwt')
    throw new TypeError(`the format of "${id}" must be mso_mdoc or dc+sd-jwt`);
  if (format === 'mso_mdoc' ? !(meta as MdocQuery['meta'])?.doctype_value : !meta || !('vct_values' in meta)) {
    throw new TypeError(`the meta of "${id}" must name the ${format === 'mso_mdoc' ? 'doctype_value' : 'vct_values'}`);
  }
  if (pathsOf(credential).length === 0) throw new TypeError(`"${id}" must ask for claims`);
  if (credential.multiple || credential.trusted_authorities || !credential.require_cryptographic_holder_binding) {
    throw new TypeError(
      `"${id}" must do without multiple, trusted_authorities and require_cryptographic_holder_binding`,
    );
  }
}

/** Whether mdocs alone can answer, each told from the others by its type. */
function isForMdocs({ credentials, credential_sets: sets }: DcqlQuery.Output): boolean {
  const mdocs = credentials.filter(isMdocQuery);
  const ids = new Set(mdocs.map(({ id }) => id));
  const areEnough = sets
    ? sets.every(({ required, options }) => !required || options.some((option) => option.every((id) => ids.has(id))))
    : mdocs.length === credentials.length;
  return mdocs.length > 0 && areEnough && new Set(mdocs.map(({ meta }) => meta?.doctype_value)).size === mdocs.length;
}

/**
 * Reads a DCQL query.
 *
 * @throws {Error} that says what is wrong with it.
 * @see {@link https://openid.net/specs/openid-4-verifiable-presentations-1_0.html#section-6 OpenID4VP, Digital
 *   Credentials Query Language}
 */
export function readQuery(input: unknown): Query {
  const dcql = DcqlQuery.parse(input as DcqlQuery.Input);
  DcqlQuery.validate(dcql);
  dcql.credentials.forEach(checkCredential);
  // The parser cuts longer paths of mdocs without a word.
  const paths = JSON.stringify(dcql.credentials.map(pathsOf));
  if (paths !== JSON.stringify((input as DcqlQuery.Output).credentials.map(pathsOf)))
    throw new TypeError('a path into an mdoc must be a name space and a claim');
  return { dcql, protocols: isForMdocs(dcql) ? ['openid4vp-v1-unsigned', 'org-iso-mdoc'] : ['openid4vp-v1-unsigned'] };
}

/** A claim is requested if a path names it, something within it, or something that it is within. */
function isAsked(claim: ClaimPath, asked: readonly (string | number | null)[]): boolean {
  const common = Math.min(claim.length, asked.length);
  return claim
    .slice(0, common)
    .every((step, index) => step === asked[index] || (asked[index] === null && typeof step === 'number'));
}

function checkExtraClaims(query: Query, id: string, { shown }: ShownCredential): void {
  const credential = query.dcql.credentials.find((candidate) => candidate.id === id);
  if (!credential) refuse('extra_claims', 'a credential is shared that was not requested');
  const asked = pathsOf(credential);
  if (shown.some((claim) => !asked.some((path) => isAsked(claim, path))))
    refuse('extra_claims', 'a claim is shown that was not asked for');
}

function toPresentation({ format, type, claims }: ShownCredential): unknown {
  const bound = { credential_format: format, cryptographic_holder_binding: true };
  return format === 'mso_mdoc' ? { ...bound, doctype: type, namespaces: claims } : { ...bound, vct: type, claims };
}

/**
 * Compares verified credentials, by their ids in the query, with the query, and returns the requested claims of each.
 *
 * @throws {IdentityFailure} `extra_claims` when something else is shown, `query` when something is missing or of
 *   another value.
 */
export function matchQuery(
  query: Query,
  credentials: ReadonlyMap<string, ShownCredential>,
): Record<string, Record<string, unknown>> {
  for (const [id, credential] of credentials) checkExtraClaims(query, id, credential);
  const presentation = Object.fromEntries(
    [...credentials].map(([id, credential]) => [id, [toPresentation(credential)]]),
  );
  if (credentials.size === 0) refuse('query', 'no credential is shown');
  const result = DcqlPresentationResult.fromDcqlPresentation(
    presentation as Parameters<typeof DcqlPresentationResult.fromDcqlPresentation>[0],
    { dcqlQuery: query.dcql },
  );
  const claims = [...credentials.keys()].map((id) => {
    const found = result.credential_matches[id];
    const asked = found?.success ? found.valid_credentials[0]?.claims.valid_claim_sets?.[0]?.output : undefined;
    return [id, asked ?? refuse('query', 'a credential lacks a requested claim')] as const;
  });
  if (!result.can_be_satisfied) refuse('query', 'what is shown does not answer what was asked');
  return Object.fromEntries(claims) as Record<string, Record<string, unknown>>;
}

/** An mdoc as a credential that is shown: of it a wallet chooses every claim. */
export function showMdoc({ documentType, claims }: Mdoc): ShownCredential {
  const shown = Object.entries(claims).flatMap(([nameSpace, members]) =>
    Object.keys(members).map((name) => [nameSpace, name]),
  );
  return { format: 'mso_mdoc', type: documentType, claims, shown };
}
