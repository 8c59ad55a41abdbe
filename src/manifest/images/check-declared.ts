import type { FindingLevel } from '../finding-codes.js';
import type { InspectedImage } from './inspect-image.js';
import type { NamedImage } from './list-images.js';

/** What is found by comparing an image with what the manifest says about it. */
export type DeclaredCode =
  | 'image-unreadable'
  | 'image-type-differs'
  | 'image-sent-as'
  | 'image-size-differs'
  | 'maskable-transparent'
  | 'maskable-outside-safe-zone';

/** What one image was found to be. */
export interface ImageRemark {
  code: DeclaredCode;
  level: FindingLevel;
  message: string;
  fix?: string;
}

/** Names that mean the same type. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/x-icon': 'image/vnd.microsoft.icon',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
};

/** Compares what the manifest says about an image with what it is. */
export function checkDeclared(image: NamedImage, found: InspectedImage): ImageRemark[] {
  const { shown, type, sizes } = found;
  if (shown !== true && 'fault' in shown)
    return [{ code: 'image-unreadable', level: 'error', message: `${shorten(image.url)}: ${shown.fault}` }];
  const remarks = [...checkType(image, found), ...checkMaskable(image, found)];
  const wrong = image.sizes.filter((size) => size !== 'any' && !sizes.includes(size));
  if (type !== 'image/svg+xml' && wrong.length > 0)
    remarks.push({
      code: 'image-size-differs',
      level: 'warning',
      message: `The image is ${sizes.join(' and ')} pixels, but the manifest says ${image.sizes.join(' ')}.`,
      fix: `"sizes": "${sizes.join(' ')}"`,
    });
  return remarks;
}

function checkType(image: NamedImage, { type, contentType }: InspectedImage): ImageRemark[] {
  const isDeclared = !image.type || canonical(image.type) === type;
  const isSent = contentType === undefined || canonical(contentType) === type;
  if (isDeclared && isSent) return [];
  const sent = isSent ? '' : `the server sends it as ${contentType || 'no content type'}`;
  if (isDeclared)
    return [
      {
        code: 'image-sent-as',
        level: 'warning',
        message: `The image is ${type}, but ${sent}.`,
        fix: `Content-Type: ${type}`,
      },
    ];
  return [
    {
      code: 'image-type-differs',
      level: 'warning',
      message: `The image is ${type}, but the manifest says ${image.type}${sent && `, and ${sent}`}.`,
      fix: `"type": "${type}"${sent && `, and Content-Type: ${type}`}`,
    },
  ];
}

function checkMaskable(image: NamedImage, { maskFault }: InspectedImage): ImageRemark[] {
  if (!image.isMaskable || !maskFault) return [];
  return [
    maskFault === 'transparent'
      ? {
          code: 'maskable-transparent',
          level: 'advice',
          message: 'The maskable icon can be seen through; launchers put some color behind it.',
          fix: 'fill the whole square with a color',
        }
      : {
          code: 'maskable-outside-safe-zone',
          level: 'advice',
          message: 'The content of the maskable icon leaves the circle of 40 percent that no mask cuts.',
          fix: 'draw it smaller, or with more padding',
        },
  ];
}

function canonical(type: string): string {
  return aliases[type] ?? type;
}

/** Addresses that hold their image are long. */
function shorten(url: string): string {
  return url.length > 100 ? `${url.slice(0, 100)}…` : url;
}
