import { SaxesParser } from 'saxes';
import { decodeXml } from './measure.js';

const svg = 'http://www.w3.org/2000/svg';

/**
 * Why browsers do not show an SVG as an image, the end of a sentence; undefined if they do: as XML it has to be well-formed,
 * with every prefix declared, and its root has to be of the namespace of SVG.
 */
export function findSvgFault(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = decodeXml(bytes, true);
  } catch {
    return 'it is not UTF-8';
  }
  const parser = new SaxesParser({ xmlns: true, position: true });
  let fault: string | undefined;
  let root: string | undefined;
  parser.on('doctype', (doctype) => {
    for (const [, name, , value] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+(["'])(.*?)\2\s*>/gs))
      parser.ENTITIES[name!] = value!;
  });
  parser.on('opentag', ({ local, uri }) => {
    root ??= `${uri} ${local}`;
  });
  parser.on('error', ({ message }) => {
    // Its lines are counted from 1: "3:14: unclosed tag: g".
    const [, line, what] = /^(\d+):\d+: (.*?)\.?$/s.exec(message) ?? [undefined, '', message];
    fault ??= `it is not well-formed XML: ${what}${line ? ` in line ${line}` : ''}`;
  });
  parser.write(text).close();
  if (fault !== undefined) return fault;
  return root === `${svg} svg` ? undefined : `its root is not of the namespace of SVG; write xmlns="${svg}"`;
}
