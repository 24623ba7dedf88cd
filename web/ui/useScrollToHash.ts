import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Brings the place that the address names into view, once it is drawn: what is read first may come later than the page. */
export function useScrollToHash(isDrawn: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isDrawn && hash !== '') document.querySelector(`#${CSS.escape(hash)}`)?.scrollIntoView()
  }, [hash, isDrawn])
}
