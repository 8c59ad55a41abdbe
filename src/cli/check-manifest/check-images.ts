import type { Engine, FindingLevel } from '../../manifest/index.js';
import { placeOf } from '../../manifest/text.js';
import { isAllowedByPolicies } from '../../manifest/site/index.js';
import * as limits from '../../manifest/tables/limits.js';
import type { CommandFinding } from './finding-codes.js';
import type { NamedImage } from './list-images.js';
import type { ImageResult, MeasuredImage } from './measure-images.js';
import type { Source } from './source.js';

const engines: Engine[] = ['chromium', 'webkit', 'gecko'];
const imageResource = 'https://www.w3.org/TR/image-resource/';
const screenshots = 'https://developer.chrome.com/blog/richer-install-ui-available-on-android';
const { leastScreenshot: least, mostScreenshot: most, screenshotRatio: ratio } = limits;
/** Names that mean the same type. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/x-icon': 'image/vnd.microsoft.icon',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
};

/** What one image was found to be. */
type Remark = Pick<CommandFinding, 'code' | 'message'> & { level: FindingLevel; fix?: string; spec?: string };

/** Compares what the manifest says about its images with what they are. */
export function checkImages(
  images: readonly NamedImage[],
  results: ReadonlyMap<string, ImageResult>,
  source: Source,
): CommandFinding[] {
  const firstNarrow = images
    .filter(({ isNarrow }) => isNarrow)
    .map(({ url }) => results.get(url))
    .find(isMeasured);
  // A folder that has none of the images is not the one that will be published.
  const isPublicFolder = [...results.values()].some(isMeasured);
  return images.flatMap((image) => {
    const result = results.get(image.url)!;
    const remarks = [
      ...checkPolicy(image, source),
      ...(isMeasured(result) ? checkMeasured(image, result, firstNarrow) : [describeMissing(result, isPublicFolder)]),
    ];
    return remarks.map(({ code, level, message, fix, spec = imageResource }) => ({
      level,
      code,
      path: image.path,
      message,
      value: image.written,
      engines,
      spec,
      ...(fix !== undefined && { fix }),
      ...placeOf(source.text!, image.start),
    }));
  });
}

/** Whether the bytes of an image are there. */
export function isMeasured(result: ImageResult | undefined): result is MeasuredImage {
  return result !== undefined && 'bytes' in result;
}

function describeMissing(result: Exclude<ImageResult, MeasuredImage>, isPublicFolder: boolean): Remark {
  if (result.missing === 'on-network') return { code: 'image-unreachable', level: 'error', message: result.reason };
  return {
    code: 'image-not-found',
    level: isPublicFolder ? 'warning' : 'info',
    message: `${result.reason} It was not measured.`,
  };
}

function checkPolicy({ url }: NamedImage, { page }: Source): Remark[] {
  if (
    !page ||
    isAllowedByPolicies(page.policies, ['img-src', 'default-src'], { url: new URL(url), page: new URL(page.url) })
  )
    return [];
  return [
    {
      code: 'image-blocked-by-policy',
      level: 'error',
      message: `The content security policy of the page blocks ${url}.`,
      spec: 'https://www.w3.org/TR/CSP3/#directive-img-src',
    },
  ];
}

function checkMeasured(image: NamedImage, result: MeasuredImage, firstNarrow: MeasuredImage | undefined): Remark[] {
  const { type, contentType, sizes, width, height } = result;
  if (type === undefined) {
    const sent = contentType ? `, sent as ${contentType}` : '';
    return [
      {
        code: 'image-unreadable',
        level: 'error',
        message: `${image.url} is not an image that can be measured${sent}.`,
      },
    ];
  }
  const remarks: Remark[] = [];
  if (image.type && canonical(image.type) !== type) {
    remarks.push({
      code: 'image-type-differs',
      level: 'warning',
      message: `The image is ${type}, but the manifest says ${image.type}.`,
      fix: `"type": "${type}"`,
    });
  }
  if (contentType !== undefined && canonical(contentType) !== type) {
    remarks.push({
      code: 'image-sent-as',
      level: 'warning',
      message: `The image is ${type}, but the server sends it as ${contentType || 'no content type'}.`,
      fix: `Content-Type: ${type}`,
    });
  }
  const isScalable = type === 'image/svg+xml';
  const wrong = image.sizes.filter((size) => size !== 'any' && !sizes.includes(size));
  if (!isScalable && wrong.length > 0) {
    const message = `The image is ${sizes.join(' and ')} pixels, but the manifest says ${image.sizes.join(' ')}.`;
    remarks.push({ code: 'image-size-differs', level: 'warning', message, fix: `"sizes": "${sizes.join(' ')}"` });
  }
  // Sizes as declared are judged with the rest of the manifest.
  const isNews = !sizes.some((size) => image.sizes.includes(size));
  if (image.kind === 'screenshot' && !isScalable && width && height && isNews)
    remarks.push(...checkScreenshot(image, width, height, firstNarrow));
  return remarks;
}

function checkScreenshot(
  { isNarrow }: NamedImage,
  width: number,
  height: number,
  first: MeasuredImage | undefined,
): Remark[] {
  const remarks: Remark[] = [];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const about = { level: 'warning', spec: screenshots } as const;
  if (short < least || long > most) {
    remarks.push({
      ...about,
      code: 'screenshot-out-of-bounds',
      message: `The screenshot is ${width}x${height}; each side must be ${least} to ${most} pixels.`,
    });
  }
  if (long > short * ratio) {
    remarks.push({
      ...about,
      code: 'screenshot-too-long',
      message: `The screenshot is ${width}x${height}; its longer side may be at most ${ratio} times the shorter one.`,
    });
  }
  if (isNarrow && first?.width && first.height && width * first.height !== height * first.width) {
    const message = `The screenshot is ${width}x${height}; on phones it must have the shape of the first narrow one, ${first.width}x${first.height}.`;
    remarks.push({ ...about, code: 'screenshot-shape-differs', message });
  }
  return remarks;
}

function canonical(type: string): string {
  return aliases[type] ?? type;
}
