/** A style sheet of a package. */
export interface PackagedSheet {
  /** Below `node_modules`. */
  path: string;
  /** How a page includes it. */
  wrap(text: string): string;
}

const asItIs = (text: string): string => text;

/** What pages bring that takes the styles of all elements away, or changes the sizes that styles are given in. */
export const resets: Readonly<Record<string, string | PackagedSheet>> = {
  'Tailwind’s preflight in its layer': { path: 'tailwindcss/preflight.css', wrap: (text) => `@layer base { ${text} }` },
  'Tailwind’s preflight without a layer': { path: 'tailwindcss/preflight.css', wrap: asItIs },
  'Bootstrap’s reboot': { path: 'bootstrap/dist/css/bootstrap-reboot.css', wrap: asItIs },
  'modern-normalize': { path: 'modern-normalize/modern-normalize.css', wrap: asItIs },
  'a rule that reverts everything': '*, ::before, ::after { all: revert }',
  'a rule that unsets everything':
    '*:not(iframe, canvas, img, svg, video):not(svg *, symbol *) { all: unset; display: revert }',
  'a reset of margins, paddings and borders':
    '*, ::before, ::after { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box }',
  'a root font of 10 px': ':root { font-size: 62.5% } body { font-size: 1.6rem }',
};
