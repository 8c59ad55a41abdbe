import { domainToASCII } from 'node:url';
import contract from '../../../contract/schemas.json' with { type: 'json' };
import { isEmail } from '../../../src/base/text/address.js';
import { plainEmail } from '../../../src/base/text/email.js';
import { plainPhone } from '../../../src/base/text/phone.js';
import { Refusal } from '../http/refusal.js';
import type { Address, AddressKind } from '../store/records.js';

/** Where a message can go, in the one spelling in which addresses are compared. */
export type Addressee = Pick<Address, 'kind' | 'address'>;

/** As in RFC 5321. */
const longestAddress = contract.$defs.CodeRequest.properties.to.maxLength;
/**
 * The unquoted form of RFC 5322, in ASCII: what mailboxes of people look like. It holds nothing that means something in
 * a mail header.
 */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/**
 * What domains are written with in any script. The conversion into ASCII would drop some of the rest without a word,
 * and stop at a slash.
 */
const writtenDomain = /^(?:[\p{L}\p{M}\p{N}.\u3002-]|\u200C|\u200D)+$/u;
/** A host, without scheme, port and path. */
export const hostname = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

function readEmail(typed: string): string | undefined {
  const [local, host, ...rest] = plainEmail(typed).split('@');
  if (host === undefined || rest.length > 0 || !writtenDomain.test(host)) return undefined;
  // Case is folded in ASCII only: other alphabets have letters that fold into ASCII letters, and so into another user's
  // address.
  const address = `${local!.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@${domainToASCII(host)}`;
  const [name, site] = address.split('@') as [string, string];
  return name.length <= 64 && address.length <= longestAddress && localPart.test(name) && hostname.test(site)
    ? address
    : undefined;
}

/**
 * Reads an e-mail address or a telephone number as a user writes it. @throws {Refusal} 400 that names `member` when
 * it is neither.
 */
export function readAddressee(text: string, member: string): Addressee {
  const kind = isEmail(text) ? 'email' : 'phone';
  return { kind, address: readAddress(text, kind, member) };
}

/**
 * The address in the spelling in which it is compared. @throws {Refusal} 400 that names `member` if it is not one of
 * this kind.
 */
export function readAddress(text: string, kind: AddressKind, member: string = kind): string {
  const address = kind === 'email' ? readEmail(text) : plainPhone(text);
  if (address === undefined) {
    throw new Refusal(400, 'bad_request', {
      message: `${member}: not ${kind === 'email' ? 'an e-mail address' : 'a telephone number such as +49 30 901820'}`,
    });
  }
  return address;
}
