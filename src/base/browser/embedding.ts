import { attempt } from '../attempt.js';

/** As Chromium has it. */
interface FeaturePolicy {
  features(): readonly string[];
  allowsFeature(name: string): boolean;
}

/**
 * Whether the page is in a frame on another origin's page, at any depth. Users cannot see there whose page they use,
 * and browsers do not send the session cookie in frames on other sites.
 */
export function isEmbedded(): boolean {
  // Only windows of the same origin let their address be read. On a server there is none.
  const readAll = () => {
    for (let frame = globalThis.window; frame !== frame?.parent; frame = frame.parent as typeof window)
      void frame.parent.location.href;
    return true;
  };
  return !attempt(readAll);
}

/**
 * Where the page is, by the origin that it acts for: `about:srcdoc` and `about:blank` have that of the page around them.
 */
export const pageAddress = (): Pick<URL, 'origin' | 'hostname' | 'protocol'> =>
  (location.protocol === 'about:' && attempt(() => new URL(origin))) || location;

/**
 * Whether the permissions policy lets the page use `feature`: in a frame, it takes `allow` from every page around it; a
 * page can also forbid it to itself. True where the browser does not say.
 *
 * @see {@link https://www.w3.org/TR/permissions-policy/ Permissions Policy}
 */
export function isPermitted(feature: string): boolean {
  const { featurePolicy: policy } = document as { featurePolicy?: FeaturePolicy };
  return policy?.allowsFeature(feature) !== false || !policy.features().includes(feature);
}
