/**
 * What `work` resolves with.
 *
 * @throws What `late` returns, if it takes longer than `milliseconds`; nothing stops it then.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
