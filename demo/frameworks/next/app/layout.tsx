import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import type {} from 'latchkey/jsx';
import 'latchkey/styles.css';
import { readSession } from './read-session';
import { Shell } from './shell';

export const metadata: Metadata = { title: 'Latchkey in Next', icons: 'data:,', other: { 'latch-base-url': '/api' } };

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Shell initial={await readSession()}>{children}</Shell>
      </body>
    </html>
  );
}
