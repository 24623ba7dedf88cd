/** A browser that stores nothing may refuse at once, or in its answer: either way nothing is stored. */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
