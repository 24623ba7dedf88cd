import { useEffect } from 'react'
import { boundedPage } from './page-window.ts'
import type { Pages } from './page-window.ts'

/**
 * Leads from a page behind the last to the last: the list became shorter, or the address named a page that never was.
 * `pages`: as last read, undefined while they are being read. Answers whether the page that is asked for exists, as
 * far as is known.
 */
export function useExistingPage(page: number, pages: Pages | undefined, onPage: (page: number) => void): boolean {
  const existing = pages ? boundedPage(page, pages.totalPages) : page
  useEffect(() => {
    if (existing !== page) onPage(existing)
  }, [existing, page, onPage])
  return existing === page
}
