/** The ref of what opens in place of its button: it may open below the edge, and is brought into view. */
export function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'start' })
}
