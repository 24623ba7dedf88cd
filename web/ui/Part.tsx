import './part.css'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'

type Props = {
  /** The place in the address that opens it. */
  readonly id: string
  readonly title: string
  readonly state?: string | null
  /** Whether it stands open from the beginning. */
  readonly isOpened?: boolean
  readonly children: () => ReactNode
}

/** A part of a page that opens: its title and state stand there, and the rest is made once somebody wants it. */
export function Part({ id, title, state = null, isOpened = false, children }: Props) {
  const { hash } = useLocation()
  const [isOpen, setOpen] = useState(isOpened || hash === id)
  return (
    <details id={id} className="part" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="door-title">{title}</span>
        {state !== null && <span className="door-state">{state}</span>}
      </summary>
      {isOpen && <div className="part-inside">{children()}</div>}
    </details>
  )
}
