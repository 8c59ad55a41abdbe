/** A note as it is kept on the device. */
export interface Note {
  title: string;
  text: string;
  /** Epoch milliseconds. */
  changedAt?: number;
  /** Typed, and not in the outbox yet. */
  isDraft?: boolean;
}

/** The path of a note at the server, by which it is known here too. */
export type NotePath = `/notes/${string}`;

/** The name of a note: its title, or else the beginning of its text. */
export function nameOf({ title, text }: Pick<Note, 'title' | 'text'>): string {
  return (title || text.trim().split('\n')[0]!).slice(0, 80) || 'Empty note';
}
