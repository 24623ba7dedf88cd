const touched = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>()

/** Remembers which fields were typed into, so that a reload can ask before it throws something away. */
export function followTypedText(): void {
  document.addEventListener('input', ({ target }) => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      touched.add(target)
  })
}

/** Whether something that was typed, chosen or attached still stands in a field of the page. */
export function hasTypedText(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  return [...touched].some(({ value }) => value !== '')
}
