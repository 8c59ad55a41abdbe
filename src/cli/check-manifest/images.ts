import { allReaders } from '../../manifest/images/all-readers.js';
import { checkDeclared, type ImageRemark } from '../../manifest/images/check-declared.js';
import { type InspectedImage, inspectImage } from '../../manifest/images/inspect-image.js';
import type { NamedImage } from '../../manifest/images/list-images.js';
import { measure } from '../../manifest/images/measure.js';
import type { Engine } from '../../manifest/index.js';
import { placeOf } from '../../manifest/text.js';
import type { Progress } from '../output.js';
import type { CommandFinding } from './finding-codes.js';
import { type Barrier, type MissingResource, readResource, type Resource } from './resource.js';
import type { Source } from './source.js';

/** An image that came, and what keeps it from the page. */
type FetchedImage = InspectedImage & { barrier?: Barrier };

/** What came of fetching an image. */
export type ImageResult = FetchedImage | MissingResource;

const atOnce = 6;
/** How long to go on asking while no image comes, in ms. */
const imageTimeout = 20_000;

/** Whether the bytes of an image are there. */
export function isMeasured(result: ImageResult | undefined): result is FetchedImage {
  return result !== undefined && 'bytes' in result;
}

/**
 * Fetches each image once, and measures it; icons are decoded too. Returns the results by URL, and reports to `progress`.
 * If a server delays every image, the rest are skipped.
 */
export async function measureImages(
  images: ReadonlyArray<Pick<NamedImage, 'url' | 'kind' | 'isMaskable'>>,
  source: Source,
  progress: Progress,
): Promise<Map<string, ImageResult>> {
  const results = new Map<string, ImageResult>();
  const urls = [...new Set(images.map(({ url }) => url))];
  const pending = urls.values();
  let lastCame = Date.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const url of pending) {
        const isHopeless = Date.now() - lastCame >= imageTimeout;
        const resource: Resource = isHopeless
          ? {
              missing: 'on-network',
              reason: `${url} was not fetched, because no image has arrived for ${imageTimeout / 1000} seconds.`,
              isLimit: true,
            }
          : await readResource(url, source);
        if ('bytes' in resource) lastCame = Date.now();
        results.set(url, 'bytes' in resource ? await inspect(url, resource) : resource);
        progress.show(`Measuring images: ${results.size} of ${urls.length}`);
      }
    }),
  );
  return new Map(urls.map((url) => [url, results.get(url)!]));

  async function inspect(url: string, resource: Extract<Resource, { bytes: Uint8Array }>): Promise<FetchedImage> {
    const uses = images.filter((image) => image.url === url);
    const isIcon = uses.some(({ kind }) => kind === 'icon');
    const found: InspectedImage = isIcon
      ? await inspectImage(
          resource,
          allReaders,
          uses.some(({ isMaskable }) => isMaskable),
        )
      : { ...measure(resource), shown: true };
    const isImage = isIcon || found.type !== undefined;
    return {
      ...found,
      ...(!isImage && { shown: { fault: 'It is not an image that can be measured.' } }),
      ...(resource.barrier && { barrier: resource.barrier }),
    };
  }
}

const engines: Engine[] = ['chromium', 'webkit', 'gecko'];
const imageResource = 'https://www.w3.org/TR/image-resource/';

/** What one image was found to be. */
type Remark = Omit<ImageRemark, 'code'> & { code: CommandFinding['code']; spec?: string };

/** Compares what the manifest says about its images with what they are. */
export function checkImages(
  images: readonly NamedImage[],
  results: ReadonlyMap<string, ImageResult>,
  source: Source,
): CommandFinding[] {
  // A folder that has none of the images is not the one that will be published.
  const isPublicFolder = [...results.values()].some(isMeasured);
  return images.flatMap((image) =>
    remarkOn(image, results.get(image.url)!, isPublicFolder).map(
      ({ code, level, message, fix, spec = imageResource }) => ({
        level,
        code,
        path: image.path,
        message,
        value: image.written,
        engines,
        spec,
        ...(fix !== undefined && { fix }),
        ...placeOf(source.text!, image.start),
      }),
    ),
  );
}

function remarkOn(image: NamedImage, result: ImageResult, isPublicFolder: boolean): Remark[] {
  if (!isMeasured(result)) return [describeMissing(result, isPublicFolder)];
  const { barrier } = result;
  if (barrier) return [{ ...barrier, level: 'error' }];
  return checkDeclared(image, result);
}

function describeMissing({ missing, reason }: MissingResource, isPublicFolder: boolean): Remark {
  if (missing === 'on-network') return { code: 'image-unreachable', level: 'error', message: reason };
  return {
    code: 'image-not-found',
    level: isPublicFolder ? 'warning' : 'info',
    message: `${reason} It was not measured.`,
  };
}
