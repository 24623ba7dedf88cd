import { rodaWords } from './roda-words.ts'

let isRoda = false

/** From now on sentences are a roda's, or the specification's. What is on screen already has to be drawn again. */
export function speakOfRoda(is: boolean): void {
  isRoda = is
}

/** Whether sentences are a roda's. */
export const speaksOfRoda = (): boolean => isRoda

/**
 * A sentence in the words of the circle on screen. As a tag (say`Report de ${name}`) only the sentence is looked up:
 * what stands in it, such as the words of people, stays as it is.
 */
export function say(text: string | TemplateStringsArray, ...told: readonly unknown[]): string {
  if (typeof text === 'string') return isRoda ? (rodaWords[text] ?? text) : text
  const said = isRoda ? rodaWords[text.join('{}')] : undefined
  if (said === undefined) return String.raw({ raw: text }, ...told)
  return said.replaceAll(/\{(\d)\}/g, (_, index: string) => String(told[Number(index)]))
}
