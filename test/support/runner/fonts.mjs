// Other default fonts than those of the machine, for browsers that take them from fontconfig.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

/** What Chromium asks for where a page names no font, and what pages ask for, by the second word of a font's name. */
export const fontRoles = {
  Serif: ['serif', 'Times New Roman'],
  Sans: ['sans-serif', 'Arial', 'system-ui'],
};

/**
 * Writes a configuration of fontconfig into `folder`, with the default fonts of one family, such as DejaVu. Answers its
 * path, for `FONTCONFIG_FILE`. Where the family is missing, fontconfig chooses another one.
 */
export function writeFontConfiguration(folder, family) {
  const rules = Object.entries(fontRoles).flatMap(([kind, names]) =>
    names.map(
      (name) => `  <match target="pattern">
    <test qual="any" name="family"><string>${name}</string></test>
    <edit name="family" mode="assign" binding="same"><string>${family} ${kind}</string></edit>
  </match>`,
    ),
  );
  const file = join(folder, `${family}.conf`);
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${rules.join('\n')}
  <include>${env.FONTCONFIG_FILE ?? '/etc/fonts/fonts.conf'}</include>
</fontconfig>
`,
  );
  return file;
}
