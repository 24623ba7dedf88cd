import { countText } from '#web/text/numbers.ts'
import { speaksOfRoda } from '#web/text/say.ts'

const WINDOW = 5

/** Which part of a list is shown, in the words of the contract's lists. */
export type Pages = {
  readonly currentPage: number
  readonly totalPages: number
  readonly totalItems: number
  readonly pageSize: number
}

/** The pages of a list that the screen holds whole, with the page that is shown when `asked` is wanted. */
export function pagesOf(totalItems: number, pageSize: number, asked: number): Pages {
  const totalPages = Math.ceil(totalItems / pageSize)
  return { currentPage: boundedPage(asked, totalPages), totalPages, totalItems, pageSize }
}

/**
 * The page numbers to offer: all of them up to five, otherwise five that start two before the current page and stay
 * within 1..last.
 */
export function pageWindow(current: number, last: number): number[] {
  const first = Math.max(1, Math.min(current - 2, last - WINDOW + 1))
  return Array.from({ length: Math.min(WINDOW, last) }, (_, index) => first + index)
}

/** The page that is shown when `asked` is wanted: within 1..last, and 1 when there is none. */
export function boundedPage(asked: number, last: number): number {
  return Math.max(1, Math.min(asked, last))
}

/** How many are shown of how many; a roda counts what is on one page and says no more. `noun`: what is counted, in the plural. */
export function shownText({ currentPage, totalPages, totalItems, pageSize }: Pages, noun: string): string {
  if (totalPages === 1 && speaksOfRoda())
    return countText(totalItems, noun.replace(/ões$/, 'ão').replace(/s$/, ''), noun)
  const first = (currentPage - 1) * pageSize + 1
  const last = Math.min(currentPage * pageSize, totalItems)
  return `Mostrando ${countText(first)} a ${countText(last)} de ${countText(totalItems)} ${noun}`
}
