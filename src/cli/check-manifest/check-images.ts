import type { Engine } from '../../manifest/index.js';
import { checkDeclared, type ImageRemark } from '../../manifest/images/check-declared.js';
import type { NamedImage } from '../../manifest/images/list-images.js';
import { placeOf } from '../../manifest/text.js';
import type { CommandFinding } from './finding-codes.js';
import { isMeasured, type ImageResult } from './measure-images.js';
import type { MissingResource } from './resource.js';
import type { Source } from './source.js';

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
