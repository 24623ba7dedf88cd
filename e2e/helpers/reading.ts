// How much there is to read on a page, and how hard it is.

/** Flesch's index as adapted to Portuguese by Martins et al. (1996), and the longest sentence in words. */
export type Reading = { readonly words: number; readonly index: number | null; readonly longest: number }

export function readingOf(text: string): Reading {
  const sentences = sentencesOf(text).map(wordsOf)
  const words = sentences.flat()
  const index =
    words.length === 0
      ? null
      : 248.835 - (1.015 * words.length) / sentences.length - (84.6 * sum(words.map(syllablesOf))) / words.length
  return {
    words: wordsOf(text).length,
    index: index === null ? null : Math.round(index),
    longest: Math.max(0, ...sentences.map(({ length }) => length)),
  }
}

/** The sentences of a text; labels, names and figures are read at a glance. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?])\s+(?=[\p{Lu}\d“"])/u))
    .map((part) => part.trim())
    .filter((part) => /[.!?]$/.test(part) && wordsOf(part).length > 2)
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))
}

/** By its groups of vowels, which is near enough in Portuguese; a figure is one. */
export function syllablesOf(word: string): number {
  const groups = word.toLowerCase().match(/[aeiouáéíóúâêôãõàü]+/gu) ?? []
  // 'a-í', 'o-a', 'i-a': two strong vowels, or one with its own accent, part.
  const parted = groups.map(
    (group) => group.match(/[aeoáéíóúâêôãõ](?=[aoáéíóúâê])|[íúiu](?=[aoáéóâêô])/gu)?.length ?? 0,
  )
  return Math.max(1, groups.length + sum(parted))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
