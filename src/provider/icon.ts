import { pageAddress } from '../base/browser/embedding.js';
import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { accountPictogram } from '../base/element/pictograms.js';
import type { Client } from '../base/client/client.js';

/** The icons of the package, each a module of its own that a page loads only to show it. */
const icons: Readonly<Record<string, () => Promise<{ icon: () => TemplateResult }>>> = {
  apple: () => import('./icons/apple.js'),
  auth0: () => import('./icons/auth0.js'),
  discord: () => import('./icons/discord.js'),
  facebook: () => import('./icons/facebook.js'),
  github: () => import('./icons/github.js'),
  gitlab: () => import('./icons/gitlab.js'),
  google: () => import('./icons/google.js'),
  keycloak: () => import('./icons/keycloak.js'),
  linkedin: () => import('./icons/linkedin.js'),
  microsoft: () => import('./icons/microsoft.js'),
  okta: () => import('./icons/okta.js'),
};

/** The types of images that a `data:` URL may hold. Script in an SVG does not run in an `img`. */
const imageData = /^data:image\/(?:png|jpeg|webp|svg\+xml)[;,]/;

/**
 * The address of an image that a backend names: on the page's origin or the backend's, or a `data:` URL of an image.
 * Undefined for anything else: no image comes from a third party.
 */
function imageAddress(named: string, { baseUrl }: Client): string | undefined {
  if (imageData.test(named)) return named;
  if (!URL.canParse(named, baseUrl)) return undefined;
  const { origin, href } = new URL(named, baseUrl);
  return origin === pageAddress().origin || origin === baseUrl.origin ? href : undefined;
}

/**
 * Loads the icon that a backend names: one of the package by its name, else an image. A plain pictogram if it names none
 * that may be shown, or the module cannot be loaded.
 */
export async function loadIcon(named: string | undefined, client: Client): Promise<TemplateResult> {
  if (named === undefined) return accountPictogram();
  if (Object.hasOwn(icons, named)) {
    try {
      return (await icons[named]!()).icon();
    } catch {
      // Offline, or a deployment has replaced the files.
      return accountPictogram();
    }
  }
  const address = imageAddress(named, client);
  return address === undefined ? accountPictogram() : html`<img part="icon" src=${address} alt="" />`;
}
