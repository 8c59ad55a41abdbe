import { readFile } from 'node:fs/promises';
import { adviseOn } from '../advice.js';
import { checkScreenshots, type MeasuredSizes } from '../check-screenshots.js';
import { engines } from '../engine.js';
import type { FindingWith } from '../finding.js';
import { checkDeclared } from '../images/check-declared.js';
import type { InspectedImage } from '../images/inspect-image.js';
import { listImages, type NamedImage } from '../images/list-images.js';
import { mergeFindings } from '../merge-findings.js';
import { listObstacles } from '../obstacles.js';
import { judgeIn, places } from '../places.js';
import { placeOf } from '../text.js';
import type { FindingLevel } from '../finding-codes.js';
import type { InstallabilityFacts, ProcessOptions } from '../types.js';
import type { LocalImage } from './images.js';

/** A message about a manifest. */
export interface Complaint {
  readonly level: FindingLevel;
  readonly message: string;
  /** Whether it keeps Chromium from installing the app. */
  readonly isObstacle: boolean;
  /** From 1; undefined for the manifest as a whole. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** An image of the project, and what is in its file. */
type FoundImage = [image: NamedImage, found: InspectedImage];

/**
 * Everything that is wrong with a manifest in any engine, that keeps Chromium from installing it, pictures that are not
 * there or not as declared, and advice. Notes are left out.
 */
export async function checkManifest(
  text: string,
  options: Pick<ProcessOptions, 'manifestUrl' | 'documentUrl'>,
  images: readonly LocalImage[],
): Promise<Complaint[]> {
  const manifestUrl = String(options.manifestUrl);
  const found = await inspectImages(listImages(text, manifestUrl), images);
  const verdicts = judgeIn(places, text, options, { icons: collectFacts(found) });
  const findings: FindingWith<string>[] = [
    ...mergeFindings(verdicts.map(({ processed }) => processed)),
    ...describeMissing(text, images),
    ...found.flatMap(([image, result]) => describeImage(text, image, result)),
    ...checkScreenshots(text, manifestUrl, collectSizes(found)),
    ...adviseOn(text, verdicts[0]!.processed),
  ];
  const { obstacles, others } = listObstacles(findings, verdicts, text);
  return [
    ...others.map((finding) => describeFinding(finding, false)),
    ...obstacles.map((finding) => describeFinding(finding, true)),
  ].filter(({ level }) => level !== 'info');
}

/** Looks into the files of the images; the decoders are loaded for the first. */
async function inspectImages(named: readonly NamedImage[], local: readonly LocalImage[]): Promise<FoundImage[]> {
  const pairs = named.flatMap((image) => {
    const file = local.find(({ start }) => start === image.start)?.file;
    return file === undefined ? [] : [{ image, file }];
  });
  if (pairs.length === 0) return [];
  const [{ inspectImage }, { measure }, { readPng }] = await Promise.all([
    import('../images/inspect-image.js'),
    import('../images/measure.js'),
    import('../images/read-png.js'),
  ]);
  // Those of WebP and JPEG would double the size of the package.
  const readers = { 'image/png': readPng };
  return Promise.all(
    pairs.map(async ({ image, file }): Promise<FoundImage> => {
      const bytes = { bytes: await readFile(file), contentType: undefined };
      return [
        image,
        image.kind === 'icon'
          ? await inspectImage(bytes, readers, image.isMaskable)
          : { ...measure(bytes), shown: true },
      ];
    }),
  );
}

function collectFacts(found: readonly FoundImage[]): NonNullable<InstallabilityFacts['icons']> {
  return Object.fromEntries(
    found.map(([{ url }, { shown, type, width, height }]) => [
      url,
      {
        ok: shown === true || 'unknown' in shown,
        ...(type && { type }),
        ...(width !== undefined && height !== undefined && { width, height }),
      },
    ]),
  );
}

function collectSizes(found: readonly FoundImage[]): MeasuredSizes {
  return Object.fromEntries(
    found.flatMap(([{ url }, { type, width, height }]) =>
      type !== 'image/svg+xml' && width && height ? [[url, { width, height }]] : [],
    ),
  );
}

function describeMissing(text: string, images: readonly LocalImage[]): FindingWith<string>[] {
  return images
    .filter(({ file }) => file === undefined)
    .map(({ path, written, start }) => ({
      level: 'error',
      code: 'image-not-found',
      path,
      message: `${path}: the file ${JSON.stringify(written)} is not beside the manifest, in the public folder or below the root.`,
      value: written,
      engines: [],
      spec: '',
      ...placeOf(text, start),
    }));
}

function describeImage(text: string, image: NamedImage, found: InspectedImage): FindingWith<string>[] {
  return checkDeclared({ ...image, url: image.written }, found).map((remark) => ({
    ...remark,
    path: image.path,
    value: image.written,
    engines: [],
    spec: '',
    ...placeOf(text, image.start),
  }));
}

function describeFinding(
  { level, message, fix, engines: of, line, column }: FindingWith<string>,
  isObstacle: boolean,
): Complaint {
  const where = of.length > 0 && of.length < engines.length ? ` (${of.join(', ')})` : '';
  return {
    level,
    isObstacle,
    message: `${message}${fix ? ` Better: ${fix}` : ''}${where}`,
    ...(line > 0 && { place: { line, column } }),
  };
}
