/** The names of the user in an answer of `GET /session`, without the user handle, which is another one in each run. */
export function namesIn(session: object): { name?: string; displayName?: string } {
  const { id: _userHandle, ...names } = (session as { user: { id: string } }).user;
  return names;
}
