import type { TemplateResult } from 'lit';
import { html, nothing, svg } from '../../base/element/html.js';
import type { Inspection, ProcessedManifest } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten } from './shorten.js';

type Member = keyof ProcessedManifest;

/** Values that follow from other members, or from a default, and apply even if the text does not contain them. */
const always: readonly Member[] = ['id', 'start_url', 'scope', 'display'];

/** Every member in the text, as each engine reads it. */
export function renderMembers({ views }: Inspection): TemplateResult {
  const understood = new Set(views.flatMap(({ processed }) => processed.understood));
  const members = [...new Set([...always, ...(understood as Set<Member>)])];
  return html`<section>
    <h2 id="members">${manifestReport.members}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="members">
      <table>
        <thead>
          <tr>
            <th scope="col">${manifestReport.member}</th>
            ${views.map(({ engine }) => html`<th scope="col">${manifestReport[engine]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${members.map((member) =>
            renderMember(
              member,
              views.map(({ processed }) => processed.manifest[member]),
            ),
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function renderMember(member: Member, values: readonly unknown[]): TemplateResult {
  const [bySpecification, ...others] = values.map((value) => write(inOrder(value)));
  return html`<tr>
    <th scope="row"><code>${member}</code></th>
    ${renderValue(bySpecification!, false)} ${others.map((value) => renderValue(value, value !== bySpecification))}
  </tr>`;
}

function renderValue(value: string, differs: boolean): TemplateResult {
  return html`<td class=${differs ? 'differs' : ''}>
    ${differs ? html`<span class="tag">${manifestReport.differs}</span>` : nothing} ${isColor(value) ? renderColor(value) : nothing}
    ${value === '' ? html`<span class="quiet">${manifestReport.absent}</span>` : html`<code>${shorten(value)}</code>`}
  </td>`;
}

/** The same value with its members in one order, whichever order an engine came upon them in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, inOrder(item)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** A value as text, an item of a list on each line; empty for what is not there. */
function write(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : writeCompactly(item))).join('\n');
  return typeof value === 'string' ? value : writeCompactly(value);
}

/** JSON without the quotes that a reader does not need. */
function writeCompactly(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCompactly).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${name}: ${writeCompactly(item)}`)
    .join(', ')} }`;
}

function isColor(value: string): boolean {
  return /^#[\da-f]{8}$/i.test(value);
}

/** As a drawing, because a strict content security policy forbids styles in attributes. */
function renderColor(color: string): TemplateResult {
  return html`<svg part="icon" class="swatch" viewBox="0 0 16 16" aria-hidden="true">${svg`<rect width="16" height="16" rx="4" fill=${color} />`}</svg>`;
}
