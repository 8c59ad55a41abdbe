import alpineMorph from '@alpinejs/morph';
import * as Turbo from '@hotwired/turbo';
import Alpine from 'alpinejs';
import htmx from 'htmx.org';
import { Idiomorph } from 'idiomorph';

Turbo.session.stop();
Alpine.plugin(alpineMorph);

const parse = (markup: string): Element => new DOMParser().parseFromString(markup, 'text/html').body.firstElementChild!;

/** The tools that make `place` what the server has sent, `markup`, by changing as little as possible. */
export const morphs: Record<string, (place: Element, markup: string) => unknown> = {
  'Turbo 8': (place, markup) => Turbo.morphElements(place, parse(markup)),
  'idiomorph, which htmx 2 uses,': (place, markup) => Idiomorph.morph(place, markup, { morphStyle: 'outerHTML' }),
  'htmx 4, by outerMorph,': (place, markup) =>
    htmx.swap({ sourceElement: place, target: place, text: markup, swap: 'outerMorph' }),
  'the morph of Alpine, which Livewire uses,': (place, markup) => Alpine.morph(place, markup),
};
