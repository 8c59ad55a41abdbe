/**
 * How long tests wait for what a page or a program is about to do, in ms. It ends tests that would wait for ever; a busy
 * machine may be many times slower than a quiet one.
 */
export const patience = 60_000;
