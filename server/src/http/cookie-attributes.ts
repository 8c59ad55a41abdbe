/** Of every cookie of the server: of this host alone, by https alone, out of reach of scripts and of other sites' forms. */
export const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
