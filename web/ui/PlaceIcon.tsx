const lines = {
  home: 'M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  give: 'M12 20s-7.5-4.6-7.5-10A4 4 0 0 1 12 7.4 4 4 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10Z',
  ring: 'M12 4.5a7.5 7.5 0 1 1-7.1 5.1M12 2.2v4.6M4.9 9.6 2.6 7.4M12 10.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c1-3.6 4-5.5 7.5-5.5s6.5 1.9 7.5 5.5',
  people:
    'M9 5a3.4 3.4 0 1 1 0 6.8A3.4 3.4 0 0 1 9 5ZM2.5 19c.8-3.2 3.4-4.9 6.5-4.9s5.7 1.7 6.5 4.9M15.5 5.4a3.2 3.2 0 0 1 0 6.1M18 14.6c1.8.8 3 2.3 3.5 4.4',
  order:
    'M9 6h11M9 12h11M9 18h11M4 5.2l1-.7v3.3M3.7 11.2c1.8-.9 2.4.6 1.2 1.6l-1.3 1.2h2.2M3.8 16.6h1.8l-1 1.2c1.5.1 1.4 2-.8 1.8',
  more: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
} as const

export type PlaceIconName = keyof typeof lines

/** The drawing of a place in the bar. It stands beside its word, which says it. */
export function PlaceIcon({ name }: { name: PlaceIconName }) {
  return (
    <svg
      className="place-icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={lines[name]} />
    </svg>
  )
}
