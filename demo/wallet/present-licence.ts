import {
  CoseKey,
  DeviceRequest,
  DeviceResponse,
  DocRequest,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedItem,
  ItemsRequest,
  QrHandover,
  type SessionTranscript,
} from '@owf/mdoc';
import { licence } from './credentials.js';
import type { DeviceKey } from './device-key.js';
import type { Lies } from './lies.js';
import { createMdocContext } from './mdoc-context.js';

/**
 * The handover of ISO/IEC 18013-7, annex C, which the library does not know: a hash over `encryptionInfo` and origin.
 */
export class DcApiHandover extends QrHandover {
  constructor(readonly infoHash: Uint8Array) {
    super(null);
  }

  override get encodedStructure(): null {
    return ['dcapi', this.infoHash] as unknown as null;
  }

  override get requiresReaderKey(): boolean {
    return false;
  }

  override get requiresDeviceEngagement(): boolean {
    return false;
  }
}

/** A copy of the licence in which the user is older, or younger, than its issuer says. */
function changeAge({ issuerAuth, issuerNamespaces }: IssuerSigned): IssuerSigned {
  const items = issuerNamespaces
    .getIssuerNamespace(licence.nameSpace)!
    .map(({ digestId, random, elementIdentifier, elementValue }) =>
      IssuerSignedItem.fromOptions({
        digestId,
        random,
        elementIdentifier,
        elementValue: elementIdentifier === 'age_over_18' ? !elementValue : elementValue,
      }),
    );
  return IssuerSigned.create({
    issuerAuth,
    issuerNamespaces: IssuerNamespaces.create({ issuerNamespaces: new Map([[licence.nameSpace, items]]) }),
  });
}

/** Shows claims of a licence: a `DeviceResponse` that the wallet's key has signed for the transcript. */
export async function presentLicence(
  encoded: Uint8Array,
  claims: readonly string[],
  sessionTranscript: SessionTranscript,
  { publicJwk, privateKey }: DeviceKey,
  lies: Lies,
): Promise<Uint8Array<ArrayBuffer>> {
  const issued = IssuerSigned.decode(encoded);
  const shown = lies.showsMore ? [...claims, 'family_name'] : claims;
  const namespaces = { [licence.nameSpace]: Object.fromEntries(shown.map((claim) => [claim, false])) };
  const deviceRequest = DeviceRequest.create({
    docRequests: [
      DocRequest.create({ itemsRequest: ItemsRequest.create({ docType: licence.documentType, namespaces }) }),
    ],
  });
  const signingKey = CoseKey.fromJwk({ ...publicJwk, alg: 'ES256' });
  const response = await DeviceResponse.createWithDeviceRequest(
    {
      deviceRequest,
      sessionTranscript,
      issuerSigned: [lies.changesClaims ? changeAge(issued) : issued],
      signature: { signingKey },
    },
    createMdocContext(new Map([[signingKey, privateKey]])),
  );
  return new Uint8Array(response.encode());
}
