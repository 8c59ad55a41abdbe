import type { ReactiveControllerHost } from 'lit';
import { LatchError } from '../../base/client/errors.js';
import { loadModule } from '../../base/element/load-module.js';
import type { Inspection, InspectionSubject } from './inspection.js';
import { documentUrlOf, fetchManifest, findManifest, type ManifestAddress } from './page-manifest.js';

/** The view that a manifest is inspected for. */
export interface ManifestInspectorOptions {
  /** There is something to see, or something else than before. */
  inspected(inspection: Inspection): void;
  /** A manifest could not be had, or what judges it. The text that was there stays. */
  failed(error: LatchError): void;
}

type Choices = Pick<InspectionSubject, 'text' | 'installedText' | 'platform'>;

/** Fetches manifests and inspects them for one view. What judges them is loaded with the first. */
export class ManifestInspector {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  readonly #options: ManifestInspectorOptions;
  #choices: Required<Choices> = { text: '', installedText: '', platform: 'desktop' };
  #source: { url: string; contentType?: string | undefined } | undefined;
  #loading = 0;
  #asked: Record<'text' | 'installedText', number> = { text: 0, installedText: 0 };
  #inspect: ((subject: InspectionSubject) => Inspection) | undefined;
  #inspection: Inspection | undefined;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>, options: ManifestInspectorOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** `loading` while something is being fetched. */
  get phase(): 'loading' | undefined {
    return this.#loading > 0 ? 'loading' : undefined;
  }

  /** The texts as they are being edited, and the platform that they are judged for. */
  get choices(): Readonly<Required<Choices>> {
    return this.#choices;
  }

  /** The result; undefined before the first text. */
  get inspection(): Inspection | undefined {
    return this.#inspection;
  }

  /** The address of the manifest that the page itself links. */
  get ofThisPage(): string | undefined {
    return findManifest()?.url;
  }

  /**
   * Fetches a manifest, to inspect it or, as `installedText`, to compare with it. A later call for the same purpose
   * wins. Never rejects.
   */
  async open(address: string, signal: AbortSignal, purpose: 'text' | 'installedText' = 'text'): Promise<void> {
    const turn = ++this.#asked[purpose];
    const isCurrent = () => turn === this.#asked[purpose] && !signal.aborted;
    this.#load(1);
    try {
      const { text, url, contentType } = await fetchManifest(resolveAddress(address), signal);
      if (!isCurrent()) return;
      if (purpose === 'text') this.#source = { url, contentType };
      await this.#change({ [purpose]: text });
    } catch (error) {
      if (isCurrent()) this.#options.failed(error as LatchError);
    } finally {
      this.#load(-1);
    }
  }

  /**
   * Inspects a text that was typed or pasted, instead of one that is being fetched. Never rejects.
   */
  async edit(choices: Partial<Choices>): Promise<void> {
    for (const purpose of ['text', 'installedText'] as const)
      if (choices[purpose] !== undefined) this.#asked[purpose]++;
    try {
      await this.#change(choices);
    } catch (error) {
      this.#options.failed(error as LatchError);
    }
  }

  async #change(choices: Partial<Choices>): Promise<void> {
    this.#choices = { ...this.#choices, ...choices };
    this.#inspect ??= await this.#loadInspect();
    this.#inspection =
      this.#choices.text.trim() === '' ? undefined : this.#inspect({ ...this.#choices, ...this.#place() });
    this.#host.requestUpdate();
    if (this.#inspection) this.#options.inspected(this.#inspection);
  }

  async #loadInspect(): Promise<(subject: InspectionSubject) => Inspection> {
    this.#load(1);
    try {
      return (await loadModule(() => import('./inspection.js'))).inspect;
    } finally {
      this.#load(-1);
    }
  }

  /** Where the manifest is. One of another origin is taken to belong to a page at the root of that. */
  #place(): Pick<InspectionSubject, 'manifestUrl' | 'documentUrl' | 'contentType'> {
    // A page without an address on the web, such as one out of an attribute, stands where the one around it does.
    const page = [document.URL, document.baseURI].find((url) => /^https?:/.test(url)) ?? 'https://localhost/';
    const { url = new URL('/manifest.webmanifest', page).href, contentType } = this.#source ?? {};
    return {
      manifestUrl: url,
      documentUrl: documentUrlOf(url, page),
      contentType,
    };
  }

  #load(step: 1 | -1): void {
    this.#loading += step;
    this.#host.requestUpdate();
  }
}

/** @throws {LatchError} `rejected` if it is not an http or https URL. */
function resolveAddress(address: string): ManifestAddress {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new LatchError('rejected', `${address} is not an http or https URL.`);
  const own = findManifest();
  return own?.url === url.href ? own : { url: url.href };
}
