import Bowser from 'bowser';
import type { Context } from 'hono';
import type { RegistrationResponse } from '../../../src/base/contract/types.js';

/** Longer headers are cut before they are looked at; no browser comes near it. */
const longest = 512;
/** For a header it does not know Bowser answers with words of the header itself, which may be anything. */
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/**
 * Says in words what a session runs on, from the request's `User-Agent`: "Chrome on Windows". What is unknown is left
 * out, so the text may be empty. Holds no version, no model and no other part of the header, because it is kept.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const parser = Bowser.getParser(userAgent.slice(0, longest));
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  return [browsers.has(browser) ? browser : '', systems.has(system) ? system : ''].filter(Boolean).join(' on ');
}

/** Where a passkey was created, if that is the device of the page: a phone or a security key says nothing of itself. */
export function createdOn(
  context: Context,
  { authenticatorAttachment }: RegistrationResponse,
): { device: string } | undefined {
  const device = authenticatorAttachment === 'platform' ? describeDevice(context.req.header('User-Agent')) : '';
  return device ? { device } : undefined;
}
