/** Where the page was about to go, had it not been kept. */
export interface Departures {
  readonly addresses: readonly string[];
  restore(): void;
}

/** Prevents all navigations of the page in its own window. */
export function watchDepartures(): Departures {
  const addresses: string[] = [];
  const over = new AbortController();
  const { navigation } = globalThis as unknown as { navigation: EventTarget };
  navigation.addEventListener(
    'navigate',
    (event) => {
      addresses.push((event as Event & { destination: { url: string } }).destination.url);
      event.preventDefault();
    },
    { signal: over.signal },
  );
  return { addresses, restore: () => over.abort() };
}
